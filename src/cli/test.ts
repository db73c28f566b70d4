import path from 'node:path';
import { coveredFiles } from '../app/coverage/coverage-text';
import { RunCoverage, type Coverage } from '../app/coverage/run-coverage';
import { collectReport } from '../app/report/collect-report';
import { REPORT_PARTS, type Report } from '../app/report/report';
import { SessionHistories } from '../app/report/session-history';
import type { Test } from '../app/tests/load-test';
import { testRedactor } from '../app/tests/test-redactor';
import { TestMemory } from '../app/tests/test-memory';
import { DEFAULT_TEST_TIME, runTests, type TestNeeds, type TestRun } from '../app/tests/run-tests';
import { testNeeds } from '../app/tests/test-needs';
import { FRESH_OPTIONS, usualSource, type BrowserSource } from '../app/tests/test-browsers';
import { countResults } from '../app/tests/test-results';
import { usualWorkers } from '../app/tests/usual-workers';
import { Cancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { appendChosenFile, inspectExtension } from '../packaging';
import { inMemory, openRecords, type SessionRecord } from '../state';
import { openSession, type Context, type ExitCode } from './context';
import { writeOutput } from './files';
import { findTests, type TestChoice } from './find-tests';
import { annotationsOf, isOnGitHub, jobSummary, MAX_SUMMARY } from './github';
import type { ProcessConnection, ProcessHost } from './host';
import { junitXml } from './junit';
import { lineOf, localize } from './terminal';
import { percentages, tellCoverage, wantsCoverage, type CoverageOptions } from './test-coverage';
import { TestProgress } from './test-progress';
import { TestReport } from './test-report';
import { badTest, closingLine, findingLine, jsonOf, resultLines, shownTest, type ShownTest } from './test-words';

export interface TestCommandOptions extends TestChoice, CoverageOptions {
  /** Names or IDs of sessions to run in, as they are. */
  readonly session: readonly string[];
  readonly pool?: string;
  /** Name of the profile that each browser starts with. */
  readonly profile?: string;
  /** Undefined: as many as there is room for. */
  readonly workers?: number;
  /** Whether a browser runs several tests, and is cleared between. */
  readonly reuse: boolean;
  /** Ports of this machine that tests may reach. */
  readonly share: readonly number[];
  readonly retries: number;
  readonly repeatEach: number;
  readonly maxFailures?: number;
  /** Milliseconds. */
  readonly timeout?: number;
  /** A file to write. */
  readonly junit?: string;
  /** A folder to write. */
  readonly report?: string;
  readonly json: boolean;
  /** Of this program. */
  readonly version: string;
}

/** Runs sequences as tests: by default each in a fresh browser, several at a time. */
export async function test(
  context: Context,
  patterns: readonly string[],
  options: TestCommandOptions,
): Promise<ExitCode> {
  const { terminal, signal, cwd, host } = context;
  const { json } = options;
  const memory = new TestMemory(host.storage, cwd);
  const { tests, bad } = await findTests(cwd, patterns, options, (id) => memory.get(id));
  if (!json) for (const file of bad) terminal.print(findingLine(terminal, file));
  const { repeatEach } = options;
  const folder = options.report === undefined ? undefined : path.resolve(cwd, options.report);
  const report = folder === undefined ? undefined : await TestReport.in(folder, tests, repeatEach);
  const at = Date.now();
  const ran = tests.length === 0 ? NOTHING : await runAll(context, tests, memory, report, options);
  const shown = [...bad.map(badTest), ...ran.shown];
  const { took, workers, results, left } = ran;
  await memory.remember(results);
  const closing = lineOf(closingLine(shown, took, workers));
  for (const text of left) terminal.note(text, 'red');
  const { failed, canceled } = countResults(shown);
  const { coverage } = ran;
  const isEnough = coverage ? await tellCoverage(context, coverage, options, !json) : true;
  if (json)
    terminal.printJson({
      tests: ran.shown.map(jsonOf),
      problems: bad,
      ...(coverage && { coverage: percentages(coverage) }),
    });
  else terminal.print(terminal.style(failed > 0 ? 'red' : canceled > 0 ? 'yellow' : 'green', closing));
  await tellGitHub(context, shown, closing);
  if (options.junit !== undefined) await writeOutput(path.resolve(cwd, options.junit), junitXml(ran.shown, bad));
  if (report) {
    const covered = coverage ? coveredFiles(coverage.map, cwd) : [];
    const index = await report.writeIndex(shown, { at, took, workers, version: options.version }, covered);
    terminal.note(message('The report is in {0}.', path.relative(cwd, index)));
  }
  if (signal.aborted) throw new Cancelled();
  if (ran.failure) throw ran.failure;
  return failed > 0 || left.length > 0 || !isEnough ? 1 : 0;
}

/** What came of tests, with what it is told from. */
interface Ran extends TestRun {
  readonly shown: readonly ShownTest[];
  readonly took: number;
  readonly workers: number;
  readonly coverage?: Coverage | undefined;
}

const NOTHING: Ran = { results: [], left: [], shown: [], took: 0, workers: 1 };

async function runAll(
  context: Context,
  tests: readonly Test[],
  memory: TestMemory,
  report: TestReport | undefined,
  options: TestCommandOptions,
): Promise<Ran> {
  const { terminal, signal, host } = context;
  const connection = await host.connect();
  connection.requireNoProduction();
  const { retries, repeatEach, maxFailures, reuse, timeout = DEFAULT_TEST_TIME } = options;
  const source = await sourceOf(context, options);
  const total = tests.length * repeatEach;
  const given = source.kind === 'sessions' ? undefined : options.workers;
  const { client, settings } = connection;
  const most = given ?? (await usualWorkers(source, { client, address: settings.address }, signal));
  const skipped = tests.filter(({ sequence }) => sequence.skip !== undefined).length * repeatEach;
  const workers = Math.max(1, Math.min(most, total - skipped));
  const redact = testRedactor(connection, tests);
  const coverage = wantsCoverage(options) ? new RunCoverage((each) => host.topOf(each)) : undefined;
  const began = performance.now();
  const progress = new TestProgress(terminal, total);
  try {
    const run = await runTests(
      needsOf(context, connection, source, options, report),
      tests,
      {
        source,
        reuse,
        workers,
        retries,
        repeatEach,
        maxFailures,
        timeout,
        coverage,
        remembered: ({ id }) => memory.get(id),
      },
      signal,
      {
        onStart: (each, repeat, attempt) => progress.started(each, repeat, attempt),
        onStep: (each, sequence, done, repeat) => progress.stepDone(each, sequence, done, repeat),
        onEnd: (result) => {
          const shown = shownTest(result, redact);
          report?.add(result);
          progress.ended(shown);
          // Of what has not begun, the number is enough.
          const isBegun = shown.outcome !== 'canceled' || shown.attempts.length > 0;
          if (!options.json && isBegun) for (const line of resultLines(terminal, shown)) terminal.print(line);
          progress.show();
        },
        onNote: (text) => terminal.note(text, 'yellow'),
      },
    );
    const shown = run.results.map((result) => shownTest(result, redact));
    const took = performance.now() - began;
    return { ...run, shown, took, workers, coverage: signal.aborted ? undefined : await coverage?.result(signal) };
  } finally {
    progress.end();
  }
}

/** Has GitHub show what failed at its lines, and the results in the summary of the job. */
async function tellGitHub(
  { terminal, environment, cwd }: Context,
  tests: readonly ShownTest[],
  closing: string,
): Promise<void> {
  if (!isOnGitHub(environment)) return;
  for (const annotation of annotationsOf(tests, cwd, environment)) terminal.annotate(annotation);
  const file = environment['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '') return;
  await appendChosenFile(file, (bytes) => jobSummary(tests, closing, MAX_SUMMARY - bytes)).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    terminal.note(error.text, 'yellow');
  });
}

async function sourceOf(context: Context, { session, pool, profile }: TestCommandOptions): Promise<BrowserSource> {
  if (pool !== undefined) return { kind: 'pool', pool };
  if (profile !== undefined) return { kind: 'fresh', options: { ...FRESH_OPTIONS, profile: { name: profile } } };
  if (session.length === 0) return usualSource((await context.host.connect()).client, context.signal);
  const sessions: SessionRecord[] = [];
  for (const each of session) sessions.push((await openSession(context, each, 'changes')).session);
  return { kind: 'sessions', sessions };
}

/** What tests need in this process. @param kept as for `testNeeds`. */
export function processTestNeeds(
  host: ProcessHost,
  { client, settings, upload }: ProcessConnection,
  kept?: Parameters<typeof testNeeds>[1],
): TestNeeds {
  const { devtools } = host;
  return testNeeds({ client, settings, upload, devtools, topOf: (folder) => host.topOf(folder), localize }, kept);
}

function needsOf(
  { host }: Context,
  connection: ProcessConnection,
  source: BrowserSource,
  { version, share }: TestCommandOptions,
  written: TestReport | undefined,
): TestNeeds {
  const { client, settings } = connection;
  const histories = new SessionHistories();
  // Nobody comes back to the browsers of tests: they are remembered while these run.
  const records = source.kind === 'sessions' ? connection.records : openRecords(inMemory(), settings, () => {});
  const { devtools } = host;
  const access = { ...records, client, devtools };
  const reportOf = async (session: SessionRecord, signal: AbortSignal): Promise<Report> => {
    const needs = {
      access,
      session,
      connection: settings,
      history: histories.of(settings, session.id),
      // A process of its own has one token.
      tokens: [],
      versions: { extension: version, editor: '' },
      inspect: (folder: string, chromium: string | undefined, limited: AbortSignal) =>
        inspectExtension(folder, { ...(chromium !== undefined && { chromium }) }, limited),
      topOf: (folder: string) => host.topOf(folder),
      localize,
    };
    // A job has no person to look at what is stored.
    const parts = REPORT_PARTS.filter((part) => part !== 'storage');
    return collectReport(needs, new Set(parts), signal);
  };
  return {
    ...processTestNeeds(host, connection, { records, histories }),
    ports: new Set(share),
    onFailed: async (failed, session, signal, repeat) => {
      await written?.writeFailure(failed, repeat, await reportOf(session, signal));
    },
  };
}
