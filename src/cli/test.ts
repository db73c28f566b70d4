import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { collectReport } from '../app/report/collect-report';
import { REPORT_PARTS } from '../app/report/report';
import { reportPage } from '../app/report/report-html';
import { SessionHistories } from '../app/report/session-history';
import type { Test } from '../app/tests/load-test';
import { TestMemory } from '../app/tests/test-memory';
import { DEFAULT_TEST_TIME, runTests, type TestNeeds } from '../app/tests/run-tests';
import type { BrowserSource } from '../app/tests/test-browsers';
import { countResults } from '../app/tests/test-results';
import { Cancelled, sentenceOf } from '../core/errors';
import { listOf, message } from '../core/message';
import { SEQUENCE_ENDING } from '../core/sequence-files';
import { inspectExtension } from '../packaging';
import { openRecords, type SessionRecord } from '../state';
import { exitCodeOf, openSession, type Context, type ExitCode } from './context';
import { writeOutput } from './files';
import { findTests, type TestChoice } from './find-tests';
import { inMemory, type ProcessConnection } from './host';
import { junitXml } from './junit';
import { localize, t } from './terminal';
import { closingLine, findingLine, jsonOf, resultLines } from './test-words';

export interface TestCommandOptions extends TestChoice {
  /** Names or IDs of sessions to run in, as they are. */
  readonly session: readonly string[];
  readonly pool?: string;
  readonly workers: number;
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
  const connection = await host.connect();
  connection.requireNoProduction();
  const memory = new TestMemory(host.storage, cwd);
  const { tests, bad } = await findTests(cwd, patterns, options, (id) => memory.get(id));
  for (const file of bad)
    if (options.json) terminal.noteLine(findingLine(file));
    else terminal.print(findingLine(file));
  const source = await sourceOf(context, options);
  const workers = source.kind === 'sessions' ? source.sessions.length : options.workers;
  const total = tests.length * options.repeatEach;
  const running = new Set<string>();
  const began = performance.now();
  let ended = 0;
  const needs = needsOf(context, connection, source, options);
  const { retries, repeatEach, maxFailures, timeout = DEFAULT_TEST_TIME } = options;
  const remembered = ({ id }: Test): ReturnType<TestMemory['get']> => memory.get(id);
  const { results, left, failure } = await runTests(
    needs,
    tests,
    { source, workers, retries, repeatEach, maxFailures, timeout, remembered },
    signal,
    {
      onStart: ({ id }) => {
        running.add(id);
        terminal.progress(message('{0} of {1} · {2}', ended, total, listOf([...running])));
      },
      onEnd: (result) => {
        ended++;
        running.delete(result.test.id);
        // Of what has not begun, the number is enough.
        if (result.outcome === 'canceled' && result.attempts.length === 0) return;
        if (!options.json) for (const line of resultLines(terminal, result)) terminal.print(line);
      },
      onNote: (text) => terminal.note(text, 'yellow'),
    },
  );
  await memory.remember(results);
  if (options.junit !== undefined) await writeOutput(path.resolve(cwd, options.junit), junitXml(results, bad));
  for (const text of [...left, ...(failure ? [sentenceOf(failure)] : [])]) terminal.note(text, 'red');
  if (options.json) terminal.printJson({ tests: results.map(jsonOf), problems: bad });
  else terminal.say(closingLine(results, performance.now() - began, Math.min(workers, Math.max(1, total))));
  if (signal.aborted) throw new Cancelled();
  if (failure) return exitCodeOf(failure);
  return countResults(results).failed > 0 || bad.length > 0 || left.length > 0 ? 1 : 0;
}

async function sourceOf(context: Context, { session, pool }: TestCommandOptions): Promise<BrowserSource> {
  if (pool !== undefined) return { kind: 'pool', pool };
  if (session.length === 0) return { kind: 'fresh', options: { tags: { 'browser-sessions': 'test' } } };
  const sessions: SessionRecord[] = [];
  for (const each of session) sessions.push((await openSession(context, each, 'changes')).session);
  return { kind: 'sessions', sessions };
}

function needsOf(
  context: Context,
  connection: ProcessConnection,
  source: BrowserSource,
  { report, version }: TestCommandOptions,
): TestNeeds {
  const { host, cwd } = context;
  const { client, settings } = connection;
  const histories = new SessionHistories();
  // Nobody comes back to the browsers of tests: they are remembered while these run.
  const records = source.kind === 'sessions' ? connection.records : openRecords(inMemory(), settings, () => {});
  const { devtools } = host;
  const access = { ...records, client, devtools };
  const reportOf = async (session: SessionRecord, signal: AbortSignal): Promise<string> => {
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
    return reportPage(await collectReport(needs, new Set(parts), signal), { t, localize, language: 'en' });
  };
  return {
    access,
    upload: {
      ...connection.upload,
      connect: async () => ({ client, sessions: records.sessions, production: false, devtools }),
    },
    topOf: (folder) => host.topOf(folder),
    memory: { connection: settings, histories, localize },
    onFailed: async (failed, session, signal) => {
      if (report === undefined) return;
      const page = await reportOf(session, signal);
      await mkdir(path.resolve(cwd, report), { recursive: true });
      await writeOutput(path.resolve(cwd, report, reportName(failed)), page);
    },
  };
}

/** Of the page of a failed test: its path in one name. */
function reportName({ id }: Test): string {
  return `${id.slice(0, -SEQUENCE_ENDING.length).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.report.html`;
}
