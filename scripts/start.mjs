// npm start: the extension in a real VS Code, with a local service and something to try.
//   npm start -- --port 9000     where VS Code is served if there is no desktop VS Code (default 8123, or any free
//   port)
//   npm start -- --no-open       no desktop window: VS Code in the browser, at the address that is printed
import { parseArgs } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { copySample, demo } from './sample.mjs';
import { since, step } from './step.mjs';
import { temporaryFolderForAll } from './temporary.mjs';
import { findCommand } from './vscode/desktop.mjs';
import { openDesktopWindow } from './vscode/desktop-window.mjs';
import { hosts } from './vscode/hosts.mjs';
import { installVSCode } from './vscode/install.mjs';
import { freePort, installVsix, prepare, startServer } from './vscode/server.mjs';

const { values: options } = parseArgs({
  options: { port: { type: 'string', default: '8123' }, 'no-open': { type: 'boolean', default: false } },
});
const begin = performance.now();
const folder = temporaryFolderForAll();
const running = [];
let ending;

/**
 * Stops everything that was started, in reverse order. A second Ctrl+C, or npm's copy of the first, changes nothing.
 */
function end(why, code) {
  ending ??= (async () => {
    console.log(`\n${why}Ending …`);
    for (const part of running.toReversed()) await part.stop();
    folder.remove();
    console.log('Ended; nothing is left behind.');
    process.exit(code);
  })().catch((error) => {
    console.error(error);
    process.exit(1);
  });
  return ending;
}

/** Registers a started part, to be stopped at the end; if it ends by itself, everything else is stopped. */
function keep(part, name, code = 1) {
  running.push(part);
  void part.gone?.then(() => end(`${name} has ended. `, code));
  return part;
}

async function build() {
  const { buildAll } = await import('./build.mjs');
  await step('Building', buildAll);
  const { packageExtension, vsix } = await import('./package.mjs');
  await packageExtension();
  return vsix;
}

async function startDemo(workspace) {
  const chromium = await (await import('./chromium.mjs')).ensureChromium();
  const page = keep(await (await import('./demo/page.mjs')).servePage());
  const starting = keep(
    (await import('./demo/service.mjs')).startService({ chromium, startUrl: page.url }),
    'The local service',
  );
  const service = await starting.ready;
  await (await import('./demo/things.mjs')).prepareThings(service, { startUrl: page.url, workspace });
  return { service, page: page.url };
}

async function openInBrowser({ workspace, vsix, settings, env }) {
  prepare(folder.path, settings);
  await installVsix(folder.path, vsix);
  const port = await freePort(Number(options.port));
  const server = keep(
    await startServer({ folder: folder.path, port, env, args: ['--idle-timeout-seconds', '86400'] }),
    'VS Code',
  );
  return `Open VS Code in a browser:  ${server.base}/?folder=${encodeURIComponent(workspace)}`;
}

async function openOnDesktop({ command, ...rest }) {
  keep(await openDesktopWindow({ command, folder: folder.path, ...rest }), 'VS Code', 0);
  return 'VS Code has opened a window of its own. Closing it ends everything.';
}

async function main() {
  await ensureDependencies();
  const command = options['no-open'] ? undefined : await findCommand();
  const installing = command ? Promise.resolve() : installVSCode('newest');
  installing.catch(() => {}); // reported where it is awaited, below
  const vsix = await build();
  const workspace = copySample(folder.path, demo);
  const { service, page } = await step('Starting the local service', () => startDemo(workspace));
  await installing;
  const wishes = {
    workspace,
    vsix,
    settings: { 'browserSessions.connections': [{ name: 'Demo', address: service.url }] },
    env: { BROWSER_SESSIONS_TOKEN: service.token },
  };
  const open = await step(`Starting VS Code${command ? '' : ` ${hosts.newest.version}`}`, () =>
    command ? openOnDesktop({ command, ...wishes }) : openInBrowser(wishes),
  );
  const { whatToTry } = await import('./demo/words.mjs');
  console.log(`  All in ${since(begin)}.`);
  console.log(whatToTry({ open, service, page }));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end('', 0));
main().catch((error) => ending ?? end(`${error.message}\n`, 1));
