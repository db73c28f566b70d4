// npm test: from a fresh clone to the last line "N passed, N failed".
//   npm run test:all             also what only the nightly run has
//   npm test -- unit service     only these suites, whole       npm test -- window --grep release     only these tests
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { NotHere } from './not-here.mjs';
import { exitOnSignals } from './signals.mjs';
import { since, step } from './step.mjs';
import { MAX_UNSTEADY, suites, suitesNamed } from './suites.mjs';
import { temporaryFolder } from './temporary.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Below this folder, each test that fails has one with what a person needs to see why. */
const failuresFolder = path.join(root, 'out/failures');

const install = async (host) => (await import('./vscode/install.mjs')).installVSCode(host);

/** What the suites need. All of it is prepared at the same time, and a suite starts once its own needs are met. */
function preparations(names) {
  const needs = new Set(names.flatMap((name) => suites[name].needs));
  const installed = ensureDependencies();
  const built = installed.then(async () => step('Building', (await import('./build.mjs')).buildAll));
  const ready = built.then(async () => (await import('./package.mjs')).packageExtension());
  const ways = {
    chromium: () => built.then(async () => (await import('./chromium.mjs')).ensureChromium()),
    newest: () => install('newest'),
    oldest: () => install('oldest'),
    windows: async () => (await import('./windows.mjs')).ensureWindows(),
  };
  const wanted = [...needs].map((need) => [need, ways[need]()]);
  return { ready, ...Object.fromEntries(wanted) };
}

/** What the suites print: as it comes of one at a time, and of the others after it. */
class Terminal {
  held = [];
  isTaken = false;

  /** @returns a file for what a suite prints; undefined if it is to be shown at once. */
  begin(file) {
    if (this.isTaken) return file;
    this.isTaken = true;
    return undefined;
  }

  end(file) {
    if (file) this.held.push(file);
    else this.isTaken = false;
    if (this.isTaken) return;
    for (const each of this.held.splice(0)) console.log(fs.readFileSync(each, 'utf8'));
  }
}

/** Runs a suite. @returns its row of the closing table. */
async function runSuite(name, env, folder, terminal) {
  const start = performance.now();
  const results = path.join(folder, `${name}.json`);
  const file = terminal.begin(path.join(folder, `${name}.txt`));
  console.log(`\n> Suite ${name}: ${suites[name].about} …`);
  const out = file === undefined ? 'inherit' : fs.openSync(file, 'w');
  const child = spawn(process.execPath, ['scripts/run-suite.mjs', name], {
    cwd: root,
    env: { ...env, SUITE_RESULTS: results, TEST_FAILURES: path.join(failuresFolder, name) },
    stdio: ['ignore', out, out],
  });
  const onExit = () => child.kill('SIGTERM');
  process.once('exit', onExit);
  await once(child, 'exit');
  process.removeListener('exit', onExit);
  terminal.end(file);
  console.log(`  Suite ${name}: ${since(start)}`);
  const ended = [{ title: name, message: 'The suite did not end.' }];
  const told = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : {};
  const row = { name, time: since(start), passed: 0, skipped: 0, problems: ended, ...told };
  if (row.problems.length === 0) fs.rmSync(path.join(failuresFolder, name), { recursive: true, force: true });
  return row;
}

/** The cores of this machine, for as many suites as fit; who asks first is served first. */
class Cores {
  free = availableParallelism();
  asking = [];

  async take(wanted) {
    const number = Math.min(wanted, availableParallelism());
    await new Promise((resolve) => {
      this.asking.push({ number, resolve });
      this.serve();
    });
    return () => {
      this.free += number;
      this.serve();
    };
  }

  serve() {
    while (this.asking.length > 0 && this.asking[0].number <= this.free) {
      const { number, resolve } = this.asking.shift();
      this.free -= number;
      resolve();
    }
  }
}

/** Runs each suite once what it needs is there, and the cores for it. @returns their rows. */
function runSuites(names, { ready, ...installed }, env, folder) {
  const terminal = new Terminal();
  const cores = new Cores();
  return Promise.all(
    names.map(async (name) => {
      const { needs, cores: wanted } = suites[name];
      try {
        await Promise.all([ready, ...needs.map((need) => installed[need])]);
      } catch (error) {
        if (!(error instanceof NotHere)) throw error;
        return { name, notHere: error.message, passed: 0, skipped: 0, problems: [] };
      }
      const giveBack = await cores.take(wanted);
      const chromium = needs.includes('chromium') ? { BROWSER_SESSIONS_CHROMIUM: await installed.chromium } : {};
      const row = await runSuite(name, { ...env, ...chromium }, folder, terminal);
      giveBack();
      return row;
    }),
  );
}

const isUnsteady = (problem) => problem.isUnsteady === true;
const countFailed = ({ problems }) => problems.filter((problem) => !isUnsteady(problem)).length;
const inMinutes = (seconds) => (seconds === undefined ? '' : `${(seconds / 60).toFixed(1)} min CPU`);

function table(rows) {
  console.log('');
  for (const row of rows) {
    if (row.notHere) {
      console.log(`${row.name.padEnd(15)} does not run here: ${row.notHere}`);
      continue;
    }
    const counts = [row.passed, countFailed(row), row.skipped].map((count) => `${count}`.padStart(5));
    console.log(
      `${row.name.padEnd(15)} ${counts[0]} passed ${counts[1]} failed ${counts[2]} skipped  ${row.time.padStart(12)}  ${inMinutes(row.cpu)}`,
    );
  }
}

/** What went wrong, at the end: in a log of thousands of lines nobody finds it elsewhere. */
function listProblems(rows) {
  for (const { name, problems } of rows)
    for (const problem of problems) {
      const words = isUnsteady(problem) ? 'unsteady' : `Failed in ${name}`;
      console.log(`\n${words}: ${problem.title}\n  ${problem.message.slice(0, 2_000).replaceAll('\n', '\n  ')}`);
    }
  if (rows.some(({ problems }) => problems.length > 0) && fs.existsSync(failuresFolder))
    console.log(`\nPictures and logs of what failed: ${failuresFolder}`);
}

/** The last lines. @returns whether all is well. */
function close(rows) {
  const sum = (count) => rows.reduce((total, row) => total + count(row), 0);
  const [passed, failed, skipped] = [sum((row) => row.passed), sum(countFailed), sum((row) => row.skipped)];
  const unsteady = rows.flatMap(({ problems }) => problems).filter(isUnsteady).length;
  const tooMany = unsteady > MAX_UNSTEADY;
  if (tooMany) console.log(`\n${unsteady} tests are unsteady: that is one failure more.`);
  console.log(`\nAll in ${since(start)}.\n`);
  console.log(`${passed} passed, ${failed + (tooMany ? 1 : 0)} failed${skipped ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && !tooMany;
}

exitOnSignals();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string' }, all: { type: 'boolean', default: false } },
});
const start = performance.now();
const folder = temporaryFolder();
fs.rmSync(failuresFolder, { recursive: true, force: true });
const rows = [];
try {
  const nightly = values.all || positionals.length > 0;
  const names = suitesNamed(positionals, { nightly });
  // What a killed browser leaves behind is removed with our folder.
  const env = {
    ...process.env,
    BROWSER_SESSIONS_ROOT: root,
    TMPDIR: folder.path,
    // What windows and agents share lies in the home, and their sockets in the runtime folder if there is one.
    HOME: path.join(folder.path, 'home'),
    XDG_RUNTIME_DIR: '',
    GREP: values.grep ?? process.env.GREP ?? '',
    TEST_NIGHTLY: nightly ? 'yes' : '',
  };
  rows.push(...(await runSuites(names, preparations(names), env, folder.path)));
} catch (error) {
  rows.push({
    name: 'preparation',
    passed: 0,
    skipped: 0,
    problems: [{ title: 'preparation', message: error.message }],
    time: '',
  });
}
folder.remove();
table(rows);
listProblems(rows);
process.exit(close(rows) ? 0 : 1);
