// Installs the project's packages into node_modules if they are missing or differ from package-lock.json. Uses only
// Node's own modules, because it runs before anything is installed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';
import { step } from './step.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = path.join(root, 'node_modules/.browser-sessions-ready');

const wanted = () =>
  createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');

/**
 * Packages that a plain `npm ci` or `npm install` put there count too: npm writes a copy of the lock file, newer than
 * ours.
 */
function upToDate() {
  const placed = path.join(root, 'node_modules/.package-lock.json');
  if (!fs.existsSync(placed)) return false;
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === wanted()) return true;
  const { packages: here } = JSON.parse(fs.readFileSync(placed, 'utf8'));
  const { packages: locked } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(locked).every(
    ([place, { version, optional, peer }]) => !place || optional || peer || here[place]?.version === version,
  );
}

export async function ensureDependencies() {
  if (!upToDate()) await step('Installing packages', () => npm(root, 'ci'));
  fs.writeFileSync(stampFile, wanted());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureDependencies();
