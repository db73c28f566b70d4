// A window of a desktop VS Code with its own settings and extensions, separate from the user's.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentOfItsOwn } from '../npm.mjs';
import { quietSettings } from './settings.mjs';

// On Windows the command is a .cmd file, which only a shell can run; a shell needs quotes around a path with spaces.
const inShell = process.platform === 'win32';
const quoted = (text) => (inShell ? `"${text}"` : text);

function environment(extra) {
  const own = Object.entries(environmentOfItsOwn()).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name));
  return { ...Object.fromEntries(own), ...extra };
}

function start(command, args, env) {
  return spawn(quoted(command), args.map(quoted), {
    env: environment(env),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: inShell,
  });
}

const ended = (child) => new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));

/** VS Code outlives the command that opened it, and writes its process ID into this file while it runs. */
async function endProgram(userData) {
  const lock = path.join(userData, 'code.lock');
  const pid = fs.existsSync(lock) ? Number(fs.readFileSync(lock, 'utf8')) : 0;
  const alive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  if (!pid || !alive()) return;
  process.kill(pid, 'SIGTERM');
  for (const limit = Date.now() + 5000; alive() && Date.now() < limit;) await pause(50);
  if (alive()) process.kill(pid, 'SIGKILL');
}

/** Opens `workspace`; `gone` settles when the user closes the window. */
export async function openDesktopWindow({ command, folder, workspace, vsix, settings, env }) {
  const userData = path.join(folder, 'user');
  const places = ['--user-data-dir', userData, '--extensions-dir', path.join(folder, 'extensions')];
  if (process.getuid?.() === 0) places.push('--no-sandbox'); // as root, Electron requires it
  fs.mkdirSync(path.join(userData, 'User'), { recursive: true });
  fs.writeFileSync(
    path.join(userData, 'User/settings.json'),
    JSON.stringify({ ...quietSettings, ...settings }, undefined, 2),
  );
  const code = await ended(start(command, [...places, '--install-extension', vsix], env));
  if (code !== 0) throw new Error(`${command} could not install ${vsix} (${code}).`);
  const child = start(
    command,
    [...places, '--wait', '--new-window', '--skip-welcome', '--disable-workspace-trust', workspace],
    env,
  );
  const gone = ended(child);
  return {
    gone,
    async stop() {
      await endProgram(userData);
      child.kill();
      await gone;
    },
  };
}
