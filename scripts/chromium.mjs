// The browser of this machine: found, or installed on Debian and Ubuntu. Requires a build, because it uses the
// service's own search.
import fs from 'node:fs';
import { hasApt, installCommand, installPackages, mayInstall } from './apt.mjs';
import { NotHere } from './not-here.mjs';
import { step } from './step.mjs';

const PACKAGES = ['chromium'];

const howTo = (variable) =>
  hasApt()
    ? `No Chromium was found. Type "sudo apt-get update && sudo ${installCommand(PACKAGES).join(' ')}", or set ${variable} to the path of a Chromium or Chrome.`
    : `No Chromium was found. Install Chromium or Chrome, or set ${variable} to its path.`;

/**
 * The path of a Chromium; installs one if that needs no password. Pass it on as BROWSER_SESSIONS_CHROMIUM.
 * @throws NotHere if there is none on macOS or Windows.
 */
export async function ensureChromium() {
  const { CHROMIUM_VARIABLE, findChromium } = await import('../out/find-chromium.mjs');
  const there = findChromium();
  if (there && !fs.existsSync(there)) throw new Error(`${CHROMIUM_VARIABLE} names ${there}, and there is nothing.`);
  if (there) return there;
  if (!mayInstall()) throw new (process.platform === 'linux' ? Error : NotHere)(howTo(CHROMIUM_VARIABLE));
  await step('Installing Chromium', () => installPackages(PACKAGES));
  const installed = findChromium();
  if (!installed) throw new Error(howTo(CHROMIUM_VARIABLE));
  return installed;
}
