// npm run bench -- hostile: how long crafted extensions keep the packaging busy. `--before PATH`: compared with another
// out/packaging.mjs.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount, isQuick } from './amount.mjs';
import { hostileInputs, layInput } from './hostile-inputs.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const OURS = path.join(here, '../../out/packaging.mjs');
/** Milliseconds after which a measurement is aborted. */
const LIMIT = 60_000;
/**
 * How many times more pieces than in the first measurement: if it takes much more than that factor, the time is not
 * linear.
 */
const MORE = 4;
const part = (count) => Math.ceil(count / amount(1, 100));

/** One run in its own process, formatted for people. */
function measure(packaging, input, count) {
  const temporary = temporaryFolder();
  const args = layInput(input, count, temporary.path);
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [path.join(here, 'hostile-run.mjs'), packaging, ...args],
    { encoding: 'utf8', timeout: LIMIT, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 },
  );
  temporary.remove();
  if (error?.code === 'ETIMEDOUT') return `over ${LIMIT / 1000} s`;
  if (!stdout) throw new Error(`The run ended without a word: ${error?.message ?? stderr}`);
  const { ms, cpu, failed, count: found } = JSON.parse(stdout);
  const told = found > 0 ? `, ${found} problem${found > 1 ? 's' : ''}` : '';
  return `${ms.toFixed(0)} ms (${cpu.toFixed(0)} of work)${failed ? `, ${failed.split(':')[0]}` : told}`;
}

export async function bench({ before } = {}) {
  if (before && !fs.existsSync(before))
    throw new Error(`There is no ${before}. Build the other checkout, and name its out/packaging.mjs.`);
  const rows = await step('Reading hostile extensions', () =>
    Object.entries(hostileInputs).map(([name, input]) => ({
      name: `${part(input.count).toLocaleString('en')} × ${name}`,
      ours: measure(OURS, input, part(input.count)),
      // The quick form shows that each input is read, and starts a hundred processes for that already.
      more: input.isBounded || isQuick ? '' : measure(OURS, input, part(input.count) * MORE),
      before: before ? measure(before, input, part(input.count)) : '',
    })),
  );
  console.log(
    `\nHostile extensions, each in a process of its own; ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, Node ${process.version}`,
  );
  console.log(`  ${''.padEnd(56)} ${'ours'.padEnd(46)} ${`${MORE} times as many`.padEnd(46)} ${before ?? ''}`);
  for (const { name, ours, more, before: was } of rows)
    console.log(`  ${name.padEnd(56)} ${ours.padEnd(46)} ${more.padEnd(46)} ${was}`);
}
