// node scripts/bundled.mjs: builds the extensions of test/editor/bundled anew, each with its own bundler from npm.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { step } from './step.mjs';
import { temporaryFolder } from './temporary.mjs';

const projects = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../test/editor/bundled');
const OUTPUTS = ['dist', 'build'];

function npm(cwd, ...args) {
  const { status } = spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} has failed in ${cwd}.`);
}

const folder = temporaryFolder();
for (const name of fs.readdirSync(projects))
  await step(`Building ${name}`, async () => {
    const copy = path.join(folder.path, name);
    fs.cpSync(path.join(projects, name), copy, { recursive: true });
    for (const output of OUTPUTS) fs.rmSync(path.join(copy, output), { recursive: true, force: true });
    npm(copy, 'install', '--no-audit', '--no-fund', '--no-package-lock');
    npm(copy, 'run', 'build');
    for (const output of OUTPUTS.filter((each) => fs.existsSync(path.join(copy, each)))) {
      fs.rmSync(path.join(projects, name, output), { recursive: true });
      fs.cpSync(path.join(copy, output), path.join(projects, name, output), { recursive: true });
    }
  });
folder.remove();
