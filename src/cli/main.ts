#!/usr/bin/env node
import path from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { Cancelled, sentenceOf, UserError } from '../core/errors';
import { logStack } from '../core/log-line';
import { check, FORMATS, pack } from './check';
import { exitCodeOf, type Context, type ExitCode } from './context';
import { processHost } from './host';
import { Terminal } from './terminal';
import { errorLines } from './upload';

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
  1  problems were found, or it failed
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
    terminal.endProgress();
    if (!(error instanceof Cancelled && interrupted.signal.aborted)) exitCode ??= report(error, cwd);
  } finally {
    terminal.endProgress();
    host.close();
  }
}

function report(error: unknown, cwd: string): 1 | 2 {
  for (const line of errorLines({ terminal, cwd }, error)) terminal.noteLine(line);
  if (!(error instanceof UserError)) {
    terminal.note(sentenceOf(error), 'red');
    terminal.noteLine(logStack(error instanceof Error ? error : new Error(String(error))));
  }
  return exitCodeOf(error);
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

const program = new Command('browser-sessions')
  .description('Checks Chromium extensions, loads them into remote browser sessions, and works with them there.')
  .version(PACKAGE_VERSION)
  .exitOverride()
  .showHelpAfterError('Run it with --help to see what it takes.')
  .addHelpText('after', ENVIRONMENT)
  .addHelpText('afterAll', ENDING);

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
  .addOption(new Option('--format <format>', 'how to print').choices(FORMATS).default('text'))
  .action((folder, options) => run((context) => check(context, folder, options)));

program
  .command('pack')
  .description('write the zip that an upload would send')
  .argument('<folder>', 'the folder with manifest.json')
  .option('-o, --out <file>', 'the zip; by default the name and version of the extension')
  .addOption(allowSecret())
  .action((folder, options) => run((context) => pack(context, folder, options)));

program
  .command('sessions')
  .description('list the sessions that run')
  .option('--wait <time>', 'wait so long until one runs, such as 60s', duration)
  .addOption(json())
  .action((options) => run(async (context) => (await import('./sessions')).sessions(context, options)));

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
