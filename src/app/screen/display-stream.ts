import { setTimeout as pause } from 'node:timers/promises';
import type { Click } from '../../core/click';
import { Cancelled, UserError } from '../../core/errors';
import type { Point } from '../../core/input';
import type { Size } from '../../core/screen/geometry';
import { ServiceError } from '../../core/service-error';
import { withTimeLimit } from '../../core/time-limit';
import {
  DevToolsFailure,
  isPassing,
  ScreenStream,
  type HiddenPage,
  type SessionDevTools,
  type StreamListener,
} from '../../devtools';

/** Milliseconds before the stream is tried again, after the browser gave no answer. */
const RETRY_PAUSES = [5_000, 15_000, 60_000];
/** Milliseconds that the answer about the size may take. */
const SIZE_TIMEOUT = 2000;

interface DisplayStreamListener extends StreamListener {
  /** The connection has broken, and is opened again. */
  readonly onBreak: () => void;
  /** It cannot go on, or not for now. */
  readonly onLoss: () => void;
}

/** The stream of a session's display, which begins again when its connection has broken. */
export class DisplayStream {
  private stream: ScreenStream | undefined;
  private hasEnded = false;

  /** @param signal ends it. */
  constructor(
    private readonly devtools: SessionDevTools,
    private readonly listener: DisplayStreamListener,
    private readonly signal: AbortSignal,
  ) {}

  /** Whether there is a stream, or one is being opened. */
  get isOpen(): boolean {
    return this.stream !== undefined;
  }

  /** Whether it has ended for good. */
  get isOver(): boolean {
    return this.hasEnded;
  }

  /** As `ScreenStream.isOnMac`; false until it is known. */
  get isOnMac(): boolean {
    return this.stream?.isOnMac === true;
  }

  /** As `ScreenStream.hidden`. */
  get hidden(): HiddenPage | undefined {
    return this.stream ? this.stream.hidden : 'none';
  }

  /** As `ScreenStream.look`. */
  async look(): Promise<void> {
    await this.stream?.look();
  }

  /** As `ScreenStream.check`. */
  check(): void {
    this.stream?.check();
  }

  /**
   * Resolves when it has ended for good. A browser that is too busy to answer may answer later; one that is not offered
   * never does.
   */
  async follow(): Promise<void> {
    for (const milliseconds of [...RETRY_PAUSES, undefined]) {
      const mayComeBack = await this.followOnce();
      if (!mayComeBack || milliseconds === undefined) break;
      await pause(milliseconds, undefined, { signal: this.signal, ref: false }).catch(() => {});
      if (this.signal.aborted) break;
    }
    this.hasEnded = true;
  }

  /**
   * The size of the display now.
   * @returns undefined if no page is the display; `unknown` if the page does not answer, because it is busy.
   */
  async size(cancelled: AbortSignal): Promise<Size | 'unknown' | undefined> {
    const signal = withTimeLimit(cancelled, SIZE_TIMEOUT);
    try {
      return await this.stream?.size(signal);
    } catch (error) {
      if (cancelled.aborted || !(error instanceof DevToolsFailure || error instanceof Cancelled)) throw error;
      return 'unknown';
    }
  }

  /** As `ScreenStream.clickPopup`. */
  async clickPopup(at: Point, signal: AbortSignal): Promise<boolean> {
    return (await this.stream?.clickPopup(at, signal)) ?? false;
  }

  /** As `ScreenStream.clickAgain`. */
  async clickAgain(click: Click, signal: AbortSignal): Promise<boolean> {
    return (await this.stream?.clickAgain(click, signal)) ?? false;
  }

  /** @returns whether it may be possible later. */
  private async followOnce(): Promise<boolean> {
    // The connection may outlive the attempt.
    const attempt = new AbortController();
    const signal = AbortSignal.any([this.signal, attempt.signal]);
    const stream = new ScreenStream(this.listener);
    this.stream = stream;
    try {
      return await this.devtools.keep((connection) => stream.follow(connection, signal), signal, this.listener.onBreak);
    } catch (error) {
      attempt.abort();
      if (this.signal.aborted || error instanceof Cancelled) return false;
      if (!(error instanceof DevToolsFailure || error instanceof ServiceError || error instanceof UserError))
        throw error;
      this.stream = undefined;
      this.listener.onLoss();
      return isPassing(error);
    }
  }
}
