import path from 'node:path';
import * as vscode from 'vscode';
import { RunCoverage } from '../../app/coverage/run-coverage';
import { loadTest, portsOf, uploadsBuilds, type Test } from '../../app/tests/load-test';
import { DEFAULT_TEST_TIME, runTests, type TestNeeds } from '../../app/tests/run-tests';
import { sharedExtension } from '../../app/tests/catalog-extension';
import { usualSource, type BrowserSource } from '../../app/tests/test-browsers';
import { onlyExtensionOf } from '../../app/tests/test-files';
import { TestMemory } from '../../app/tests/test-memory';
import type { TestResult } from '../../app/tests/test-results';
import { usualWorkers } from '../../app/tests/usual-workers';
import { SettledChanges, WatchLoop } from '../../app/watch-loop';
import { Cancelled, sentenceOf } from '../../core/errors';
import { message, quotedListOf, sentences, type Message } from '../../core/message';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { readSequenceText } from '../../app/sequences/sequence-text';
import type { Client } from '../../api';
import { portName } from '../../core/shared-port';
import { describeStep } from '../../core/steps';
import { debugUpload } from '../debug/start-debugging';
import { confirmAt } from '../connections/confirm-at';
import { setContext } from '../editor/context';
import { localize, MAX_NAME, MAX_WORDS, t } from '../editor/localize';
import { pick } from '../editor/pick';
import { reusesBrowsers, testPool, testWorkers } from '../editor/settings';
import { topOf } from '../editor/uris';
import { servicesFor, type Services, type WindowServices } from '../services';
import { sessionsOf } from '../sessions/choose-session';
import { withVideos } from '../sessions/videos';
import { BUILD_TASKS } from '../upload/build-tasks';
import { ShownCoverage } from './test-coverage';
import { FailureFiles, tellResult, TestOutput } from './test-messages';
import type { RunKind, TestParts } from './test-list';
import { windowTestNeeds } from './test-needs';
import { SOURCES, textOf } from './test-sources';

/** Sequences that are named in a question. */
const MAX_NAMED = 5;

/**
 * Runs sequences as tests.
 * @param folder where the pictures and reports of what failed are kept, until as many others have come.
 * @param storage where it is remembered how long tests took.
 */
export function testParts(window: WindowServices, folder: vscode.Uri, storage: vscode.Memento): TestParts {
  const files = new FailureFiles(window, folder);
  const coverage = new ShownCoverage();
  return {
    coverageOf: (file, item) => coverage.detailsOf(file, item),
    addCoverage: (run, found) => coverage.add(run, found, never),
    tagsOf: async (uri) => {
      const text = await textOf(uri.fsPath).catch(() => undefined);
      const read = text === undefined ? undefined : readSequenceText(text, []);
      return read && 'steps' in read ? (read.tags ?? []) : [];
    },
    watch: (items, work) => watchTests(window, items, work),
    run: async (kind, run, items, token) => {
      const stopping = new AbortController();
      token.onCancellationRequested(() => stopping.abort());
      const { signal } = stopping;
      const services = servicesFor(window);
      const errored = (item: vscode.TestItem, error: unknown): void =>
        run.errored(item, new vscode.TestMessage(localize(sentenceOf(error), MAX_WORDS)));
      try {
        const loaded = await load(items, errored);
        if (loaded.size === 0) return;
        const tests = [...loaded.keys()];
        const source = await sourceFor(services, kind, signal);
        const workers = kind === 'debug' ? 1 : await workersFor(services, source, tests.length, signal);
        await confirmTests(services, source, workers, tests);
        const ports = await allowedPorts(services, tests);
        const sessions = source.kind === 'sessions' ? source.sessions.map(({ id }) => id) : [];
        await withVideos(services, sessions, () =>
          runLoaded({ services, run, files, coverage, source, workers, ports, storage, kind }, loaded, signal),
        );
      } catch (error) {
        for (const item of items)
          if (error instanceof Cancelled) run.skipped(item);
          else errored(item, error);
        if (!(error instanceof Cancelled)) window.log.error(error);
      }
    },
  };
}

/** A build in a task of the window is waited for. */
async function watchTests(
  { inspections }: WindowServices,
  items: readonly vscode.TestItem[],
  work: () => Promise<void>,
): Promise<vscode.Disposable> {
  const settled = new SettledChanges();
  const tests = await load(items, () => {});
  const folders = new Set([...tests.keys()].flatMap(({ extension }) => extension ?? []));
  const ofFolders = [...folders].map((folder) => inspections.changesIn(vscode.Uri.file(folder)));
  const files = vscode.workspace.createFileSystemWatcher(`**/*${SEQUENCE_ENDING}`);
  const onFile = ({ fsPath }: vscode.Uri): void => settled.changed(fsPath);
  const listeners = [
    files,
    files.onDidChange(onFile),
    files.onDidCreate(onFile),
    ...ofFolders.flatMap((changes) => [changes, changes.onDidSettle(() => settled.changed())]),
  ];
  const loop = new WatchLoop(settled, work, { builds: BUILD_TASKS });
  return new vscode.Disposable(() => {
    loop.stop();
    vscode.Disposable.from(...listeners).dispose();
  });
}

/** The tests of files, with what each is in the view. What is no sequence is left out. */
async function load(
  items: readonly vscode.TestItem[],
  onError: (item: vscode.TestItem, error: unknown) => void,
): Promise<ReadonlyMap<Test, vscode.TestItem>> {
  const loaded = new Map<Test, vscode.TestItem>();
  const only = new Map<string, Promise<string | undefined>>();
  const onlyIn = (top: string): Promise<string | undefined> => {
    const known = only.get(top) ?? onlyExtensionOf(top);
    only.set(top, known);
    return known;
  };
  for (const item of items) {
    if (!item.uri) continue;
    const { fsPath } = item.uri;
    try {
      const id = vscode.workspace.asRelativePath(item.uri);
      loaded.set(await loadTest(SOURCES, fsPath, id, () => onlyIn(topOf(path.dirname(fsPath)))), item);
    } catch (error) {
      onError(item, error);
    }
  }
  return loaded;
}

/** Where the tests run. */
async function sourceFor(
  { connection, records }: Services,
  kind: RunKind,
  signal: AbortSignal,
): Promise<BrowserSource> {
  const client = await connection.client();
  if (kind === 'sessions') {
    const chosen = await sessionsOf({}, { client, records, connection }, message('Run Tests: Select Sessions'));
    return { kind, sessions: chosen.map((id) => records.sessions.get(id) ?? { id }) };
  }
  const pool = testPool();
  return pool === undefined ? usualSource(client, signal) : { kind: 'pool', pool };
}

/** The ports that a person has let tests reach, by the address of the connection: while this window is open. */
const allowed = new Map<string, Set<number>>();

/** Asks once whether tests may reach the ports of this machine that they need. @throws Cancelled */
async function allowedPorts({ connection }: Services, tests: readonly Test[]): Promise<ReadonlySet<number>> {
  const { address } = connection.settings;
  const known = allowed.get(address) ?? new Set();
  const wanted = [...new Set(tests.flatMap(portsOf))].filter((port) => !known.has(port));
  if (wanted.length > 0) {
    await confirmAt(connection, {
      question: message('Share {0} with the sessions of tests?', wanted.map(portName).join(', ')),
      effect: message('Pages of these tests can reach that on this machine, while this window is open.'),
      dont: message('Don’t Share'),
      buttons: [message('Share')],
    });
    allowed.set(address, new Set([...known, ...wanted]));
  }
  return allowed.get(address) ?? known;
}

/** A production connection asks once, with all that the tests do there. @throws Cancelled */
async function confirmTests(
  { connection }: Services,
  source: BrowserSource,
  workers: number,
  tests: readonly Test[],
): Promise<void> {
  if (!connection.settings.production) return;
  const { length: count } = tests;
  await confirmAt(connection, {
    question: count === 1 ? message('Run 1 test in production?') : message('Run {0} tests in production?', count),
    effect: sentences(browsersOf(source, workers), catalogOf(source, workers, tests), buildsOf(tests)),
    dont: message('Don’t Run'),
    buttons: [message('Run')],
  });
}

function browsersOf(source: BrowserSource, workers: number): Message {
  if (source.kind === 'sessions') return message('Clicks can’t be undone.');
  if (source.kind === 'fresh')
    return workers === 1
      ? message('They start sessions, one at a time, which end with them.')
      : message('They start sessions, up to {0} at a time, which end with them.', workers);
  return workers === 1
    ? message('They take browsers from pool “{0}”, one at a time, and reset them.', source.pool)
    : message('They take browsers from pool “{0}”, up to {1} at a time, and reset them.', source.pool, workers);
}

function catalogOf(source: BrowserSource, workers: number, tests: readonly Test[]): Message | undefined {
  const browsers = reusesBrowsers() ? workers : tests.length;
  const folders = tests.map(({ extension }) => extension);
  return source.kind === 'fresh' && sharedExtension(folders, browsers) !== undefined
    ? message('Their extension is in the catalog until they end.')
    : undefined;
}

function buildsOf(tests: readonly Test[]): Message | undefined {
  const names = tests.filter((test) => uploadsBuilds(test)).map(({ sequence }) => sequence.name);
  if (names.length === 0) return undefined;
  const [shown, more] = [quotedListOf(names.slice(0, MAX_NAMED)), names.length - MAX_NAMED];
  return more > 0
    ? message('Builds are uploaded by {0} and {1} more.', shown, more)
    : message('Builds are uploaded by {0}.', shown);
}

interface LoadedRun {
  readonly services: Services;
  readonly run: vscode.TestRun;
  readonly files: FailureFiles;
  readonly source: BrowserSource;
  readonly workers: number;
  readonly ports: ReadonlySet<number>;
  readonly storage: vscode.Memento;
  readonly coverage: ShownCoverage;
  readonly kind: RunKind;
}

async function runLoaded(
  { services, run, files, coverage, source, workers, ports, storage, kind }: LoadedRun,
  loaded: ReadonlyMap<Test, vscode.TestItem>,
  signal: AbortSignal,
): Promise<void> {
  const memory = new TestMemory(storage, '');
  const isDebug = kind === 'debug';
  const counted = kind === 'coverage' ? new RunCoverage(topOf) : undefined;
  const itemOf = (test: Test): vscode.TestItem => loaded.get(test) ?? never();
  const needs = await needsOf(services, source, files, isDebug ? run.token : undefined);
  const reports = new Map<Test, vscode.Uri>();
  const output = new TestOutput(run);
  const tests = [...loaded.keys()];
  for (const item of loaded.values()) run.enqueued(item);
  const telling: Promise<void>[] = [];
  const { results, left, failure } = await runTests(
    {
      ...needs,
      ports,
      onFailed: async (test, session, limited) => {
        const report = await files.report(services, needs, test, session, limited);
        if (report) reports.set(test, report);
      },
    },
    tests,
    {
      source,
      workers,
      // A browser that is cleared has nothing of its profile any more.
      reuse: !isDebug && reusesBrowsers() && services.connection.settings.newSessions?.profile === undefined,
      retries: 0,
      repeatEach: 1,
      timeout: isDebug ? DEBUG_TIME : DEFAULT_TEST_TIME,
      coverage: counted,
      remembered: ({ id }) => memory.get(id),
    },
    signal,
    {
      onStart: (test) => run.started(itemOf(test)),
      onStep: (test, sequence, done) => output.stepDone(itemOf(test), sequence, done),
      onEnd: (result: TestResult) => {
        telling.push(tellResult(run, itemOf(result.test), result, output, files, reports.get(result.test)));
      },
      onNote: (text) => run.appendOutput(`${localize(text, MAX_WORDS)}\r\n`),
    },
  );
  // After the end of a run, the editor takes no result.
  await Promise.all(telling);
  await memory.remember(results);
  void setContext('tested', true);
  if (counted && !signal.aborted) {
    const found = await counted.result(signal, true);
    coverage.add(run, found, itemOf);
    for (const text of found.notes) run.appendOutput(`${localize(text, MAX_WORDS)}\r\n`);
  }
  if (failure) run.appendOutput(`${localize(failure.text, MAX_WORDS)}\r\n`);
  for (const text of left) run.appendOutput(`${localize(text, MAX_WORDS)}\r\n`);
}

/** Milliseconds that a person may look at a step. */
const DEBUG_TIME = 3_600_000;

function never(): never {
  throw new Error('a test that runs is in the view');
}

/** Fresh browsers are remembered only while the tests run: nobody comes back to them. */
async function needsOf(
  services: Services,
  source: BrowserSource,
  files: FailureFiles,
  debug: vscode.CancellationToken | undefined,
): Promise<TestNeeds> {
  const client = await services.connection.client();
  // A debugger finds its session among those of the window.
  const isKept = debug !== undefined || source.kind === 'sessions';
  const { histories } = files;
  return {
    ...windowTestNeeds(services, client, { histories, records: isKept ? services.records : undefined }),
    ...(debug && stepByStep(services, client, debug)),
  };
}

/** Shows the session, debugs its extension, and waits before each step until the person goes on. */
function stepByStep(
  services: Services,
  client: Client,
  token: vscode.CancellationToken,
): Pick<TestNeeds, 'onReady' | 'beforeStep'> {
  const { connection, screens, records, notOffered } = services;
  let goesOn = false;
  return {
    onReady: async (test, session) => {
      goesOn = false;
      if (!notOffered.has(connection.settings, 'openScreen')) screens.open(connection, session.id, client);
      const upload = records.sessions.get(session.id)?.uploads?.find(({ folder }) => folder === test.extension);
      if (upload) await debugUpload(connection.settings, session.id, upload);
    },
    beforeStep: async ({ steps, name }, index) => {
      const step = steps[index];
      if (goesOn || !step) return;
      const title = message('“{0}”, step {1} of {2}', name.slice(0, -SEQUENCE_ENDING.length), index + 1, steps.length);
      goesOn = await pick(
        title,
        message('Escape ends the test'),
        [
          { label: t('Next Step'), description: localize(describeStep(step), MAX_NAME), value: false },
          { label: t('Run to End'), value: true },
        ],
        token,
      );
    },
  };
}

/** As many as the user says, else there is room for, and not more than there are tests. */
async function workersFor(
  { connection }: Services,
  source: BrowserSource,
  count: number,
  signal: AbortSignal,
): Promise<number> {
  const chosen = source.kind === 'sessions' ? 0 : testWorkers();
  const { address } = connection.settings;
  const most = chosen > 0 ? chosen : await usualWorkers(source, { client: await connection.client(), address }, signal);
  return Math.min(most, count);
}
