// The browser of this machine: found, or installed on Debian and Ubuntu. Requires a build, because it uses the
// service's own search.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { step } from './step.mjs';

const PACKAGES = 'apt-get install -y --no-install-recommends chromium';

function run(command, args) {
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

const howTo = (variable) =>
  fs.existsSync('/usr/bin/apt-get')
    ? `No Chromium was found. Type "sudo apt-get update && sudo ${PACKAGES}", or set ${variable} to the path of a Chromium or Chrome.`
    : `No Chromium was found. Install Chromium or Chrome, or set ${variable} to its path.`;

/** The path of a Chromium; installs one if that needs no password. Pass it on as BROWSER_SESSIONS_CHROMIUM. */
export async function ensureChromium() {
  const { CHROMIUM_VARIABLE, findChromium } = await import('../out/find-chromium.mjs');
  const there = findChromium();
  if (there && !fs.existsSync(there)) throw new Error(`${CHROMIUM_VARIABLE} names ${there}, and there is nothing.`);
  if (there) return there;
  if (!fs.existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) throw new Error(howTo(CHROMIUM_VARIABLE));
  await step('Installing Chromium', async () => {
    await run('apt-get', ['update']);
    await run('apt-get', PACKAGES.split(' ').slice(1));
  });
  const installed = findChromium();
  if (!installed) throw new Error(howTo(CHROMIUM_VARIABLE));
  return installed;
}
