// A real VS Code on 127.0.0.1 (code-server): settings, a VSIX, start, stop. Everything it writes is in one folder.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentOfItsOwn } from '../npm.mjs';
import { hostNamed } from './hosts.mjs';
import { quietSettings } from './settings.mjs';

function tryPort(port) {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: got } = server.address();
      server.close(() => resolve(got));
    });
  });
}

/** A free port of 127.0.0.1: the wanted one, else any. */
export async function freePort(wanted = 0) {
  try {
    return await tryPort(wanted);
  } catch {
    return tryPort(0);
  }
}

/** The environment for the VS Code in `folder`. */
function environment(folder, extra) {
  // A VS Code terminal sets variables that would turn code-server into a client of the outer window.
  const outer = Object.entries(environmentOfItsOwn()).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|CODE_SERVER_)/.test(name),
  );
  for (const name of ['xdg/config', 'xdg/data', 'xdg/cache', 'r'])
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  return {
    ...Object.fromEntries(outer),
    XDG_CONFIG_HOME: path.join(folder, 'xdg/config'),
    XDG_DATA_HOME: path.join(folder, 'xdg/data'),
    XDG_CACHE_HOME: path.join(folder, 'xdg/cache'),
    XDG_RUNTIME_DIR: path.join(folder, 'r'), // for sockets, whose path must be short
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    TMPDIR: folder,
    ...extra,
  };
}

const places = (host, folder, extensions) => [
  host.entry,
  '--config',
  path.join(folder, 'config.yaml'),
  '--user-data-dir',
  path.join(folder, 'user'),
  '--extensions-dir',
  extensions,
];

/** Writes the settings with which VS Code starts in this folder: the quiet ones, overridden by `settings`. */
export function prepare(folder, settings = {}) {
  fs.mkdirSync(path.join(folder, 'user/User'), { recursive: true });
  fs.writeFileSync(
    path.join(folder, 'user/User/settings.json'),
    JSON.stringify({ ...quietSettings, ...settings }, undefined, 2),
  );
  fs.writeFileSync(path.join(folder, 'config.yaml'), 'auth: none\n');
}

const extensionsOf = (folder) => path.join(folder, 'extensions');

/**
 * Installs a packaged extension for the VS Code of this folder.
 * @param options `extensions` is where, by default inside the folder.
 */
export async function installVsix(folder, vsix, { host = hostNamed(), env = {}, extensions } = {}) {
  const where = places(host, folder, extensions ?? extensionsOf(folder));
  const child = spawn(host.node, [...where, '--install-extension', vsix], {
    env: environment(folder, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0 || !said.includes('successfully installed')) throw new Error(`Installing ${vsix} failed:\n${said}`);
}

/** Ends a process and everything it started. */
function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    /* it has already ended */
  }
}

/** Waits for the line in its log instead of an answer on the port, which may come from another server. */
async function listening(child, log, base) {
  const told = () => fs.readFileSync(log, 'utf8');
  for (const limit = Date.now() + 180_000; !told().includes('HTTP server listening on');) {
    if (child.exitCode !== null || Date.now() > limit) throw new Error(`VS Code did not start on ${base}:\n${told()}`);
    await pause(50);
  }
}

/**
 * Starts VS Code in a prepared folder. `gone` settles when it has ended, for any reason; `stop` ends it with everything
 * it started. It also ends with this process, but only if the process calls `process.exit` or ends by itself.
 */
export async function startServer({
  folder,
  extensions = extensionsOf(folder),
  host = hostNamed(),
  port,
  args = [],
  env = {},
  workspaceTrust = false,
}) {
  const base = `http://127.0.0.1:${(port ??= await freePort())}`;
  const log = path.join(folder, 'server.log');
  const out = fs.openSync(log, 'w');
  const child = spawn(
    host.node,
    [
      ...places(host, folder, extensions),
      '--bind-addr',
      `127.0.0.1:${port}`,
      '--auth',
      'none',
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-getting-started-override',
      ...(workspaceTrust ? [] : ['--disable-workspace-trust']),
      ...args,
    ],
    { env: environment(folder, env), stdio: ['ignore', out, out], detached: true },
  ); // its own process group, ended as a whole
  fs.closeSync(out);
  const onExit = () => endGroup(child.pid, 'SIGKILL');
  process.prependOnceListener('exit', onExit); // before the folder is removed
  const gone = new Promise((resolve) => child.once('exit', resolve));
  async function stop() {
    endGroup(child.pid, 'SIGTERM');
    const late = setTimeout(() => endGroup(child.pid, 'SIGKILL'), 5000);
    await gone;
    clearTimeout(late);
    endGroup(child.pid, 'SIGKILL'); // remaining processes of the group: a terminal's shell, a language server
    process.removeListener('exit', onExit);
  }
  try {
    await listening(child, log, base);
  } catch (error) {
    await stop();
    throw error;
  }
  return { base, port, log, gone, stop, pid: child.pid };
}
