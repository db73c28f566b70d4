import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { writeFiles } from './files';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();

/** The samples, and what differs: where each has its sources and its build. */
export const SAMPLES = [
  {
    name: 'wxt',
    build: '.output/chrome-mv3',
    rules: 'utils/visits.ts',
    worker: 'entrypoints/background.ts',
    content: 'entrypoints/content.ts',
    popup: 'entrypoints/popup/main.ts',
  },
  { name: 'crxjs', build: 'dist', ...inSrc('worker.ts', 'popup.ts') },
  { name: 'plasmo', build: 'build/chrome-mv3-prod', ...inSrc('background.ts', 'popup.tsx') },
  { name: 'extension-js', build: 'dist/chrome', ...inSrc('worker.ts', 'popup.ts') },
] as const;

function inSrc(worker: string, popup: string): Record<'rules' | 'worker' | 'content' | 'popup', string> {
  return { rules: 'src/visits.ts', worker: `src/${worker}`, content: 'src/content.ts', popup: `src/${popup}` };
}

/** Copies a sample into a folder as a repository of its own, installs what it names from npm, and builds it. */
export async function buildSample(name: string, folder: string): Promise<void> {
  cpSync(path.join(root, 'samples', name), folder, { recursive: true });
  writeFiles(folder, { '.git/HEAD': '' });
  await npm(folder, 'install');
  const { engines }: { engines?: object } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  // Of this package, scripts take their Node.
  if (engines) await npm(folder, 'install', '--no-save', 'node@22');
  await npm(folder, 'run', 'build');
}

/** Runs npm in a folder. @throws with all that it has said, if it fails. */
export async function npm(folder: string, ...args: readonly string[]): Promise<void> {
  const own = Object.entries(process.env).filter(([variable]) => !/^(npm_|NODE_|ELECTRON_|VSCODE_)/i.test(variable));
  const child = spawn('npm', [...args, '--no-audit', '--no-fund'], {
    cwd: folder,
    env: Object.fromEntries(own),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}: ${out}${err}`);
}
