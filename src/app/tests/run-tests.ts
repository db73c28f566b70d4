import path from 'node:path';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { formatDuration } from '../../core/format';
import { message, withTexts, type Message } from '../../core/message';
import { portName } from '../../core/shared-port';
import { withTimeLimit } from '../../core/time-limit';
import { browserProcess } from '../../devtools';
import { labelOf, MAX_ALIAS, type SessionRecord } from '../../state';
import { NoDevTools, type BrowserAccess } from '../devtools-sessions';
import type { RunCoverage } from '../coverage/run-coverage';
import { SessionCoverage } from '../coverage/session-coverage';
import { runSequence, type RunMemory, type RunOutcome } from '../sequences/run-sequence';
import type { TakenScreenshot } from '../sequences/run-steps';
import { SessionRequests } from '../sequences/session-requests';
import { uploadBuilds } from '../sequences/upload-build';
import type { UploadDependencies } from '../upload/dependencies';
import { putIntoCatalog, type CatalogExtension } from './catalog-extension';
import { ExtensionBuilds } from './extension-builds';
import { portsOf, uploadsBuilds, type SequenceFile, type Test } from './load-test';
import { ReusedBrowsers } from './reused-browsers';
import { TestBrowsers, type BrowserNeeds, type BrowserSource } from './test-browsers';
import {
  withoutPictures,
  type RememberedTest,
  type TestAttempt,
  type TestOutcome,
  type TestResult,
} from './test-results';

/** Milliseconds that a test has, if neither it nor who runs it says otherwise. */
export const DEFAULT_TEST_TIME = 60_000;
/** How many browsers of a test may end in a row before it counts as failed. */
const MAX_LOST_BROWSERS = 3;
/** Milliseconds in which a browser that is there answers, on a busy machine too. */
const MAX_ANSWER = 10_000;
/** Seconds without use, beside the time of a test, after which the service ends a browser, should this machine fail. */
const MAX_IDLE = 60;

export interface TestOptions {
  readonly source: BrowserSource;
  /** Whether a browser is cleared after a test that passed, and used again: in place of a fresh one for each test. */
  readonly reuse?: boolean;
  /** How many tests run at a time. */
  readonly workers: number;
  /** How often a test that failed is run again. */
  readonly retries: number;
  /** How often each test is run. */
  readonly repeatEach: number;
  /** After so many failures no more tests begin; undefined: all are run. */
  readonly maxFailures?: number | undefined;
  /** Milliseconds for each test that does not say itself. */
  readonly timeout: number;
  /** Adds up what runs of the extensions; undefined: nothing is counted. */
  readonly coverage?: RunCoverage | undefined;
  /** What is known of the last time. */
  readonly remembered: (test: Test) => RememberedTest | undefined;
}

export interface TestNeeds {
  /** Is called when the extension of a test is loaded, before its first step. */
  readonly onReady?: (test: Test, session: SessionRecord) => Promise<void>;
  /** Is waited for before each step, from 0. What it throws is why the step failed. */
  readonly beforeStep?: (sequence: SequenceFile, index: number, session: SessionRecord) => Promise<void>;
  /** Is called while the browser of a test that failed is still there. */
  readonly onFailed?: (test: Test, session: SessionRecord, signal: AbortSignal, repeat: number) => Promise<void>;
  /** Ports of this machine that a person lets the tests reach; by default none. */
  readonly ports?: ReadonlySet<number> | undefined;
  readonly access: BrowserAccess & BrowserNeeds;
  readonly upload: UploadDependencies;
  /** The folder of the project that an extension's folder is in: for the places in its log. */
  readonly topOf: (folder: string) => string;
  readonly memory: Pick<RunMemory, 'connection' | 'histories' | 'localize'>;
}

/** What is told while tests run. */
export interface TestListener {
  readonly onStart?: (test: Test, repeat: number, attempt: number) => void;
  /** @param done how many steps of the sequence are done. */
  readonly onStep?: (test: Test, sequence: SequenceFile, done: number, repeat: number) => void;
  /** @param result with its pictures, which are not kept. */
  readonly onEnd?: (result: TestResult) => void;
  /** What slows the tests down, or was done once more. */
  readonly onNote?: (text: Message) => void;
}

export interface TestRun {
  /** In the order in which the tests were given, without their pictures. */
  readonly results: readonly TestResult[];
  /** Browsers that could not be ended, as sentences. */
  readonly left: readonly Message[];
  /** Why the service gave no more browsers, if tests were not run for it. */
  readonly failure?: UserError | undefined;
}

/** One time that a test is run. */
interface Turn {
  readonly test: Test;
  readonly repeat: number;
}

/**
 * Runs tests side by side, each in a fresh browser. The longest begin first. All browsers are ended, or handed back, when
 * it resolves, also if the signal is aborted.
 * @throws UserError if no browser can be had at all.
 */
export async function runTests(
  needs: TestNeeds,
  tests: readonly Test[],
  options: TestOptions,
  signal: AbortSignal,
  listener: TestListener = {},
): Promise<TestRun> {
  const turns = tests.flatMap((test) =>
    Array.from({ length: options.repeatEach }, (_, index): Turn => ({ test, repeat: index + 1 })),
  );
  const skipped = turns.filter(({ test }) => test.sequence.skip !== undefined);
  const waiting = turns
    .filter(({ test }) => test.sequence.skip === undefined)
    .toSorted((one, other) => byExtension(one, other, options) || expected(other, options) - expected(one, options));
  const results = new Map<Turn, TestResult>();
  const finish = (turn: Turn, result: Omit<TestResult, 'test' | 'repeat' | 'took'>): void => {
    const took = result.attempts.reduce((sum, attempt) => sum + attempt.took, 0);
    const whole = { ...turn, ...result, took };
    results.set(turn, withoutPictures(whole));
    listener.onEnd?.(whole);
  };
  for (const turn of skipped) finish(turn, { outcome: 'skipped', attempts: [], reason: turn.test.sequence.skip });
  const workers = Math.max(1, Math.min(options.workers, waiting.length));
  const note = (text: Message): void => listener.onNote?.(text);
  const source = withIdleTime(options, tests);
  const noMore = new AbortController();
  const broken = new AbortController();
  const running = AbortSignal.any([signal, broken.signal]);
  const reused = options.reuse && source.kind !== 'sessions' ? new ReusedBrowsers(needs.access) : undefined;
  const given = AbortSignal.any([running, noMore.signal]);
  const builds = new ExtensionBuilds(needs.upload);
  const folders = source.kind === 'fresh' ? waiting.map(({ test }) => test.extension) : [];
  const catalog = await putIntoCatalog(needs.access, builds, folders, reused ? workers : folders.length, given);
  const care = {
    clear: reused && ((session: SessionRecord) => reused.clear(session, given)),
    start: catalog && catalog.start,
  };
  const browsers = new TestBrowsers(needs.access, source, workers, note, given, care);
  const runner = new TestRunner(needs, { browsers, builds, reused, catalog }, options, listener, running);
  let failures = 0;
  let failure: unknown;
  const work = async (): Promise<void> => {
    for (let turn = waiting.shift(); turn; turn = waiting.shift()) {
      const result = await runner.run(turn);
      finish(turn, result);
      if (result.outcome === 'failed' && ++failures === options.maxFailures) noMore.abort();
    }
  };
  browsers.expect(waiting.length);
  const workings = Array.from({ length: workers }, work).map((each) =>
    each.catch((error: unknown) => {
      if (error instanceof Cancelled) return;
      failure ??= error;
      // Where only no more browsers are given, what runs runs to its end.
      if (!(error instanceof UserError)) broken.abort();
    }),
  );
  await Promise.all(workings);
  const [endings, entry] = await Promise.all([browsers.close(), catalog?.remove()]);
  const left = [...endings, ...(entry ? [entry] : [])];
  const hasRun = [...results.values()].some(({ attempts }) => attempts.length > 0);
  const isKnown = failure instanceof UserError ? failure : undefined;
  for (const turn of turns) if (!results.has(turn)) finish(turn, { outcome: 'canceled', attempts: [] });
  if (failure !== undefined && !signal.aborted && !(isKnown && hasRun)) throw failure;
  return { results: turns.flatMap((turn) => results.get(turn) ?? []), left, failure: isKnown };
}

/** The service ends a browser that nobody uses, but not during a test that only waits. */
function withIdleTime({ source, timeout }: TestOptions, tests: readonly Test[]): BrowserSource {
  if (source.kind !== 'fresh') return source;
  const longest = Math.max(timeout, ...tests.map(({ sequence }) => sequence.timeout ?? 0));
  return { kind: 'fresh', options: { timeoutSeconds: MAX_IDLE + Math.ceil(longest / 1000), ...source.options } };
}

function expected({ test }: Turn, { remembered }: TestOptions): number {
  // One that was never run may be long.
  return remembered(test)?.took ?? Infinity;
}

/** A browser takes another extension of a run only in place of another browser. */
function byExtension(one: Turn, other: Turn, { reuse }: TestOptions): number {
  return reuse ? (one.test.extension ?? '').localeCompare(other.test.extension ?? '') : 0;
}

/** What the tests of a run have in common. */
interface RunParts {
  readonly browsers: TestBrowsers;
  readonly builds: ExtensionBuilds;
  readonly reused: ReusedBrowsers | undefined;
  readonly catalog: CatalogExtension | undefined;
}

class TestRunner {
  constructor(
    private readonly needs: TestNeeds,
    private readonly parts: RunParts,
    private readonly options: TestOptions,
    private readonly listener: TestListener,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Runs a test as often as it takes.
   * @throws Cancelled, or what the service says if it gives no browser, if it was not run at all.
   */
  async run({ test, repeat }: Turn): Promise<Pick<TestResult, 'outcome' | 'attempts'>> {
    const attempts: TestAttempt[] = [];
    let lost = 0;
    for (;;) {
      let session: SessionRecord;
      try {
        session = await this.take(test);
      } catch (error) {
        if (attempts.length === 0) throw error;
        return { outcome: outcomeOf(attempts), attempts };
      }
      this.listener.onStart?.(test, repeat, attempts.length + 1);
      const { attempt, isThere } = await this.runOnce({ test, repeat }, session);
      if (!isThere && ++lost < MAX_LOST_BROWSERS && !this.signal.aborted) {
        this.listener.onNote?.(message('The browser of “{0}” ended. It runs once more in another one.', test.id));
        this.parts.browsers.expect(1);
        continue;
      }
      attempts.push(isThere ? attempt : { ...attempt, error: message('Its browser ended {0} times.', lost) });
      lost = 0;
      const isAgain = attempt.outcome === 'failed' && attempts.length <= this.options.retries && !this.signal.aborted;
      if (!isAgain) return { outcome: outcomeOf(attempts), attempts };
      this.parts.browsers.expect(1);
    }
  }

  /** Takes a browser that a test can run in. */
  private async take({ extension }: Test): Promise<SessionRecord> {
    for (;;) {
      const session = await this.parts.browsers.take();
      if (this.parts.reused?.fits(session, extension) ?? true) return session;
      this.parts.browsers.expect(1);
      this.parts.browsers.giveBack(session);
    }
  }

  /** @returns also whether its browser was still there after a failure. */
  private async runOnce(
    turn: Turn,
    session: SessionRecord,
  ): Promise<{ readonly attempt: TestAttempt; readonly isThere: boolean }> {
    let isThere: () => Promise<boolean> = async () => this.isThere(session, undefined);
    // An upload may start the browser anew: the one that counts is that of the steps.
    const onUploaded = (): void => {
      const before = this.processOf(session).catch(() => undefined);
      isThere = async () => this.isThere(session, await before);
    };
    let isReusable = false;
    try {
      const attempt = await this.attempt(turn, session, onUploaded);
      // Another build may be in it, and after a failure nobody knows what is.
      isReusable = attempt.outcome === 'passed' && !uploadsBuilds(turn.test);
      if (attempt.outcome !== 'failed' || this.options.source.kind === 'sessions' || (await isThere())) {
        if (attempt.outcome === 'failed') await this.tellFailed(turn, session);
        return { attempt, isThere: true };
      }
      return { attempt, isThere: false };
    } finally {
      this.parts.browsers.giveBack(session, isReusable);
    }
  }

  /** What cannot be told of a failure makes it no other one. */
  private async tellFailed({ test, repeat }: Turn, session: SessionRecord): Promise<void> {
    try {
      await this.needs.onFailed?.(test, session, this.signal, repeat);
    } catch (error) {
      if (!(error instanceof Cancelled))
        this.listener.onNote?.(message('No report of “{0}” was made. {1}', test.id, sentenceOf(error)));
    }
  }

  private async attempt(turn: Turn, taken: SessionRecord, onUploaded: () => void): Promise<TestAttempt> {
    const session = await this.named(taken, turn.test);
    const { sequence, setups, extension } = turn.test;
    const limit = sequence.timeout ?? this.options.timeout;
    const limited = withTimeLimit(this.signal, limit);
    let began = performance.now();
    let of = sequence;
    let run: RunOutcome | undefined;
    const screenshots: TakenScreenshot[] = [];
    const ending = new AbortController();
    let problem: Message | undefined;
    const requests = new SessionRequests(
      this.needs.access,
      session,
      AbortSignal.any([limited, ending.signal]),
      portsOf(turn.test).length === 0
        ? undefined
        : { localize: this.needs.memory.localize, onAnswer: () => {}, onProblem: (_port, text) => (problem ??= text) },
    );
    const coverage = this.coverageOf(session, extension);
    const ended = (outcome: TestAttempt['outcome'], error?: Message): TestAttempt => ({
      outcome,
      took: performance.now() - began,
      error,
      run,
      of,
      screenshots,
    });
    try {
      if (this.options.source.kind !== 'sessions') await this.prepare(session, extension, coverage, limited);
      await coverage?.begin();
      if (!uploadsBuilds(turn.test)) onUploaded();
      await this.needs.onReady?.(turn.test, session);
      await requests.share(this.allowedPorts(turn.test));
      began = performance.now();
      for (of of [...setups, sequence]) {
        run = await this.runIn(session, turn, of, { requests, coverage }, limited);
        screenshots.push(...run.screenshots);
        if (run.error !== undefined) throw run.error;
      }
      return ended('passed');
    } catch (error) {
      // A person may end a test between two steps.
      if (this.signal.aborted || (error instanceof Cancelled && !limited.aborted)) return ended('canceled');
      if (error instanceof Cancelled)
        return ended('failed', message('It took longer than {0}.', formatDuration(limit)));
      if (!(error instanceof UserError)) throw error;
      return ended(
        'failed',
        withTexts(sentenceOf(error), (part) => (part === session.id ? labelOf(session) : part)),
      );
    } finally {
      await requests.endSharing();
      ending.abort();
      if (problem) this.listener.onNote?.(problem);
      if (coverage) this.options.coverage?.add(turn.test, await coverage.end());
    }
  }

  /** @throws UserError if a person has not let the tests reach one of them. */
  private allowedPorts(test: Test): readonly number[] {
    const ports = portsOf(test);
    const refused = ports.find((port) => this.needs.ports?.has(port) !== true);
    if (refused !== undefined)
      throw new UserError(
        message(
          'It needs {0} of this machine, which only you can allow: in a terminal, with --share {1}.',
          portName(refused),
          String(refused),
        ),
      );
    return ports;
  }

  /** Undefined if nothing is counted, or of no extension. */
  private coverageOf(session: SessionRecord, extension: string | undefined): SessionCoverage | undefined {
    if (!this.options.coverage || extension === undefined) return undefined;
    return new SessionCoverage(this.needs.access, session, this.signal);
  }

  /** A browser that is there for tests has only an ID, which nobody knows: it is told by the name of its test. */
  private async named(session: SessionRecord, { id }: Test): Promise<SessionRecord> {
    if (this.options.source.kind === 'sessions') return session;
    const alias = id.slice(-MAX_ALIAS);
    await this.needs.access.sessions.remember({ id: session.id, alias });
    return { ...session, alias };
  }

  /** Sees to it that the extension of a test is in its browser. */
  private async prepare(
    session: SessionRecord,
    folder: string | undefined,
    coverage: SessionCoverage | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { builds, reused, catalog } = this.parts;
    // What happened in a browser before is not of this test.
    const { histories, connection } = this.needs.memory;
    if (reused) histories.forget(connection, session.id);
    if (folder !== undefined) {
      const isPutIn = await reused?.putIn(session, folder, signal, coverage && (() => coverage.begin()));
      const isThere = isPutIn || (await catalog?.isIn(session, folder, signal));
      if (!isThere) await builds.upload(folder, session, signal);
      const upload = this.needs.access.sessions.get(session.id)?.uploads?.[0];
      if (!isPutIn && upload) await coverage?.installAgain(upload.name);
    }
    await reused?.begin(session, folder, signal);
  }

  private async runIn(
    session: SessionRecord,
    { test, repeat }: Turn,
    file: SequenceFile,
    { requests, coverage }: { readonly requests: SessionRequests; readonly coverage: SessionCoverage | undefined },
    signal: AbortSignal,
  ): Promise<RunOutcome> {
    const { access, upload, topOf, memory, beforeStep } = this.needs;
    const sequence = { ...file, extension: test.extension ?? file.extension };
    const [outcome] = await runSequence(
      access,
      sequence,
      {
        sessionIds: [session.id],
        topOf,
        requests,
        before: test.setups.flatMap(({ steps }) => steps),
        upload: uploadBuilds(upload, path.dirname(file.file), test.top),
        ...((beforeStep || coverage) && {
          beforeStep: async (index: number): Promise<void> => {
            await beforeStep?.(file, index, session);
            // A step may end what is counted: a page, a worker, or the whole browser.
            await coverage?.take();
          },
        }),
        // A session goes on: a report of it may be asked for later.
        memory: { ...memory, onlyFailures: this.options.source.kind !== 'sessions' },
      },
      signal,
      (_session, done) => this.listener.onStep?.(test, file, done, repeat),
    );
    if (!outcome) throw new Error('a session that is run in has an outcome');
    return outcome;
  }

  /**
   * Whether a browser still answers: a test whose browser has ended has not failed.
   * @param before its process when the test began, if that is known: a service may start another one.
   */
  private async isThere(session: SessionRecord, before: string | undefined): Promise<boolean> {
    try {
      const now = await this.processOf(session);
      return before === undefined || now === undefined || now === before;
    } catch (error) {
      // Nobody waits to know.
      if (this.signal.aborted) return true;
      if (!(error instanceof NoDevTools)) return false;
      const limited = withTimeLimit(this.signal, MAX_ANSWER);
      const found = await this.needs.access.client.getSession(session.id, limited).catch(() => undefined);
      return found !== undefined;
    }
  }

  private async processOf(session: SessionRecord): Promise<string | undefined> {
    const { client, devtools } = this.needs.access;
    const limited = withTimeLimit(this.signal, MAX_ANSWER);
    return devtools.of(client, session.id).use((open) => browserProcess(open, limited), limited);
  }
}

function outcomeOf(attempts: readonly TestAttempt[]): TestOutcome {
  const last = attempts.at(-1);
  if (last?.outcome !== 'passed') return last?.outcome ?? 'canceled';
  return attempts.length > 1 ? 'flaky' : 'passed';
}
