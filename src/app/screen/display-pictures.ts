import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../api';
import { Cancelled, sentenceOf } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { pngSize } from '../../core/screen/png-size';
import { isNotFound, isNotOffered, ServiceError } from '../../core/service-error';
import { meaningOfNotFound } from '../optional';
import type { ScreenState } from './screen-picture';

/** Milliseconds after an action at which a picture is taken; two equal ones end it. */
const AFTER_ACTION = [150, 600, 1500];
/** Milliseconds before another try after a failure. */
const RETRY_PAUSES = [2_000, 5_000, 15_000];
const SECOND = 1000;

export interface PictureListener {
  readonly onPicture: (png: Buffer) => void;
  readonly onState: (state: ScreenState, text?: Message) => void;
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
  acted(): void {
    void this.settle(++this.actions);
  }

  /** @param seconds between two pictures; 0: only when wanted. */
  setInterval(seconds: number): void {
    clearInterval(this.ticks);
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
    try {
      const png = await this.client.screenshot(this.sessionId, this.signal);
      if (this.signal.aborted) return undefined;
      if (!pngSize(png)) {
        this.listener.onState('lost', message('The service’s picture is damaged.'));
        return undefined;
      }
      this.failures = 0;
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
    if (isNotFound(error) || isNotOffered(error)) return this.tellMissing(error);
    const status = error instanceof ServiceError ? error.status : undefined;
    const isFinal = status === 401 || status === 403;
    const milliseconds = isFinal ? undefined : RETRY_PAUSES[this.failures++];
    this.listener.onState('lost', sentenceOf(error));
    if (milliseconds === undefined) return;
    this.retry = setTimeout(() => void this.take(), milliseconds);
  }

  /** A 404 to a screenshot is either that of the session or that of the operation. */
  private async tellMissing(error: unknown): Promise<void> {
    this.isOver = true;
    const meaning = isNotFound(error)
      ? await meaningOfNotFound(this.client, this.sessionId, this.signal)
      : 'not-offered';
    if (this.signal.aborted) return;
    this.listener.onState(meaning === 'gone' ? 'ended' : 'unavailable');
  }
}
