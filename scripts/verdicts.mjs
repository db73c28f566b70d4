// npm run verdicts: see test/verdicts/ask.ts.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
await buildAll();
const chromium = await ensureChromium();
spawn(process.execPath, ['out/test/verdicts/ask.mjs', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, BROWSER_SESSIONS_CHROMIUM: chromium },
  stdio: 'inherit',
}).once('exit', (code) => process.exit(code ?? 1));
