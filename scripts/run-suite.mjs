// One suite in a process of its own, so that the processor time of all that it starts can be told:
//   node scripts/run-suite.mjs NAME   with the variables that scripts/test.mjs sets
// Each test that fails runs once more, alone: if it passes then, it is unsteady. Writes what it came to into SUITE_RESULTS.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitOnSignals } from './signals.mjs';
import { hasTests, MAX_UNSTEADY, suites } from './suites.mjs';
import { temporaryFolder } from './temporary.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Milliseconds. A suite that hangs is stopped after this time. */
const LIMIT_MS = 60 * 60_000;
/** The same after its last test: what keeps it then is something that a failed test has left open. */
const END_LIMIT_MS = 60_000;
/** Of a second, as /proc counts. */
const TICKS = 100;

/**
 * Runs tests and waits for them; false if they failed or had to be stopped.
 * @param results the file that they write at their end.
 */
function run(args, env, results) {
  const hasGroups = process.platform !== 'win32';
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: hasGroups,
  });
  // With what it has started: a service whose test was killed would stay.
  const end = () => (hasGroups && child.pid ? process.kill(-child.pid, 'SIGTERM') : child.kill('SIGTERM'));
  process.once('exit', end);
  const stop = () => {
    console.error(`${args[0]} did not end by itself.`);
    end();
  };
  let late = setTimeout(stop, LIMIT_MS);
  const watching = setInterval(() => {
    if (!fs.existsSync(results)) return;
    clearInterval(watching);
    clearTimeout(late);
    late = setTimeout(stop, END_LIMIT_MS);
  }, 1000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearInterval(watching);
      clearTimeout(late);
      process.removeListener('exit', end);
      resolve(code === 0);
    });
  });
}

/** Seconds of processor time of this process and of all that it has started and that has ended; only on Linux. */
function cpuSeconds() {
  if (process.platform !== 'linux') return undefined;
  const fields = fs
    .readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // From the third field on: utime, stime, cutime, cstime. Source: proc(5).
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** Runs the suite, or some of its tests. */
async function runTests(suite, which, env = {}) {
  const results = path.join(folder.path, 'results.json');
  fs.rmSync(results, { force: true });
  const isGood = await run(suite.command(which), { ...env, GREP: which.grep ?? '', TEST_RESULTS: results }, results);
  const told = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : {};
  return { isGood, passed: [], failures: [], skipped: 0, ...told };
}

/** Runs what has failed once more. @returns the titles that have passed now, and how each failure has ended. */
async function runAgain(suite, failures) {
  const passed = [];
  const ended = [];
  for (const failure of failures) {
    console.log(`\nOnce more, by itself: ${failure.title}`);
    const again = await runTests(suite, { grep: failure.grep, file: failure.file }, { TEST_FAILURES: '' });
    passed.push(...again.passed);
    ended.push({ ...failure, isUnsteady: again.isGood && again.passed.length > 0 });
  }
  return { passed, ended };
}

const [name] = process.argv.slice(2);
const { GREP: grep, SUITE_RESULTS: output } = process.env;
exitOnSignals();
const folder = temporaryFolder();
const suite = suites[name];
const first = hasTests(suite)
  ? await runTests(suite, { grep })
  : { isGood: false, passed: [], failures: [], skipped: 0 };
// If more than that have failed, it is known how the run ends.
const isChance = first.failures.length <= MAX_UNSTEADY;
const again = isChance ? await runAgain(suite, first.failures) : { passed: [], ended: first.failures };
const count = first.passed.length + again.passed.filter((title) => !first.passed.includes(title)).length;
const problems = again.ended;
if (!isChance) console.log(`\n${problems.length} tests failed: that is no chance, and none is run again.`);
const isEmpty = count + problems.length === 0;
if (isEmpty) problems.push({ title: name, message: 'No test ran.' });
else if (!first.isGood && problems.length === 0)
  problems.push({ title: name, message: 'All tests passed, but the suite did not end well.' });
folder.remove();
if (output)
  fs.writeFileSync(output, JSON.stringify({ passed: count, skipped: first.skipped, problems, cpu: cpuSeconds() }));
process.exit(problems.every(({ isUnsteady }) => isUnsteady) ? 0 : 1);
