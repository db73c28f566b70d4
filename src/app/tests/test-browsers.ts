import { setTimeout as delay } from 'node:timers/promises';
import type { Client, NewSession } from '../../api';
import { Cancelled, raceWithAbort, sentenceOf, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import { withTimeLimit } from '../../core/time-limit';
import { labelOf, type ConnectionRecords, type SessionRecord } from '../../state';
import { acquireSession } from '../pools';
import { createSession, endSession, releaseSession } from '../sessions';

/** Milliseconds before the service is asked again for a browser that it had none of. */
const ASK_AGAIN = 1000;
/** Milliseconds in which browsers are ended when all is over. */
const MAX_END = 5000;

/** Where browsers for tests come from. */
export type BrowserSource =
  /** One is made for each test. */
  | { readonly kind: 'fresh'; readonly options: NewSession }
  /** One is acquired for each test, and released with a reset. */
  | { readonly kind: 'pool'; readonly pool: string }
  /** Those that are there already: they are used as they are, and go on. */
  | { readonly kind: 'sessions'; readonly sessions: readonly SessionRecord[] };

export interface BrowserNeeds extends Pick<ConnectionRecords, 'sessions' | 'pools'> {
  readonly client: Client;
}

/**
 * Browsers for tests, each for one alone. They are begun ahead of need, as many as the service allows at a time, and
 * whatever happens, all are ended or handed back.
 */
export class TestBrowsers {
  /** Ready, and not yet taken. */
  private readonly ready: SessionRecord[] = [];
  private readonly waiting: ((session: SessionRecord | undefined) => void)[] = [];
  /** Those that were made or acquired, until they are ended. */
  private readonly open = new Map<string, SessionRecord>();
  private readonly beginning = new Set<Promise<void>>();
  /** Those of `open` that are being ended, by their IDs. */
  private readonly ending = new Map<string, Promise<void>>();
  private readonly failed: Message[] = [];
  /** How many will still be taken. */
  private wanted = 0;
  private failure: unknown;
  private isFull = false;
  private hasBegun = false;
  private hasNoted = false;

  constructor(
    private readonly needs: BrowserNeeds,
    private readonly source: BrowserSource,
    /** How many there may be at a time. */
    private readonly limit: number,
    /** Is told what slows the tests down. */
    private readonly note: (text: Message) => void,
    private readonly signal: AbortSignal,
  ) {
    if (source.kind === 'sessions') this.ready.push(...source.sessions);
  }

  /** Says that so many more will be taken: others are not begun. */
  expect(count: number): void {
    this.wanted = Math.max(0, this.wanted + count);
    this.begin();
  }

  /** Takes a browser that no test has used. @throws what the service says if it gives none at all; Cancelled. */
  async take(): Promise<SessionRecord> {
    this.begin();
    const ready = this.ready.shift();
    if (ready) {
      this.wanted--;
      return ready;
    }
    const taken = await raceWithAbort(
      new Promise<SessionRecord | undefined>((resolve) => {
        this.waiting.push(resolve);
        if (this.failure !== undefined) resolve(undefined);
      }),
      this.signal,
    );
    if (taken) return taken;
    throw this.failure;
  }

  /** Ends a browser that was taken, or hands it back, while others are used. */
  giveBack(session: SessionRecord): void {
    if (this.source.kind === 'sessions') return this.offer(session);
    if (this.ending.has(session.id)) return;
    const ending = this.end(session).finally(() => {
      this.ending.delete(session.id);
      this.begin();
    });
    this.ending.set(session.id, ending);
  }

  /** Ends all that are left. @returns what could not be ended, as sentences. */
  async close(): Promise<readonly Message[]> {
    this.wanted = 0;
    const limit = delay(MAX_END, undefined, { ref: false });
    await Promise.race([Promise.allSettled(this.beginning), limit]);
    for (const session of this.open.values()) this.giveBack(session);
    await Promise.race([Promise.allSettled(this.ending.values()), limit]);
    const lost = [...this.open.values()].map((session) => message('“{0}” wasn’t ended in time.', labelOf(session)));
    const unknown = this.beginning.size > 0 ? [message('A browser that was being started may go on.')] : [];
    return [...this.failed, ...lost, ...unknown];
  }

  /** Begins as many as are wanted and allowed. */
  private begin(): void {
    while (
      this.source.kind !== 'sessions' &&
      !this.signal.aborted &&
      this.failure === undefined &&
      !(this.isFull && this.beginning.size > 0) &&
      this.ready.length + this.beginning.size < this.wanted &&
      this.open.size + this.beginning.size < this.limit
    ) {
      const work = this.beginOne().finally(() => {
        this.beginning.delete(work);
        this.begin();
      });
      this.beginning.add(work);
    }
  }

  private async beginOne(): Promise<void> {
    const { source } = this;
    if (source.kind === 'sessions') return;
    // Not canceled with the run: whether the service has made one is known only from its answer.
    const { signal } = new AbortController();
    try {
      const session =
        source.kind === 'pool'
          ? await acquireSession(this.needs, source.pool, signal)
          : await createSession(this.needs, signal, source.options);
      this.isFull = false;
      this.hasBegun = true;
      this.open.set(session.id, session);
      this.offer(session);
    } catch (error) {
      await this.cannotBegin(error);
    }
  }

  private offer(session: SessionRecord): void {
    const next = this.signal.aborted ? undefined : this.waiting.shift();
    if (!next) return void this.ready.push(session);
    this.wanted--;
    next(session);
  }

  /** What a limit of the service means: fewer at a time. Anything else ends it, unless others are still used. */
  private async cannotBegin(reason: unknown): Promise<void> {
    if (!this.isLimit(reason)) {
      this.failure ??= reason;
      for (const resolve of this.waiting.splice(0)) resolve(undefined);
      return;
    }
    if (!this.hasNoted) this.note(message('The service gives no more browsers for now. {0}', sentenceOf(reason)));
    this.hasNoted = true;
    this.isFull = true;
    await delay(ASK_AGAIN, undefined, { signal: this.signal }).catch(() => {});
  }

  /** A pool without a free browser says so with a warning. */
  private isLimit(error: unknown): boolean {
    if (!(error instanceof ServiceError)) return error instanceof UserError && error.severity === 'warning';
    return BUSY.has(error.status) || (this.hasBegun && PLAN.has(error.status));
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

/** Statuses with which a service says that there are too many for now. */
const BUSY = new Set([429, 503]);
/** The same of a plan, if it gave some before. */
const PLAN = new Set([402, 403, 409]);

function reasonOf(error: unknown): Message {
  return error instanceof Cancelled ? message('It took too long.') : sentenceOf(error);
}
