// npm test: everything from a fresh clone to the last line "N passed, N failed".
//   npm test -- unit service       only these suites      npm test -- window --grep release       only these tests
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { exitOnSignals } from './signals.mjs';
import { since, step } from './step.mjs';
import { hasTests, suites, suitesNamed } from './suites.mjs';
import { temporaryFolder } from './temporary.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** A suite that hangs is stopped after this time. */
const LIMIT_MS = 60 * 60_000;

/**
 * Runs a program of this repository and waits for it; false if it failed or had to be stopped.
 * @param output a file for what it prints; by default it is shown.
 */
function run(args, env = {}, output) {
  const out = output === undefined ? 'inherit' : fs.openSync(output, 'w');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', out, out],
  });
  const onExit = () => child.kill('SIGTERM');
  process.once('exit', onExit);
  const late = setTimeout(() => {
    console.error(`${args[0]} did not end by itself.`);
    child.kill('SIGTERM');
  }, LIMIT_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(late);
      process.removeListener('exit', onExit);
      resolve(code === 0);
    });
  });
}

/**
 * Prepares everything that the suites need; the big downloads run at the same time. Returns Chromium's path and the
 * steps that failed.
 */
async function prepare(names, everything) {
  await ensureDependencies();
  const needs = new Set(names.flatMap((name) => suites[name].needs));
  const failures = [];
  const { installVSCode } = await import('./vscode/install.mjs');
  const installing = Promise.all(['newest', 'oldest'].filter((host) => needs.has(host)).map(installVSCode));
  installing.catch(() => {}); // reported where it is awaited, below
  const { buildAll } = await import('./build.mjs');
  await step('Building', buildAll);
  if (everything) await step('Checking types and style', check).catch(() => failures.push('check'));
  await (await import('./package.mjs')).packageExtension();
  const chromium = names.every((name) => name === 'unit' || name === 'verdicts')
    ? undefined
    : await (await import('./chromium.mjs')).ensureChromium();
  await installing;
  return { chromium, failures };
}

async function check() {
  if (!(await run(['node_modules/typescript/bin/tsc', '-p', '.']))) throw new Error('types');
  if (!(await run(['node_modules/oxlint/bin/oxlint', '--type-aware']))) throw new Error('style');
  if (!(await run(['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'])))
    throw new Error('format');
}

const isBeside = (name) => suites[name].runsBeside === true;

async function runSuite(name, env, folder) {
  const suite = suites[name];
  const start = performance.now();
  console.log(`\n> Suite ${name} …`);
  const results = path.join(folder, `${name}.json`);
  // What runs beside others prints after them.
  const output = isBeside(name) ? path.join(folder, `${name}.txt`) : undefined;
  const good = hasTests(suite) && (await run(suite.command(), { ...env, TEST_RESULTS: results }, output));
  const {
    passed,
    failed,
    skipped,
    failures = [],
  } = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
  const empty = passed + failed === 0;
  if (empty) console.error(`Suite ${name}: no test ran.`);
  // A suite without a test, or one that fails although its tests pass, counts as one failure.
  return { name, passed, skipped, failed: failed || (empty || !good ? 1 : 0), failures, time: since(start) };
}

/** What failed, once more at the end: in a log of thousands of lines nobody finds it elsewhere. */
function listFailures(rows) {
  for (const { name, failures = [] } of rows)
    for (const { title, message } of failures)
      console.log(`Failed in ${name}: ${title}\n  ${message.slice(0, 2_000).replaceAll('\n', '\n  ')}\n`);
}

function table(rows) {
  console.log('');
  for (const { name, passed, failed, skipped, time } of rows) {
    console.log(
      `${name.padEnd(15)} ${`${passed}`.padStart(5)} passed ${`${failed}`.padStart(5)} failed ${`${skipped}`.padStart(5)} skipped  ${time}`,
    );
  }
}

function lastLine(rows) {
  const sum = (field) => rows.reduce((total, row) => total + row[field], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`);
  return sum('failed') === 0;
}

exitOnSignals();
const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });
if (values.grep) process.env.GREP = values.grep;
const start = performance.now();
const folder = temporaryFolder();
const rows = [];
try {
  const names = suitesNamed(positionals);
  const { chromium, failures } = await prepare(names, positionals.length === 0);
  rows.push(...failures.map((name) => ({ name, passed: 0, failed: 1, skipped: 0, time: '' })));
  // What a killed browser leaves behind is removed with our folder.
  const env = {
    BROWSER_SESSIONS_ROOT: root,
    TMPDIR: folder.path,
    ...(chromium && { BROWSER_SESSIONS_CHROMIUM: chromium }),
  };
  const beside = names.filter(isBeside).map((name) => runSuite(name, env, folder.path));
  for (const name of names.filter((each) => !isBeside(each))) rows.push(await runSuite(name, env, folder.path));
  for (const running of beside) {
    const row = await running;
    const output = path.join(folder.path, `${row.name}.txt`);
    if (fs.existsSync(output)) console.log(fs.readFileSync(output, 'utf8'));
    rows.push(row);
  }
} catch (error) {
  console.error(error.message);
  rows.push({ name: 'preparation', passed: 0, failed: 1, skipped: 0, time: '' });
}
folder.remove();
table(rows);
listFailures(rows);
console.log(`All in ${since(start)}.\n`);
process.exit(lastLine(rows) ? 0 : 1);
