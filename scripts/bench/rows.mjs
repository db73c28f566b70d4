// npm run bench -- rows: how long the rows of thousands of sessions take in the editor.
import { availableParallelism, loadavg } from 'node:os';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { milliseconds } from './figures.mjs';
import { runInEditor } from './in-editor.mjs';

const ROWS = amount(10_000, 500);

export async function bench() {
  const folder = temporaryFolder();
  const start = loadavg()[0].toFixed(1);
  for (const name of amount(['newest', 'oldest'], ['newest'])) {
    const figures = await step(`Measuring in VS Code (${name})`, async () =>
      runInEditor(name, 'rows', folder.path, { BENCH_ROWS: `${ROWS}` }),
    );
    const { host, count, read, rows, clock, items } = figures;
    const together = read.map((each, round) => each + rows[round] + clock[round] + items[round]);
    console.log(`\n${count} rows of sessions in ${host}; load ${start} on ${availableParallelism()} cores`);
    for (const [what, [cold, ...warm]] of Object.entries({ read, rows, clock, items, together }))
      console.log(`  ${what.padEnd(8)} the first time ${cold.toFixed(1)} ms, then ${milliseconds(warm)}`);
  }
  folder.remove();
}
