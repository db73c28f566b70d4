// npm run service: the local service. All arguments after -- are passed to it: --port, --pool-size, --json and so on.
// Uses only Node's own modules, so that it can explain what to do if nothing is installed yet. Standard output belongs
// to the service.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bundle = path.join(root, 'dist/local-service.mjs');
const sources = ['src/local-service', 'src/chromium', 'src/core'].map((folder) => path.join(root, folder));

function newest(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .reduce((time, file) => Math.max(time, fs.statSync(path.join(folder, file)).mtimeMs), 0);
}

function isUpToDate() {
  return fs.existsSync(bundle) && sources.every((folder) => newest(folder) <= fs.statSync(bundle).mtimeMs);
}

async function ensureBuilt() {
  if (isUpToDate()) return;
  if (!fs.existsSync(path.join(root, 'node_modules'))) {
    console.error('The packages of the project are missing: run npm ci first.');
    process.exit(1);
  }
  const { buildAll } = await import('./build.mjs');
  await buildAll();
}

/** npm forwards a signal to its shell, which ends without forwarding it: this process then has another parent. */
function onOrphaned(then) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) then();
  }, 250).unref();
}

await ensureBuilt();
const service = spawn(process.execPath, [bundle, ...process.argv.slice(2)], { stdio: 'inherit' });
// The service receives Ctrl+C directly, but a signal to this process only through this handler. Receiving both is
// harmless.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => service.kill(signal));
if (process.env.npm_lifecycle_event) onOrphaned(() => service.kill('SIGTERM'));
service.once('exit', (code) => process.exit(code ?? 1));
