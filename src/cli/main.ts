#!/usr/bin/env node
import path from 'node:path';
import { Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { Cancelled } from '../core/errors';
import { LOG_LEVELS } from '../devtools';
import { check, FORMATS } from './check';
import { exitCodeOf, type Context, type ExitCode } from './context';
import { processHost } from './host';
import { errorLines } from './report';
import { Terminal } from './terminal';

/** The version of this package; the build sets it. */
declare const PACKAGE_VERSION: string;

/** What a shell says of a program that a signal has ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** As if the program had been ended by the signal for it: whoever reads has ended. */
const BROKEN_PIPE = 141;
/** Milliseconds for what an interrupted command still has to do. */
const MAX_END = 10_000;

const ENDING = `
Exit codes:
  0  done
  1  problems were found, a test failed, or the command failed
  2  wrong usage, no token, or the service can't be reached
  130 if interrupted`;

const ENVIRONMENT = `
Environment:
  BROWSER_SESSIONS_TOKEN       the token of the service; for Kernel also KERNEL_API_KEY
  BROWSER_SESSIONS_ADDRESS     its address; Kernel without it
  BROWSER_SESSIONS_PRODUCTION  if set, nothing is changed
  NO_COLOR                     no colors
While browser-sessions service runs, its address and token are found without them.`;

const interrupted = new AbortController();
let exitCode: number | undefined;

function interrupt(code: number): void {
  // At the second time, the person does not want to wait.
  if (interrupted.signal.aborted) process.exit(code);
  exitCode = code;
  interrupted.abort();
  setTimeout(() => process.exit(code), MAX_END).unref();
}

for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => interrupt(code));
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => interrupt(BROKEN_PIPE));

const terminal = new Terminal(process.stdout, process.stderr, process.env);

/** Runs a command, and reports its error. */
async function run(command: (context: Context) => Promise<ExitCode>): Promise<void> {
  const cwd = process.cwd();
  const host = processHost(process.env, cwd);
  try {
    const { signal } = interrupted;
    const code = await command({ terminal, host, signal, cwd, environment: process.env });
    exitCode ??= code;
  } catch (error) {
    for (const line of errorLines({ terminal, cwd }, error)) terminal.noteLine(line);
    if (!(error instanceof Cancelled)) exitCode ??= exitCodeOf(error);
  } finally {
    terminal.endProgress();
    host.close();
  }
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** Milliseconds of `500ms`, `30s` or `2m`. */
function duration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('Use 500ms, 30s or 2m.');
  return Number(amount) * (unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000);
}

/** `2/5`: the second of five parts. */
function shard(text: string): { readonly index: number; readonly of: number } {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const part = { index: Number(index), of: Number(of) };
  if (of === undefined || part.index < 1 || part.index > part.of)
    throw new InvalidArgumentError('Use such as 2/5: the second of five parts.');
  return part;
}

/** Lines without the last break. */
function withoutEnd(text: string): string {
  return text.replace(/\n$/, '');
}

const plainHelp = new Help();
/** That an option is off, or a list empty, needs no words. */
const NO_DEFAULT = / \(default: (?:false|\[\])\)$/;

const program = new Command('browser-sessions')
  .description('Checks Chromium extensions, uploads them to remote browser sessions, and works with them there.')
  .version(PACKAGE_VERSION)
  .exitOverride()
  .configureHelp({ optionDescription: (option) => plainHelp.optionDescription(option).replace(NO_DEFAULT, '') })
  .configureOutput({
    writeOut: (text) => terminal.print(withoutEnd(text)),
    writeErr: (text) => terminal.noteLine(withoutEnd(text)),
  })
  .showHelpAfterError('Run it with --help to see what it takes.')
  .addHelpText('after', ENVIRONMENT)
  .addHelpText('afterAll', ENDING);

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`Use a whole number from ${min} to ${max}.`);
    return value;
  };
}

const session = (): Option =>
  new Option('-s, --session <session>', 'name or ID of the session; by default the only one that runs');
const json = (): Option => new Option('--json', 'print JSON').default(false, '');
const allowSecret = (): Option =>
  new Option(
    '--allow-secret <file>',
    'a file within the folder that may have what looks like a secret; repeat for more',
  )
    .argParser(collect)
    .default([], '');

program
  .command('check')
  .description('check the folder of an extension as the browser would; nothing is sent')
  .argument('<folder>', 'the folder with manifest.json')
  .option(
    '--against <old>',
    'compare with an old version: a folder, a zip, git:TAG, an ID of the Chrome Web Store, or a name of the catalog',
  )
  .option('-s, --session <session>', 'with --against, the session whose browser says what users are warned of')
  .addOption(new Option('--format <format>', 'how to print').choices(FORMATS).default('text'))
  .action((folder, options) => run((context) => check(context, folder, options)));

program
  .command('pack')
  .description('write the zip that an upload would send')
  .argument('<folder>', 'the folder with manifest.json')
  .option('-o, --out <file>', 'the zip; by default the name and version of the extension')
  .option('--store', 'write the zip that the Chrome Web Store takes, after what it and its reviewers check', false)
  .addOption(allowSecret())
  .action((folder, options) => run(async (context) => (await import('./pack')).pack(context, folder, options)));

program
  .command('sessions')
  .description('list the sessions that run')
  .option('--wait <time>', 'wait up to this long for one, such as 60s', duration)
  .addOption(json())
  .action((options) => run(async (context) => (await import('./sessions')).sessions(context, options)));

const wait = (): Option =>
  new Option('--wait <time>', 'wait up to this long for the service to start, such as 60s').argParser(duration);

program
  .command('start')
  .description('start a session, and print its ID')
  .option('--name <name>', 'its name')
  .option('--start-url <address>', 'its first page; by default that of the service')
  .option('--headless', 'without a display, which starts faster')
  .option('--timeout <time>', 'end it after this time without use, such as 5m', duration)
  .option('--profile <name>', 'start with the cookies and logins of this profile')
  .option('--save-changes', 'save them to the profile when the session ends; makes the profile if there is none', false)
  .option('--stealth', 'hide that the browser is automated, if the service can')
  .option('--region <region>', 'where it runs, such as eu-west')
  .option('--proxy <proxy>', 'name or ID of a proxy of the service')
  .option('--policy <file>', 'a JSON file with policies of Chrome Enterprise')
  .addOption(
    new Option('--tag <key=value>', 'tag it, to find it by; repeat for more').argParser(collect).default([], ''),
  )
  .addOption(
    new Option('--extension <name>', 'load this extension of the catalog; repeat for more')
      .argParser(collect)
      .default([], ''),
  )
  .addOption(wait())
  .addOption(json())
  .action((options) => run(async (context) => (await import('./lifecycle')).start(context, options)));

program
  .command('profiles')
  .description('list the profiles that sessions can start with, save a session to one, or delete one')
  .option('--save <name>', 'save the cookies and logins of a session to this profile; its browser restarts')
  .addOption(session())
  .addOption(new Option('--delete <profile>', 'delete this one; name or ID').conflicts('save'))
  .addOption(json())
  .action((options) => run(async (context) => (await import('./profiles')).profiles(context, options)));

program
  .command('end')
  .description('end sessions with their browsers')
  .argument('<sessions...>', 'their names or IDs')
  .action((sessions: string[]) => run(async (context) => (await import('./lifecycle')).end(context, sessions)));

program
  .command('acquire')
  .description('take a session from a pool, and print its ID')
  .argument('<pool>', 'its name or ID')
  .option('--wait <time>', 'wait up to this long for a free one, such as 60s', duration)
  .addOption(json())
  .action((pool: string, options) =>
    run(async (context) => (await import('./lifecycle')).acquire(context, pool, options)),
  );

program
  .command('release')
  .description('hand sessions back to their pools; whoever acquires one next gets a new browser')
  .argument('<sessions...>', 'their names or IDs')
  .option('--keep', 'keep the browser, with its cookies, tabs and logins', false)
  .action((sessions: string[], options) =>
    run(async (context) => (await import('./lifecycle')).release(context, sessions, options)),
  );

program
  .command('upload')
  .description('upload a folder: in place if it was uploaded into the session before')
  .argument('<folder>', 'the folder with manifest.json')
  .addOption(session())
  .option('-w, --watch', 'upload again at each change, until interrupted', false)
  .addOption(allowSecret())
  .addOption(json())
  .action((folder, options) => run(async (context) => (await import('./upload')).upload(context, folder, options)));

program
  .command('log')
  .description('print what an extension says in its worker, pages and content scripts, until interrupted')
  .argument('[extension]', 'its name, ID or folder; by default the only one that was uploaded')
  .addOption(session())
  .option('--until-error', 'end with exit code 1 at the first uncaught error', false)
  .option('--for <time>', 'end with exit code 0 after this time, such as 30s', duration)
  .addOption(new Option('--level <level>', 'the least level').choices(LOG_LEVELS).default('debug'))
  .addOption(json())
  .action((extension, options) => run(async (context) => (await import('./log')).log(context, extension, options)));

/** A port of this machine, after those before. */
function collectPort(value: string, before: readonly number[] = []): readonly number[] {
  return [...before, wholeNumber(1, 65_535)(value)];
}

program
  .command('share')
  .description('let the pages of a session reach ports of localhost on this machine, until interrupted')
  .argument('<ports...>', 'such as 5173', collectPort)
  .addOption(session())
  .action((ports: readonly number[], options) =>
    run(async (context) => (await import('./share')).share(context, ports, options)),
  );

program
  .command('click')
  .description('click once, at coordinates or by name')
  .argument('[where...]', 'x, y in pixels, and [right|middle] [x2] [+shift], such as 640, 360 right')
  .addOption(session())
  .option('-n, --name <name>', 'click what has this name on the page, or in the open popup')
  .option('--role <role>', 'and this role, such as button')
  .option('--frame <origin>', 'and is in a frame of another origin, such as https://pay.example')
  .action((words, options) => run(async (context) => (await import('./input')).click(context, words, options)));

program
  .command('type')
  .description('type a text where the focus is, then press keys')
  .argument('[text]', 'the text; - takes it from standard input')
  .addOption(session())
  .addOption(
    new Option('--press <key>', 'such as Return or ctrl+a; repeat for more').argParser(collect).default([], ''),
  )
  .action((text, options) => run(async (context) => (await import('./input')).type(context, text, options)));

program
  .command('test')
  .description('run sequences as tests, each in a fresh browser')
  .argument('[files...]', 'files, folders or globs; by default all *.sequence.json')
  .addOption(
    new Option('-s, --session <session>', 'run in this session; repeat for more').argParser(collect).default([], ''),
  )
  .addOption(new Option('--pool <pool>', 'take the browsers from this pool').conflicts('profile'))
  .addOption(
    new Option('--profile <name>', 'start each browser with this profile, which isn’t changed').conflicts([
      'session',
      'reuse',
    ]),
  )
  .option('-e, --extension <folder>', 'folder of the extension for files that name none')
  .option(
    '-j, --workers <number>',
    'number of tests that run at a time; by default what the pool has free, the cores if the service is local, or else 4',
    wholeNumber(1, 200),
  )
  .addOption(
    new Option('--reuse', 'run several tests in one browser, cleared between').default(false).conflicts('session'),
  )
  .option(
    '--retries <number>',
    'run what failed again, up to this number of times; what passes then is flaky',
    wholeNumber(0, 10),
    0,
  )
  .option('--repeat-each <number>', 'run each test this number of times', wholeNumber(1, 1000), 1)
  .option('--max-failures <number>', 'start no more tests after this number of failures', wholeNumber(1, 1_000_000))
  .option('--timeout <time>', 'time for a test that sets none; by default 60s', duration)
  .option('--shard <part>', 'only one of several parts, such as 2/5', shard)
  .addOption(
    new Option('--share <port>', 'let tests reach this port of localhost, if they ask for it; repeat for more')
      .argParser(collectPort)
      .default([], ''),
  )
  .option('-g, --grep <text>', 'only files with this text in their path')
  .option('--last-failed', 'only those that failed the last time', false)
  .option('--junit <file>', 'write the results as JUnit XML')
  .option('--report <folder>', 'write a page of all tests, and one for each that fails')
  .option('--coverage', 'print how much of the extension’s sources ran')
  .option('--coverage-lcov <file>', 'write it as lcov.info')
  .option('--coverage-json <file>', 'write it as Istanbul’s coverage.json')
  .option('--coverage-min <percent>', 'fail if less of the lines ran', wholeNumber(1, 100))
  .addOption(json())
  .action((files: string[], options) =>
    run(async (context) => (await import('./test')).test(context, files, { ...options, version: PACKAGE_VERSION })),
  );

program
  .command('shot')
  .description('write a screenshot of the display, as PNG, or with --store those for the Chrome Web Store')
  .argument('<file>', 'the PNG file; - is standard output; with --store, a sequence with screenshot steps')
  .addOption(session().conflicts('store'))
  .option('--store <folder>', 'run the sequence in each locale, and write 1280x800 and 640x400 into this folder')
  .addOption(
    new Option('--locale <locale>', 'with --store, only this locale; repeat for more')
      .argParser(collect)
      .default([], ''),
  )
  .option('-e, --extension <folder>', 'with --store, folder of the extension if the sequence names none')
  .action((file, { store, ...options }) =>
    run(async (context) =>
      store === undefined
        ? (await import('./input')).shot(context, file, options)
        : (await import('./store-shots')).storeShots(context, file, { ...options, folder: store }),
    ),
  );

program
  .command('storage')
  .description('print what an extension has stored, or change it')
  .argument('[extension]', 'its name, ID or folder; by default the only one that was uploaded')
  .addOption(session())
  .addOption(
    new Option('--area <area>', 'which storage').choices(['local', 'session', 'sync', 'managed']).default('local'),
  )
  .addOption(
    new Option('--set <key=value>', 'set a key: JSON, or else a text; repeat for more')
      .argParser(collect)
      .default([], ''),
  )
  .addOption(new Option('--remove <key>', 'remove a key; repeat for more').argParser(collect).default([], ''))
  .option('--clear', 'remove all keys first', false)
  .addOption(json())
  .action((extension, options) =>
    run(async (context) => (await import('./storage')).storage(context, extension, options)),
  );

program
  .command('service')
  .description('run a service of this machine, with a browser of this machine, until interrupted')
  .option('-p, --port <number>', 'by default any free one', wholeNumber(0, 65_535), 0)
  .option('--pool-size <number>', 'browsers in its pool; 0: no pool', wholeNumber(0, 8), 1)
  .option('--start-url <address>', 'the first page of its browsers')
  .addOption(json())
  .action((options) => run(async (context) => (await import('./service')).service(context, options)));

program
  .command('mcp')
  .description('serve the tools for agents over standard input and output (Model Context Protocol)')
  .argument('[folder]', 'the folder that the agent works in; by default the current one')
  .action((folder: string | undefined) =>
    run(async ({ environment, cwd, signal }) => {
      const { runMcp } = await import('./mcp');
      await runMcp({ environment, cwd: path.resolve(cwd, folder ?? ''), version: PACKAGE_VERSION, signal });
      return 0;
    }),
  );

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Help and the version are no errors.
  exitCode = error.exitCode === 0 ? 0 : 2;
}
// What was written has to arrive before the end, and what still runs must not keep the process.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))));
process.exit(exitCode ?? 0);
