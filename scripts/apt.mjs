// Packages of Debian and Ubuntu.
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const APT = '/usr/bin/apt-get';

export const hasApt = () => fs.existsSync(APT);
/** Whether packages can be installed without a password. */
export const mayInstall = () => hasApt() && process.getuid?.() === 0;

/** The command that installs packages. */
export const installCommand = (packages) => ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];

function run([command, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed (${code}):\n${said.trim()}`)),
    );
  });
}

let running = Promise.resolve();

/** Installs packages, one call after the other: two at a time would fail. */
export function installPackages(packages) {
  const before = running;
  const install = async () => {
    await before;
    await run(['apt-get', 'update']);
    await run(installCommand(packages));
  };
  const installed = install();
  running = installed.catch(() => {});
  return installed;
}
