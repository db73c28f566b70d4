// npm run bench -- tests: tests side by side, each in a fresh browser whose start takes 3 s longer than here, against one
// after another and against Playwright; many short ones without browsers; and what a browser and an extension cost.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { ensureChromium } from '../chromium.mjs';
import { amount } from './amount.mjs';
import { about, megabytes, milliseconds } from './figures.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const LATER = amount(3000, 100);
const [TESTS, WAIT] = [amount(40, 3), amount(2000, 100)];
const WORKERS = amount([1, 2, 4, 8], [2]);
const ALONE = amount(4, 1);
const MANY = { tests: amount(1000, 20), wait: 20, workers: amount(50, 5) };
const ROUNDS = amount(5, 1);
const REUSED = amount(10, 3);

/** In a process of its own: its memory and its processor time are those of the tests alone. */
async function measure({ url, token }, what, options = {}) {
  const program = path.join(root, 'scripts/bench/tests-run.mjs');
  const run = promisify(execFile)(process.execPath, [
    program,
    JSON.stringify({ url, token }),
    JSON.stringify({ ...what, ...options }),
  ]);
  return JSON.parse((await run).stdout);
}

const seconds = (time) => `${(time / 1000).toFixed(1)} s`;
const percent = (part) => `${Math.round(part * 100)} %`;
/** How much of the time of all workers was spent in tests. */
const efficiency = (workers, time) => percent((TESTS * WAIT) / workers / time);

/** As Playwright's runner does, with an own browser for each test. */
async function byPlaywright(workers) {
  const executablePath = await ensureChromium();
  let left = TESTS;
  const work = async () => {
    while (left-- > 0) {
      const profile = mkdtempSync(path.join(tmpdir(), 'bench-'));
      await delay(LATER);
      const context = await chromium.launchPersistentContext(profile, { executablePath, args: ['--no-sandbox'] });
      await (await context.newPage()).waitForTimeout(WAIT);
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: workers }, work));
  return performance.now() - began;
}

export async function bench() {
  const { startIdle, startSlowly, timeExtension } = await import(
    pathToFileURL(path.join(root, 'out/test/bench/tests.mjs')).href
  );
  const idle = await startIdle();
  const rows = [];
  try {
    const { took, connections, memory, cpu } = await measure(idle, MANY);
    const more = (took - (MANY.tests * MANY.wait) / MANY.workers) / MANY.tests;
    rows.push({
      what: `Overhead of a test: ${MANY.tests} of ${MANY.wait} ms without browsers, ${MANY.workers} at a time`,
      ours: `${more.toFixed(1)} ms, ${megabytes(memory)}`,
      others: {},
    });
    console.log(
      `${MANY.tests} tests of ${MANY.wait} ms without browsers, ${MANY.workers} at a time   ${seconds(took)}   ${more.toFixed(2)} ms more for each (processor ${(cpu / MANY.tests).toFixed(2)} ms)   ${megabytes(memory)}   ${connections} connections at most`,
    );
  } finally {
    await idle.stop();
  }

  const service = await startRealService();
  const slow = await startSlowly(service, LATER);
  try {
    const starts = [];
    const ends = [];
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      const session = await service.openSession();
      starts.push(performance.now() - began);
      await service.endSession(session);
      ends.push(performance.now() - began - starts.at(-1));
    }
    console.log(`a fresh browser   start ${milliseconds(starts)}   end ${milliseconds(ends)}`);

    const times = { start: [], uploaded: [], fromCatalog: [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const [what, took] of Object.entries(await timeExtension(service))) times[what].push(took);
    console.log(
      `an extension   session without ${milliseconds(times.start)}   uploaded into it ${milliseconds(times.uploaded)}   from the catalog at its start ${milliseconds(times.fromCatalog)}`,
    );

    // With starts as they are here: what clearing saves is a start and an upload.
    const few = { tests: WORKERS[0] * REUSED, wait: 20, workers: WORKERS[0] };
    const each = { fresh: [], reused: [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const reuse of [false, true]) {
        const { took } = await measure(service, few, { reuse, extension: true });
        each[reuse ? 'reused' : 'fresh'].push(took / few.tests);
      }
    console.log(
      `a test of 20 ms with an extension   in a fresh browser ${milliseconds(each.fresh)}   with reuse ${milliseconds(each.reused)}`,
    );
    rows.push({
      what: 'A test of 20 ms with an extension, one after another: each in a fresh browser',
      ours: about(each.fresh),
      others: { 'with `--reuse`': about(each.reused) },
    });

    console.log(`${TESTS} tests of ${seconds(WAIT)}, each in a browser that takes ${seconds(LATER)} longer to start`);
    let alone = 0;
    for (let n = 0; n < ALONE; n++)
      alone += (await measure({ ...service, url: slow.url }, { tests: 1, wait: WAIT, workers: 1 })).took;
    const inRow = (alone / ALONE) * TESTS;
    console.log(`  one after another   ${seconds(inRow)} (from ${ALONE})   efficiency ${efficiency(1, inRow)}`);
    for (const workers of WORKERS) {
      const what = { tests: TESTS, wait: WAIT, workers };
      const { took, first } = await measure({ ...service, url: slow.url }, what);
      const theirs = await byPlaywright(workers);
      console.log(
        `  ${workers} at a time   ${seconds(took)}   efficiency ${efficiency(workers, took)}, after the first start ${efficiency(workers, took - first)}   Playwright ${seconds(theirs)}, ${efficiency(workers, theirs)}`,
      );
      rows.push({
        what: `${TESTS} tests of ${seconds(WAIT)}, each in a browser that takes ${seconds(LATER)} longer to start, ${workers} at a time`,
        ours: `${seconds(took)} (${efficiency(workers, took)} of it in tests)`,
        others: {
          ...(workers === 1 && { 'one by one, none started ahead': seconds(inRow) }),
          'Playwright, a persistent context each': `${seconds(theirs)} (${efficiency(workers, theirs)})`,
        },
      });
    }
  } finally {
    await slow.stop();
    await service.stop();
  }
  return rows;
}
