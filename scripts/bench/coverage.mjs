// npm run bench -- coverage: the same tests, with an extension, with and without counting what runs of it, in turns.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { amount } from './amount.mjs';
import { about, megabytes, milliseconds } from './figures.mjs';
import { startRealService } from './service.mjs';

const program = path.join(path.dirname(fileURLToPath(import.meta.url)), 'tests-run.mjs');
const WHAT = { tests: amount(40, 2), wait: amount(2000, 100), workers: 2, extension: true };
const ROUNDS = amount(3, 1);

const sum = (all) => all.reduce((one, other) => one + other, 0);

export async function bench() {
  const service = await startRealService();
  const times = { without: [], counted: [] };
  let memory = 0;
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const coverage of [false, true]) {
        const place = JSON.stringify({ url: service.url, token: service.token });
        const options = JSON.stringify({ ...WHAT, coverage });
        const run = await promisify(execFile)(process.execPath, [program, place, options]);
        const measured = JSON.parse(run.stdout);
        times[coverage ? 'counted' : 'without'].push(measured.took);
        if (coverage) memory = Math.max(memory, measured.memory);
      }
  } finally {
    await service.stop();
  }
  const factor = sum(times.counted) / sum(times.without);
  console.log(
    `${WHAT.tests} tests with an extension   ${milliseconds(times.without)}   with coverage ${milliseconds(times.counted)}   ${factor.toFixed(2)} times   ${megabytes(memory)} at most`,
  );
  return [
    {
      what: `${WHAT.tests} tests with an extension, ${WHAT.workers} at a time, with \`--coverage\``,
      ours: about(times.counted),
      others: { 'without it': about(times.without) },
    },
  ];
}
