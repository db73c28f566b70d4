import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../api';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { formatWait } from '../../core/format';
import { message, sentences, type Message } from '../../core/message';
import type { Remedy } from '../../core/screen/messages';
import { pngSize } from '../../core/screen/picture-size';
import { isNotFound, NotOffered, ServiceError } from '../../core/service-error';
import { meaningOfNotFound } from '../not-found';

/** Milliseconds after an action at which a picture is taken; two equal ones end it. */
const AFTER_ACTION = [150, 600, 1500];
/** Milliseconds before another try after a failure. At intervals, the last one is repeated. */
const RETRY_PAUSES = [2_000, 5_000, 15_000];
const SECOND = 1000;
/** Milliseconds. A service that asks to wait longer is not waited for. */
const MAX_WAIT = 3_600_000;

/** Where a picture came before, that one is still shown. */
export const UNREADABLE = message('The service sent an unreadable screenshot.');

/**
 * Why there is no newer picture.
 * - `waiting`: there is none before some time.
 * - `lost`: none can be had.
 * - `ended`: the service no longer has the session.
 * - `unavailable`: the service has no screenshots.
 */
export type NoPicture =
  | { readonly kind: 'waiting'; readonly text: Message }
  | {
      readonly kind: 'lost';
      readonly text: Message;
      /** What helps; by default another try. */
      readonly remedy?: Remedy | undefined;
    }
  | { readonly kind: 'ended' | 'unavailable' };

interface PictureListener {
  readonly onPicture: (png: Buffer) => void;
  readonly onFailure: (why: NoPicture) => void;
}

/** What is known of a session's pictures, also while they are not shown. */
export interface PictureHistory {
  /** When the service may be asked again, in milliseconds since 1970. */
  notBefore: number;
  /** Whether it has ever given a picture. */
  hasPicture: boolean;
}

/** Pictures of a session's display by the service's screenshot operation: one at a time, and only when wanted. */
export class DisplayPictures {
  private running: Promise<Buffer | undefined> | undefined;
  private last: Buffer | undefined;
  private failures = 0;
  private retry: NodeJS.Timeout | undefined;
  private ticks: NodeJS.Timeout | undefined;
  private actions = 0;
  private isOver = false;

  /** @param signal carries the countdown of a service that asks to wait; it ends everything. */
  constructor(
    private readonly client: Pick<Client, 'screenshot' | 'getSession' | 'listSessions'>,
    private readonly sessionId: string,
    private readonly listener: PictureListener,
    private readonly history: PictureHistory,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.end(), { once: true });
  }

  /** Takes a picture, if none is being taken. */
  refresh(): void {
    this.failures = 0;
    this.isOver = false;
    void this.take();
  }

  /** Takes pictures until the display no longer changes, after something was done to it. */
  takeUntilStill(): void {
    void this.settle(++this.actions);
  }

  /** @param seconds between two pictures; 0: only when wanted. */
  setInterval(seconds: number): void {
    clearInterval(this.ticks);
    this.ticks = undefined;
    if (seconds > 0 && !this.signal.aborted)
      this.ticks = setInterval(() => {
        if (!this.isOver && !this.retry) void this.take();
      }, seconds * SECOND);
  }

  private end(): void {
    clearInterval(this.ticks);
    clearTimeout(this.retry);
  }

  private async settle(action: number): Promise<void> {
    const start = performance.now();
    let before: Buffer | undefined;
    for (const at of AFTER_ACTION) {
      const left = at - (performance.now() - start);
      if (left > 0) await pause(left, undefined, { signal: this.signal }).catch(() => {});
      // A later action has its own pictures.
      if (this.signal.aborted || action !== this.actions || this.isOver) return;
      await this.running;
      const picture = await this.take();
      if (!picture || (before && picture.equals(before))) return;
      before = picture;
    }
  }

  private take(): Promise<Buffer | undefined> {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.running ??= this.takeOne().finally(() => (this.running = undefined));
    return this.running;
  }

  private async takeOne(): Promise<Buffer | undefined> {
    if (this.signal.aborted) return undefined;
    const wait = this.history.notBefore - Date.now();
    if (wait > 0) {
      this.waitFor(wait);
      return undefined;
    }
    try {
      const png = await this.client.screenshot(this.sessionId, this.signal);
      if (this.signal.aborted) return undefined;
      if (!pngSize(png)) {
        this.listener.onFailure({ kind: 'lost', text: UNREADABLE });
        return undefined;
      }
      this.failures = 0;
      this.history.hasPicture = true;
      // The same bytes are the same picture, but it is newer.
      this.last = this.last?.equals(png) ? this.last : png;
      this.listener.onPicture(this.last);
      return this.last;
    } catch (error) {
      if (!(error instanceof Cancelled) && !this.signal.aborted) await this.fail(error);
      return undefined;
    }
  }

  private async fail(error: unknown): Promise<void> {
    if (isNotFound(error) || error instanceof NotOffered) return this.tellMissing(error);
    if (error instanceof ServiceError) {
      // Nobody mends a token by asking again.
      if (error.status === 401 || error.status === 403) this.isOver = true;
      if (error.retryAfter !== undefined) {
        this.history.notBefore = Date.now() + error.retryAfter;
        const least = this.nextPause();
        if (least !== undefined) return this.waitFor(Math.max(least, error.retryAfter));
        return this.listener.onFailure({ kind: 'lost', text: sentenceOf(error) });
      }
    }
    this.retryLater(error);
  }

  private retryLater(error: unknown): void {
    const milliseconds = this.isOver ? undefined : this.nextPause();
    const [why, remedy] = [sentenceOf(error), remedyOf(error)];
    if (milliseconds === undefined) return this.listener.onFailure({ kind: 'lost', text: why, remedy });
    const text = sentences(why, message('Retrying in {0}', formatWait(milliseconds)));
    this.listener.onFailure({ kind: 'lost', text, remedy });
    this.retry = setTimeout(() => void this.take(), milliseconds);
  }

  /** @returns undefined if it is not tried again. */
  private nextPause(): number | undefined {
    return RETRY_PAUSES[this.failures++] ?? (this.ticks === undefined ? undefined : RETRY_PAUSES.at(-1));
  }

  private waitFor(milliseconds: number): void {
    const wait = formatWait(milliseconds);
    if (milliseconds > MAX_WAIT)
      return this.listener.onFailure({ kind: 'lost', text: message('The service is busy. Try again in {0}.', wait) });
    this.listener.onFailure({ kind: 'waiting', text: message('The service is busy. Retrying in {0}', wait) });
    this.retry = setTimeout(() => void this.take(), milliseconds);
  }

  /** Whether the service has the session, and gave pictures of it: a browser that restarts has none for a moment. */
  private async isKnown(): Promise<boolean> {
    if (!this.history.hasPicture) return false;
    const asked = this.client.getSession(this.sessionId, this.signal);
    return (await asked.catch(() => undefined)) !== undefined;
  }

  /** A 404 to a screenshot is either that of the session or that of the operation. */
  private async tellMissing(error: unknown): Promise<void> {
    const meaning = isNotFound(error)
      ? await meaningOfNotFound(this.client, this.sessionId, this.signal)
      : 'not-offered';
    if (this.signal.aborted) return;
    if (meaning === 'unknown') return this.retryLater(error);
    if (meaning === 'not-offered' && (await this.isKnown())) return this.retryLater(error);
    if (this.signal.aborted) return;
    this.isOver = true;
    // An operation that was there before is there; so the session is what no longer exists.
    const isGone = meaning === 'gone' || (isNotFound(error) && this.history.hasPicture);
    this.listener.onFailure({ kind: isGone ? 'ended' : 'unavailable' });
  }
}

/** Another try doesn’t help where only a token does. */
function remedyOf(error: unknown): Remedy | undefined {
  return error instanceof UserError && error.recovery === 'setToken' ? 'setToken' : undefined;
}
