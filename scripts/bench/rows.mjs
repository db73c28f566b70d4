// npm run bench -- rows: how long the rows of thousands of sessions take in the editor.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { milliseconds } from './figures.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROWS = 10_000;

function measureIn(host, folder) {
  const results = path.join(folder, `${host}.json`);
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/editor-tests.mjs', host, 'out/test/bench/rows.cjs', folder],
    { cwd: root, env: { ...process.env, TEST_RESULTS: results, BENCH_ROWS: `${ROWS}` }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The bench in VS Code (${host}) failed.\n${stderr}`);
  return JSON.parse(fs.readFileSync(results, 'utf8'));
}

export async function bench() {
  const folder = temporaryFolder();
  const start = loadavg()[0].toFixed(1);
  for (const name of ['newest', 'oldest']) {
    const figures = await step(`Measuring in VS Code (${name})`, async () => measureIn(name, folder.path));
    const { host, count, read, rows, items } = figures;
    console.log(`\n${count} rows of sessions in ${host}; load ${start} on ${availableParallelism()} cores`);
    for (const [what, [cold, ...warm]] of Object.entries({ read, rows, items }))
      console.log(`  ${what.padEnd(8)} the first time ${cold.toFixed(1)} ms, then ${milliseconds(warm)}`);
  }
  folder.remove();
}
