// Prints the measurements of the wire benchmark.
import { median, megabytes, milliseconds } from './figures.mjs';
import { BATCH, BYTES, programs, running, withCurl } from './wire-rivals.mjs';

const line = (title, text) => console.log(`  ${title.padEnd(52)} ${text}`);
const times = (results) => results.map(({ ms }) => ms);

/** The median of the ratios of all rounds. */
const ratio = (results, ours) => median(times(results).map((ms, round) => ms / ours[round].ms)).toFixed(2);

/** Each compared with ours, which is the first. */
function printRows(names, results) {
  for (const [index, name] of names.entries())
    line(name, `${milliseconds(times(results[index]))}${index ? `, ${ratio(results[index], results[0])} × ours` : ''}`);
}

function titleOf(name, operation) {
  if (name === 'curl') return 'curl, a process each';
  return `${name}, in a process that runs, ${operation === 'click' ? `${BATCH} a round` : 'zip in memory'}`;
}

export function printOperation(operation, title, { whole, running: { first, results } }, rounds) {
  console.log(
    `\n${operation === 'click' ? 'A click' : `An upload of ${megabytes(BYTES)}`}, ${title}: ${rounds.whole[operation]} rounds of whole processes, ${rounds.running[operation]} in processes that run`,
  );
  printRows(
    programs.map(({ name }) => `${name}, a whole process`),
    whole,
  );
  printRows(
    running.map(({ name }) => titleOf(name, operation)),
    results,
  );
  const byItself = withCurl && results.at(-1).map((result) => ({ ms: result.byItself }));
  if (byItself)
    line(
      '  by its own clock, without its start and end',
      `${milliseconds(times(byItself))}, ${ratio(byItself, results[0])} × ours`,
    );
  line(
    operation === 'click' ? `the first ${BATCH} of a process, each of them` : 'the very first of a process',
    first
      .slice(0, 2)
      .map(([{ ms }], index) => `${running[index].name} ${ms.toFixed(1)} ms`)
      .join(', '),
  );
}

const signed = (bytes) => `${bytes < 0 ? '-' : '+'}${megabytes(Math.abs(bytes))}`;

export function printMemory(memory, rounds) {
  console.log(
    `\nMemory of whole processes at its highest (GNU time, resident set), and above one that only starts: ${rounds} rounds, plain server`,
  );
  for (const [index, { name }] of programs.entries()) {
    const [idle, click, upload] = ['idle', 'click', 'upload'].map((what) => median(memory[what][index]));
    line(
      name,
      `only started ${megabytes(idle)}; click ${megabytes(click)}, ${signed(click - idle)}; upload ${megabytes(upload)}, ${signed(upload - idle)}`,
    );
  }
}
