// npm run faults: writes test/service/FAULTS.md again, with the result of each operation when the service misbehaves.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
await buildAll();
spawn(
  process.execPath,
  ['node_modules/mocha/bin/mocha.js', '--timeout', '60000', 'out/test/service/faults/faults.test.mjs'],
  { cwd: root, env: { ...process.env, WRITE_FAULTS: '1' }, stdio: 'inherit' },
).once('exit', (code) => process.exit(code ?? 1));
