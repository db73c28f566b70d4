import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, NewSession } from '../../api';
import { Cancelled, raceWithAbort, sentenceOf, throwIfCancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import { withTimeLimit } from '../../core/time-limit';
import { labelOf, type ConnectionRecords, type SessionRecord } from '../../state';
import { isBrowserClient } from '../one-browser/is-browser-client';
import { acquireSession } from '../pools';
import { createSession, endSession, releaseSession } from '../sessions';
import { Patience } from './patience';

/** Milliseconds after a refusal before one browser more is tried than there were then. */
const TRY_MORE = 10_000;
/** Seconds after which a service usually ends a browser that nobody uses, and how long before that it is not taken. */
const USUAL_IDLE = 60;
const BEFORE_IDLE = 20;
/** Milliseconds in which one browser is ended while others are used: a busy service takes its time. */
const MAX_END = 60_000;
/** Milliseconds in which all browsers are ended when all is over. */
const MAX_CLOSE = 5000;
/** How many of those the last requests for browsers have. */
const MAX_ANSWER = 3000;
/** Seconds for which a pool is asked to wait: less than that, so that each request has its answer. */
const POOL_WAIT = 2;
/** Milliseconds after which an idle pool is said to give none: one that was handed back takes its time to be reset. */
const POOL_IS_SLOW = 30_000;
/** The tag of the sessions of one run. */
const RUN_TAG = 'browser-sessions-run';

/** Where browsers for tests come from. */
export type BrowserSource =
  /** One is made for each test. */
  | { readonly kind: 'fresh'; readonly options: NewSession }
  /** One is acquired for each test, and released with a reset. */
  | { readonly kind: 'pool'; readonly pool: string }
  /** Those that are there already: they are used as they are, and go on. */
  | { readonly kind: 'sessions'; readonly sessions: readonly SessionRecord[] };

/** A person can tell the session of a test from others by its tag. */
export const FRESH_OPTIONS: NewSession = { tags: { 'browser-sessions': 'test' } };
/** For each test a session. */
export const FRESH: BrowserSource = { kind: 'fresh', options: FRESH_OPTIONS };

/** Where tests run if nobody has chosen that: a browser that is reached by its DevTools alone is all that there is. */
export async function usualSource(client: Client, signal: AbortSignal): Promise<BrowserSource> {
  if (!isBrowserClient(client)) return FRESH;
  const { items: sessions = [] } = (await client.listSessions(signal)) ?? {};
  return { kind: 'sessions', sessions };
}

export interface BrowserNeeds extends Pick<ConnectionRecords, 'sessions' | 'pools'> {
  readonly client: Client;
}

/** What is done with browsers beside lending them. */
interface BrowserCare {
  /** Makes one that a test has used ready for another one; it throws if it can't. Undefined: each is used once. */
  readonly clear?: ((session: SessionRecord) => Promise<void>) | undefined;
  readonly start?: StartSession | undefined;
}

/** Starts a session, with more than its options say. */
export type StartSession = (
  options: NewSession,
  create: (options: NewSession) => Promise<SessionRecord>,
) => Promise<SessionRecord>;

/**
 * Browsers for tests, each for one alone. They are begun ahead of need, as many as the service allows at a time, and
 * whatever happens, all are ended or handed back.
 */
export class TestBrowsers {
  /** Ready, and not yet taken. */
  private readonly ready: { readonly session: SessionRecord; readonly since: number }[] = [];
  private readonly waiting: ((session: SessionRecord | undefined) => void)[] = [];
  /** Those that were made or acquired, until they are ended. */
  private readonly open = new Map<string, SessionRecord>();
  private readonly beginning = new Set<Promise<SessionRecord>>();
  /** Ends the requests for browsers. Whether the service has made one is known only from its answer. */
  private readonly asking = new AbortController();
  /** Those of `open` that are being ended, by their IDs. */
  private readonly ending = new Map<string, Promise<void>>();
  /** Those of `open` that are being cleared for another test, by their IDs. */
  private readonly clearing = new Set<string>();
  private readonly failed: Message[] = [];
  /** How many will still be taken. */
  private wanted = 0;
  /** How many there may be at a time: fewer once the service has refused more. */
  private limit: number;
  private readonly most: number;
  private readonly startTime = new Average();
  private readonly useTime = new Average();
  private readonly takenAt = new Map<string, number>();
  private failure: unknown;
  /** Refusals after which nothing is begun yet. */
  private pauses = 0;
  private refusedAt = -Infinity;
  private readonly patience = new Patience();
  private hasNoted = false;
  private hasToldOfClearing = false;
  /** Requests for browsers that got no answer. */
  private unanswered = 0;
  private readonly runTags = { [RUN_TAG]: crypto.randomUUID() };

  /**
   * @param workers how many are used at a time.
   * @param note is told what slows the tests down.
   * @param signal no more are begun, or given, once it is aborted.
   */
  constructor(
    private readonly needs: BrowserNeeds,
    private readonly source: BrowserSource,
    private readonly workers: number,
    private readonly note: (text: Message) => void,
    private readonly signal: AbortSignal,
    private readonly care: BrowserCare = {},
  ) {
    // One that is cleared is soon there again.
    this.most = care.clear ? workers : workers * 3;
    this.limit = this.most;
    // As many listen as wait.
    setMaxListeners(0, signal, this.asking.signal);
    if (source.kind === 'sessions') for (const session of source.sessions) this.offer(session);
  }

  /** Says that so many more will be taken: others are not begun. */
  expect(count: number): void {
    this.wanted += count;
    this.begin();
  }

  /** Takes a browser in which nothing is that a test has left. @throws what the service says if it gives none; Cancelled. */
  async take(): Promise<SessionRecord> {
    throwIfCancelled(this.signal);
    const session = this.takeReady() ?? (await this.next());
    this.takenAt.set(session.id, performance.now());
    this.begin();
    return session;
  }

  /**
   * Ends a browser that was taken, or hands it back, while others are used.
   * @param isReusable whether another test may run in it once it is cleared.
   */
  giveBack(session: SessionRecord, isReusable = false): void {
    const since = this.takenAt.get(session.id);
    if (since !== undefined) this.useTime.add(performance.now() - since);
    this.takenAt.delete(session.id);
    if (this.source.kind === 'sessions') return this.offer(session);
    const { clear } = this.care;
    if (isReusable && clear && this.isWanted && !this.signal.aborted) return void this.clearFor(session, clear);
    if (this.ending.has(session.id)) return;
    const ending = this.end(session).finally(() => {
      this.ending.delete(session.id);
      this.begin();
    });
    this.ending.set(session.id, ending);
  }

  /** Whether more are wanted than will be there. */
  private get isWanted(): boolean {
    return this.wanted > this.ready.length + this.beginning.size + this.clearing.size;
  }

  private async clearFor(session: SessionRecord, clear: (session: SessionRecord) => Promise<void>): Promise<void> {
    this.clearing.add(session.id);
    let why: unknown;
    try {
      await clear(session);
    } catch (error) {
      why = error;
    }
    this.clearing.delete(session.id);
    if (this.ending.has(session.id) || !this.open.has(session.id)) return;
    if (why === undefined) return this.offer(session);
    if (!(why instanceof Cancelled) && !this.hasToldOfClearing) {
      this.hasToldOfClearing = true;
      this.note(message('A browser couldn’t be cleared, and another one takes its place. {0}', sentenceOf(why)));
    }
    this.giveBack(session);
  }

  /** Ends all that are left. @returns what could not be ended, as sentences. */
  async close(): Promise<readonly Message[]> {
    this.wanted = 0;
    const limit = delay(MAX_CLOSE, undefined, { ref: false });
    const answer = delay(MAX_ANSWER, undefined, { ref: false });
    for (const session of this.open.values()) this.giveBack(session);
    await Promise.race([Promise.allSettled(this.beginning), answer]);
    this.asking.abort();
    await Promise.race([Promise.allSettled(this.beginning), limit]);
    if (this.unanswered > 0) await Promise.race([this.findUnanswered(), limit]);
    for (const session of this.open.values()) this.giveBack(session);
    await Promise.race([Promise.allSettled(this.ending.values()), limit]);
    const lost = [...this.open.values()].map((session) => message('“{0}” wasn’t ended in time.', labelOf(session)));
    const unknown = this.unanswered > 0 ? [message('A browser that was being started may go on.')] : [];
    return [...this.failed, ...lost, ...unknown];
  }

  /** Sessions that were started, with nobody told. */
  private async findUnanswered(): Promise<void> {
    if (this.source.kind !== 'fresh') return;
    const { client } = this.needs;
    const limited = withTimeLimit(new AbortController().signal, MAX_CLOSE);
    const listed = await client.listSessions(limited, undefined, { tags: this.runTags }).catch(() => undefined);
    for (const session of listed?.items ?? [])
      if (!this.open.has(session.id) && this.unanswered > 0) {
        this.unanswered--;
        this.open.set(session.id, session);
      }
  }

  private takeReady(): SessionRecord | undefined {
    const { source } = this;
    const idle = source.kind === 'fresh' ? (source.options.timeoutSeconds ?? USUAL_IDLE) : Infinity;
    for (let next = this.ready.shift(); next; next = this.ready.shift()) {
      const isOld = performance.now() - next.since > (idle - BEFORE_IDLE) * 1000;
      if (!isOld) {
        this.wanted--;
        return next.session;
      }
      this.giveBack(next.session);
    }
    return undefined;
  }

  private async next(): Promise<SessionRecord> {
    const arriving = new Promise<SessionRecord | undefined>((resolve) => {
      if (this.failure === undefined) this.waiting.push(resolve);
      else resolve(undefined);
    });
    this.begin();
    const session = await raceWithAbort(arriving, this.signal);
    if (session) return session;
    throw this.failure;
  }

  /** How many are begun before anybody waits for them: as many as are taken while one starts. */
  private get ahead(): number {
    const { workers } = this;
    // What waits in a pool is there for others.
    if (this.source.kind === 'pool') return 0;
    const [start, use] = [this.startTime.value, this.useTime.value];
    if (start === undefined || use === undefined) return workers;
    return Math.min(workers * 2, Math.ceil((workers * start) / Math.max(1, use)));
  }

  private get mayBegin(): boolean {
    return (
      this.source.kind !== 'sessions' &&
      !this.signal.aborted &&
      this.failure === undefined &&
      this.pauses === 0 &&
      this.ready.length + this.beginning.size + this.clearing.size <
        Math.min(this.wanted, this.waiting.length + this.ahead) &&
      this.open.size + this.beginning.size < this.limit
    );
  }

  /** Begins as many as are wanted and allowed. */
  private begin(): void {
    while (this.mayBegin) {
      const asked = this.ask();
      this.beginning.add(asked);
      void this.follow(asked);
    }
  }

  private async follow(asked: Promise<SessionRecord>): Promise<void> {
    const began = performance.now();
    try {
      const session = await asked;
      this.beginning.delete(asked);
      this.arrived(session, performance.now() - began);
    } catch (error) {
      this.beginning.delete(asked);
      await this.refused(error);
    }
    this.begin();
  }

  private async ask(): Promise<SessionRecord> {
    const { needs, source } = this;
    const { signal } = this.asking;
    if (source.kind === 'pool') return acquireSession(needs, source.pool, signal, POOL_WAIT);
    const given = source.kind === 'fresh' ? source.options : {};
    const options = { ...given, tags: { ...given.tags, ...this.runTags } };
    const create = (wanted: NewSession): Promise<SessionRecord> => createSession(needs, signal, wanted);
    return this.care.start ? this.care.start(options, create) : create(options);
  }

  private arrived(session: SessionRecord, took: number): void {
    this.patience.gotOne();
    this.startTime.add(took);
    this.open.set(session.id, session);
    if (performance.now() - this.refusedAt > TRY_MORE) this.limit = Math.min(this.limit + 1, this.most);
    if (this.asking.signal.aborted) this.giveBack(session);
    else this.offer(session);
  }

  private offer(session: SessionRecord): void {
    const next = this.signal.aborted ? undefined : this.waiting.shift();
    if (!next) return void this.ready.push({ session, since: performance.now() });
    this.wanted--;
    next(session);
  }

  /** Where the service gives no more for now, fewer are used at a time. Anything else ends it. */
  private async refused(why: unknown): Promise<void> {
    if (why instanceof Cancelled) {
      if (!why.nothingDone) this.unanswered++;
      return;
    }
    this.pauses++;
    // Whether it is a limit shows in whether others are given.
    if (!this.patience.hasBegun) await Promise.allSettled(this.beginning);
    const pause = this.patience.pauseAfter(why, this.open.size);
    if (pause === undefined) {
      this.failure ??= why;
      for (const resolve of this.waiting.splice(0)) resolve(undefined);
    } else {
      const isUsual = this.source.kind === 'pool' && this.open.size === 0 && this.patience.stuckFor < POOL_IS_SLOW;
      if (!this.hasNoted && !isUsual)
        this.note(message('The service gives no more browsers for now. {0}', sentenceOf(why)));
      this.hasNoted ||= !isUsual;
      this.refusedAt = performance.now();
      this.limit = Math.max(1, this.open.size);
      await delay(pause, undefined, { signal: this.signal }).catch(() => {});
    }
    this.pauses--;
  }

  private async end(session: SessionRecord): Promise<void> {
    const limited = withTimeLimit(new AbortController().signal, MAX_END);
    try {
      if (this.source.kind === 'pool')
        await releaseSession(this.needs, { pool: this.source.pool, sessionId: session.id, reuse: false }, limited);
      else await endSession(this.needs, session.id, limited);
    } catch (error) {
      // One that has ended by itself needs no end.
      if (!(error instanceof ServiceError && error.status === 404))
        this.failed.push(message('“{0}” couldn’t be ended. {1}', labelOf(session), reasonOf(error)));
    } finally {
      this.open.delete(session.id);
    }
  }
}

/** Of what changes: the last ones count most. */
class Average {
  value: number | undefined;

  add(next: number): void {
    this.value = this.value === undefined ? next : this.value * 0.7 + next * 0.3;
  }
}

function reasonOf(error: unknown): Message {
  return error instanceof Cancelled ? message('It took too long.') : sentenceOf(error);
}
