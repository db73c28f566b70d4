import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../api';
import type { Click } from '../../core/click';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { Point } from '../../core/input';
import { isSameSize, type Size } from '../../core/screen/geometry';
import { pngSize } from '../../core/screen/png-size';
import { ServiceError } from '../../core/service-error';
import { DevToolsFailure, isPassing, ScreenStream, type ScreenFrame } from '../../devtools';
import type { ConnectionRecords } from '../../state';
import { click } from '../click';
import type { DevToolsSessions } from '../devtools-sessions';
import { refuseReleased } from '../released';
import { DisplayPictures, type PictureHistory } from './display-pictures';
import type { ScreenListener, ScreenPicture, ScreenState } from './screen-picture';

/** Pictures whose size is kept, so that a click on an older one can be checked. */
const MAX_KEPT = 200;
/** Milliseconds before the stream is tried again, after the browser gave no answer. */
const STREAM_PAUSES = [5_000, 15_000, 60_000];
/** Milliseconds for which the size is not asked for again, and that the answer may take. */
const SIZE_VALID = 1000;
const SIZE_TIMEOUT = 2000;

export interface FeedParts {
  readonly client: Client;
  readonly sessions: ConnectionRecords['sessions'];
  readonly devtools: DevToolsSessions;
}

/**
 * The newest picture of a session's display, for one viewer: streamed where a page of the session is its display, else
 * taken by the service when wanted. Nothing is requested while the viewer is hidden.
 */
export class ScreenFeed {
  private showing: AbortController | undefined;
  private pictures: DisplayPictures | undefined;
  private stream: ScreenStream | undefined;
  private readonly sizes = new Map<number, Size>();
  private newest: ScreenPicture | undefined;
  /** Of the popup of an extension, while it is open. */
  popup: ScreenPicture | undefined;
  private lastId = 0;
  private isLive = false;
  private interval = 0;
  private isFocused = true;
  private ended = false;
  private noStream = false;
  private state: ScreenState | undefined;
  private sizeAskedAt = 0;
  /** What the service says of the size, where its pictures disprove it. */
  private disproved: Size | undefined;
  private readonly history: PictureHistory = { notBefore: 0, hasPicture: false };
  private readonly unshown: { drawing?: ScreenFrame & { id: number }; waiting?: ScreenFrame } = {};

  /** @param beginSignal a new signal for the work while the viewer is visible; countdowns are reported to it. */
  constructor(
    private readonly parts: FeedParts,
    private readonly sessionId: string,
    private readonly listener: ScreenListener,
    private readonly beginSignal: () => AbortController,
  ) {}

  /** Whether nothing more of the session will be shown. */
  get hasEnded(): boolean {
    return this.ended;
  }

  /** Whether the session can neither be streamed nor be seen in pictures. */
  get isUnavailable(): boolean {
    return this.noStream && this.state === 'unavailable';
  }

  /** Starts or stops everything. */
  setVisible(isVisible: boolean): void {
    if (this.ended || isVisible === (this.showing !== undefined)) return;
    if (isVisible) return this.start();
    this.showing?.abort();
    this.showing = undefined;
    this.pictures = undefined;
    this.stream = undefined;
    this.isLive = false;
    this.unshown.drawing = undefined;
    this.unshown.waiting = undefined;
  }

  /** Whether the editor's window is in front: without it, no pictures are taken at intervals. */
  setFocused(isFocused: boolean): void {
    this.isFocused = isFocused;
    this.applyInterval();
  }

  /** @param seconds between two pictures of a display that is not streamed; 0: only when wanted. */
  setInterval(seconds: number): void {
    this.interval = seconds;
    this.applyInterval();
  }

  /** Takes a new picture, or connects again. */
  refresh(): void {
    if (!this.showing || this.isLive) return;
    if (this.stream) return this.pictures?.refresh();
    this.setVisible(false);
    this.setVisible(true);
  }

  /** The viewer has drawn this picture, or could not: the next one may come. */
  drawn(id: number): void {
    const { drawing, waiting } = this.unshown;
    if (drawing?.id !== id) return;
    this.unshown.drawing = undefined;
    this.unshown.waiting = undefined;
    drawing.acknowledge();
    if (waiting) this.showFrame(waiting);
  }

  /**
   * Clicks at a point of a picture.
   * @param isSecond whether it is the second click of a double-click: the page then gets `dblclick`, if it is the display.
   * @throws UserError if the display no longer has the picture's size: the point would be somewhere else.
   * @throws the errors of `click`.
   */
  async click(picture: number, wanted: Click, signal: AbortSignal, isSecond = false): Promise<void> {
    const { client, sessions } = this.parts;
    await this.requireSameSize(picture, signal, true);
    await this.act(undefined, signal, () =>
      click(
        { client: isSecond ? { click: this.clickAgain.bind(this) } : client, sessions },
        { sessionId: this.sessionId, click: wanted },
        signal,
      ),
    );
  }

  /** The service can repeat clicks, but not make one that is the second: each of its requests begins anew. */
  private async clickAgain(sessionId: string, wanted: Click, signal: AbortSignal): Promise<void> {
    const done = this.isLive && (await this.stream?.clickAgain(wanted, signal));
    if (!done) await this.parts.client.click(sessionId, wanted, signal);
  }

  /** Something was done to the display, by whatever means: shows what comes of it. */
  acted(): void {
    // A stream shows it anyway.
    if (!this.isLive) this.pictures?.acted();
  }

  /**
   * Does something to the display, and shows what comes of it.
   * @param picture the one that its points belong to; undefined if it has none.
   * @throws UserError if the display no longer has the picture's size.
   */
  async act<T>(picture: number | undefined, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (picture !== undefined) await this.requireSameSize(picture, signal, false);
    try {
      return await work();
    } finally {
      this.acted();
    }
  }

  /** @param isExact whether the service is asked each time: of a wheel that turns, it would be asked too often. */
  private async requireSameSize(picture: number, signal: AbortSignal, isExact: boolean): Promise<void> {
    const size = this.sizes.get(picture);
    if (isExact) this.sizeAskedAt = 0;
    const now = await this.sizeNow(signal);
    if (!size || !now || !isSameSize(size, now))
      throw new UserError(message('The display’s size has changed. Nothing was sent. Use the new picture.'));
  }

  /** The newest picture, for a viewer that was created anew. */
  get picture(): ScreenPicture | undefined {
    return this.newest;
  }

  /**
   * Clicks in the popup that is shown.
   * @returns false if it has closed.
   */
  async clickPopup(at: Point, signal: AbortSignal): Promise<boolean> {
    refuseReleased(this.parts.sessions, this.sessionId);
    return (await this.stream?.clickPopup(at, signal)) ?? false;
  }

  /**
   * Ends it for good: nothing more of the session is requested.
   * @param why undefined: the session no longer exists for this user.
   */
  end(why?: Message): void {
    this.setVisible(false);
    this.ended = true;
    this.newest = undefined;
    this.listener.onState('ended', why);
  }

  dispose(): void {
    this.setVisible(false);
  }

  private start(): void {
    const showing = this.beginSignal();
    this.showing = showing;
    const { signal } = showing;
    try {
      refuseReleased(this.parts.sessions, this.sessionId);
    } catch (error) {
      this.ended = true;
      this.showing = undefined;
      return this.listener.onState('ended', sentenceOf(error));
    }
    this.noStream = false;
    this.state = undefined;
    // A picture from before may be old, and still looks as if it were current.
    this.listener.onState('connecting');
    this.pictures = new DisplayPictures(
      this.parts.client,
      this.sessionId,
      {
        onPicture: (png) => this.showPicture(png),
        onState: (state, text) => {
          if (!this.isLive) this.tell(state, text);
        },
      },
      this.history,
      signal,
    );
    // The first picture need not wait for the stream, which may be impossible.
    this.pictures.refresh();
    void this.followStream(signal).then(() => this.streamEnded(signal));
  }

  /** Without a stream, what is unavailable stays so. */
  private streamEnded(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.noStream = true;
    if (this.state === 'unavailable') this.listener.onState('unavailable');
  }

  /** A browser that is too busy to answer may answer later; one that is not offered never does. */
  private async followStream(signal: AbortSignal): Promise<void> {
    for (const milliseconds of [...STREAM_PAUSES, undefined]) {
      const mayComeBack = await this.streamOnce(signal);
      if (!mayComeBack || milliseconds === undefined) return;
      await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
    }
  }

  /** @returns whether it may be possible later. */
  private async streamOnce(shown: AbortSignal): Promise<boolean> {
    // The connection may outlive the attempt.
    const attempt = new AbortController();
    const signal = AbortSignal.any([shown, attempt.signal]);
    const stream = new ScreenStream({
      onFrame: (frame) => {
        if (!signal.aborted) this.queueFrame(frame);
      },
      onPopup: (frame) => {
        frame?.acknowledge();
        if (!signal.aborted || !frame) this.showPopup(frame);
      },
      onPage: (isFound) => {
        if (!signal.aborted) this.setLive(isFound);
      },
    });
    this.stream = stream;
    const devtools = this.parts.devtools.of(this.parts.client, this.sessionId);
    try {
      return await devtools.keep(
        (connection) => stream.follow(connection, signal),
        signal,
        () => this.breakStream(),
      );
    } catch (error) {
      attempt.abort();
      if (shown.aborted || error instanceof Cancelled) return false;
      if (!(error instanceof DevToolsFailure || error instanceof ServiceError || error instanceof UserError))
        throw error;
      // Without a stream, the service’s pictures remain, and tell what is wrong with the service.
      this.isLive = false;
      this.stream = undefined;
      if (this.newest) this.pictures?.refresh();
      this.applyInterval();
      return isPassing(error);
    }
  }

  private breakStream(): void {
    if (!this.isLive) return;
    this.isLive = false;
    this.unshown.drawing = undefined;
    this.unshown.waiting = undefined;
    this.tell('lost', message('The connection to the browser was lost. Connecting again…'));
  }

  private setLive(isLive: boolean): void {
    const was = this.isLive;
    this.isLive = isLive;
    if (isLive) this.tell('live');
    else if (was) this.pictures?.refresh();
    this.applyInterval();
  }

  private applyInterval(): void {
    this.pictures?.setInterval(this.isFocused && !this.isLive ? this.interval : 0);
  }

  /** One frame is drawn at a time; of those that come meanwhile, the latest. */
  private queueFrame(frame: ScreenFrame): void {
    if (!this.unshown.drawing) return this.showFrame(frame);
    this.unshown.waiting?.acknowledge();
    this.unshown.waiting = frame;
  }

  private showFrame(frame: ScreenFrame): void {
    const id = this.show(pictureOf(frame));
    this.unshown.drawing = { ...frame, id };
  }

  private showPopup(frame: ScreenFrame | undefined): void {
    this.popup = frame && { id: ++this.lastId, at: Date.now(), ...pictureOf(frame) };
    this.listener.onPopup(this.popup);
  }

  private showPicture(png: Buffer): void {
    // A frame of the stream is newer.
    if (this.isLive && this.newest) return;
    const size = pngSize(png);
    if (!size) return;
    this.show({ bytes: png, mime: 'image/png', ...size });
    if (!this.isLive) this.tell('pictures');
  }

  private show(picture: Omit<ScreenPicture, 'id' | 'at'>): number {
    const id = ++this.lastId;
    this.newest = { id, at: Date.now(), ...picture };
    this.sizes.set(id, { width: picture.width, height: picture.height });
    const oldest = id - MAX_KEPT;
    this.sizes.delete(oldest);
    this.listener.onPicture(this.newest);
    return id;
  }

  /**
   * Where a page is the display, it tells its size; else the service does.
   * @returns undefined if the page that was the display no longer is.
   */
  private async sizeNow(signal: AbortSignal): Promise<Size | undefined> {
    if (!this.isLive || !this.stream) return this.sizeByService(signal);
    try {
      return await this.stream.size(signal);
    } catch (error) {
      // A page that hangs does not answer; the service decides then.
      if (error instanceof DevToolsFailure) return this.newest;
      throw error;
    }
  }

  /** The size that the session is said to have may not be that of its pictures, so only a new picture disproves one. */
  private async sizeByService(signal: AbortSignal): Promise<Size | undefined> {
    const { client } = this.parts;
    if (Date.now() - this.sizeAskedAt < SIZE_VALID) return this.newest;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(SIZE_TIMEOUT)]);
    const session = await ifAnswered(client.getSession(this.sessionId, limited), signal);
    this.sizeAskedAt = Date.now();
    const viewport = session?.viewport;
    if (!viewport || !this.newest || isSameSize(viewport, this.newest)) return this.newest;
    if (this.disproved && isSameSize(viewport, this.disproved)) return this.newest;
    const png = await ifAnswered(client.screenshot(this.sessionId, limited), signal);
    if (png && this.showing) {
      this.showPicture(png);
      if (!isSameSize(viewport, this.newest)) this.disproved = viewport;
    }
    return this.newest;
  }

  private tell(state: ScreenState, text?: Message): void {
    this.state = state;
    if (state === 'ended') void this.parts.sessions.remember({ id: this.sessionId, gone: true });
    this.listener.onState(state, text);
  }
}

/** What is wrong is told by the operation that follows. */
async function ifAnswered<T>(asked: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (signal.aborted || !(error instanceof UserError || error instanceof Cancelled)) throw error;
    return undefined;
  }
}

function pictureOf({ bytes, mime, width, height }: ScreenFrame): Omit<ScreenPicture, 'id' | 'at'> {
  return { bytes, mime, width, height };
}
