// Mozilla's web-ext, the tool that people use otherwise. 90 MB that nothing else needs, so it is installed into a folder
// that is removed with the benchmark.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { npm } from '../npm.mjs';
import { step } from '../step.mjs';

const WEB_EXT = 'web-ext@10';

/** @returns the path of its program; undefined, with a message, if it cannot be installed. */
export async function installWebExt(folder) {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  try {
    await step(`Installing ${WEB_EXT}`, () => npm(folder, 'install', '--ignore-scripts', WEB_EXT));
    return path.join(folder, 'node_modules/web-ext/bin/web-ext.js');
  } catch (error) {
    console.log(`  ${WEB_EXT} cannot be installed, and is left out: ${error.message.split('\n')[0]}`);
    return undefined;
  }
}

/** Starts a headless Chromium with an extension, which it reloads after each change. @returns a function that ends it. */
export function runWebExt(webExt, folder, chromium) {
  const flags = ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const child = spawn(
    process.execPath,
    [
      webExt,
      'run',
      '--target=chromium',
      `--chromium-binary=${chromium}`,
      `--source-dir=${folder}`,
      '--no-input',
      '--no-config-discovery',
      ...flags.map((flag) => `--args=${flag}`),
    ],
    // A group of its own, because its browser does not end with it if it is killed.
    { stdio: 'ignore', detached: true },
  );
  const exited = once(child, 'exit');
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      /* all of the group have ended */
    }
  };
  process.once('exit', kill);
  return async () => {
    child.kill('SIGTERM');
    await exited;
    kill();
    process.removeListener('exit', kill);
  };
}
