import { sentenceOf } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { Remedy } from '../../core/screen/messages';
import { pngSize } from '../../core/screen/picture-size';
import type { ScreenFrame } from '../../devtools';
import { refuseReleased } from '../outcome';
import { DisplayPictures, type PictureHistory } from './display-pictures';
import { DisplayStream } from './display-stream';
import type { FeedParts } from './feed-parts';
import { FrameSlot } from './frame-slot';
import { PictureSizes } from './picture-sizes';
import { ScreenInput } from './screen-input';
import type { ScreenListener, ScreenPicture, ScreenState } from './screen-picture';

/** What goes on while the viewer is visible. */
interface Showing {
  readonly work: AbortController;
  readonly pictures: DisplayPictures;
  readonly stream: DisplayStream;
}

/**
 * The newest picture of a session's display, for one viewer: streamed where a page of the session is its display, else
 * taken by the service when wanted. Nothing is requested while the viewer is hidden.
 */
export class ScreenFeed {
  private showing: Showing | undefined;
  private newest: ScreenPicture | undefined;
  private newestPopup: ScreenPicture | undefined;
  private lastId = 0;
  private isLive = false;
  private interval = 0;
  private isFocused = true;
  private ended = false;
  private noStream = false;
  private state: ScreenState | undefined;
  private readonly sizes = new PictureSizes();
  private readonly popupSizes = new PictureSizes();
  private readonly history: PictureHistory = { notBefore: 0, hasPicture: false };
  private readonly frames = new FrameSlot((frame) => this.show(pictureOf(frame)));
  private readonly popupFrames = new FrameSlot((frame) => this.showPopup(frame));
  /** Clicks and other input at points of the pictures. */
  readonly input: ScreenInput;

  /** @param beginSignal a new signal for the work while the viewer is visible; countdowns are reported to it. */
  constructor(
    private readonly parts: FeedParts,
    private readonly sessionId: string,
    private readonly listener: ScreenListener,
    private readonly beginSignal: () => AbortController,
  ) {
    this.input = new ScreenInput(parts, sessionId, {
      sizeOf: (picture) => this.sizes.of(picture),
      popupSizeOf: (picture) => this.popupSizes.of(picture),
      newest: () => this.newest,
      popup: () => this.newestPopup,
      stream: () => this.showing?.stream,
      isLive: () => this.isLive,
      show: (png) => {
        if (this.showing) this.showPicture(png);
      },
      acted: () => this.acted(),
    });
  }

  /** Whether nothing more of the session will be shown. */
  get hasEnded(): boolean {
    return this.ended;
  }

  /** Whether the session can neither be streamed nor be seen in pictures. */
  get isUnavailable(): boolean {
    return this.noStream && this.state === 'unavailable';
  }

  /** Whether the session says that it is one of macOS; false while that is not known. */
  get isOnMac(): boolean {
    return this.showing?.stream.isOnMac === true;
  }

  /** The newest picture, for a viewer that was created anew. */
  get picture(): ScreenPicture | undefined {
    return this.newest;
  }

  /** Of the popup of an extension, while it is open. */
  get popup(): ScreenPicture | undefined {
    return this.newestPopup;
  }

  /** Starts or stops everything. */
  setVisible(isVisible: boolean): void {
    if (this.ended || isVisible === (this.showing !== undefined)) return;
    if (isVisible) return this.start();
    this.showing?.work.abort();
    this.showing = undefined;
    this.isLive = false;
    this.frames.clear();
    this.popupFrames.clear();
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

  /** Takes a new picture, or connects again. Of what is live, it asks whether it still is. */
  refresh(): void {
    if (!this.showing) return;
    if (this.isLive) return this.showing.stream.check();
    if (this.showing.stream.isOpen) return this.showing.pictures.refresh();
    this.restart();
  }

  /** Tries again at once, even if the service asked to wait: the person wants it. */
  retry(): void {
    if (!this.showing) return;
    this.history.notBefore = 0;
    this.restart();
  }

  private restart(): void {
    this.setVisible(false);
    this.setVisible(true);
  }

  /** The viewer has drawn this picture, or could not: the next one may come. */
  drawn(id: number): void {
    this.frames.drawn(id);
    this.popupFrames.drawn(id);
  }

  /** Something was done to the display, by whatever means: shows what comes of it. */
  acted(): void {
    // A stream shows it anyway.
    if (!this.isLive) this.showing?.pictures.acted();
  }

  /**
   * Ends it for good: nothing more of the session is requested.
   * @param why undefined: the session has ended.
   * @param remedy as for {@link ScreenListener.onState}.
   */
  end(why?: Message, remedy?: Remedy): void {
    this.setVisible(false);
    this.ended = true;
    this.newest = undefined;
    this.listener.onState('ended', why, remedy);
  }

  dispose(): void {
    this.setVisible(false);
  }

  private start(): void {
    try {
      refuseReleased(this.parts.sessions, this.sessionId);
    } catch (error) {
      this.ended = true;
      return this.listener.onState('ended', sentenceOf(error));
    }
    this.noStream = false;
    this.state = undefined;
    // A picture from before may be old, and still looks as if it were current.
    this.listener.onState('connecting');
    const showing = this.begin(this.beginSignal());
    this.showing = showing;
    // The first picture need not wait for the stream, which may be impossible.
    showing.pictures.refresh();
    void showing.stream.follow().then(() => this.streamEnded(showing.work.signal));
  }

  private begin(work: AbortController): Showing {
    const { client, devtools } = this.parts;
    const { signal } = work;
    const onPicture = (png: Buffer): void => this.showPicture(png);
    const onState: ScreenListener['onState'] = (state, text, remedy) => {
      if (!this.isLive) this.tell(state, text, remedy);
    };
    const listener = {
      onFrame: (frame: ScreenFrame) => this.frames.push(frame),
      onPopup: (frame: ScreenFrame | undefined) => this.receivePopup(frame),
      onPage: (isShown: boolean) => this.setLive(isShown),
      onBreak: () => this.breakStream(),
      onLoss: () => this.loseStream(),
    };
    return {
      work,
      pictures: new DisplayPictures(client, this.sessionId, { onPicture, onState }, this.history, signal),
      stream: new DisplayStream(devtools.of(client, this.sessionId), listener, signal),
    };
  }

  /** Without a stream, what is unavailable stays so. */
  private streamEnded(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.noStream = true;
    if (this.state === 'unavailable') this.listener.onState('unavailable');
  }

  private breakStream(): void {
    if (!this.isLive) return;
    this.isLive = false;
    this.frames.clear();
    this.tell('lost', message('The connection to the browser was lost. Connecting again…'));
  }

  /** The service’s pictures remain, and tell what is wrong with the service. */
  private loseStream(): void {
    this.isLive = false;
    if (this.newest) this.showing?.pictures.refresh();
    this.applyInterval();
  }

  private setLive(isLive: boolean): void {
    const was = this.isLive;
    this.isLive = isLive;
    if (isLive) this.tell('live');
    else if (was) {
      // The last frame may be old by now.
      this.tell('connecting', this.dialogText);
      this.showing?.pictures.refresh();
    }
    this.applyInterval();
  }

  private get dialogText(): Message | undefined {
    return this.showing?.stream.hasDialog ? message('The page shows a dialog.') : undefined;
  }

  private applyInterval(): void {
    this.showing?.pictures.setInterval(this.isFocused && !this.isLive ? this.interval : 0);
  }

  private receivePopup(frame: ScreenFrame | undefined): void {
    if (frame) return this.popupFrames.push(frame);
    this.popupFrames.clear();
    this.newestPopup = undefined;
    this.listener.onPopup(undefined);
  }

  private showPopup(frame: ScreenFrame): number {
    this.newestPopup = this.identified(pictureOf(frame), this.popupSizes);
    this.listener.onPopup(this.newestPopup);
    return this.newestPopup.id;
  }

  private showPicture(png: Buffer): void {
    // A frame of the stream is newer.
    if (this.isLive && this.newest) return;
    const size = pngSize(png);
    if (!size) return;
    this.show({ bytes: png, mime: 'image/png', ...size });
    if (!this.isLive) this.tell('pictures', this.dialogText);
  }

  private show(picture: Omit<ScreenPicture, 'id' | 'at'>): number {
    this.newest = this.identified(picture, this.sizes);
    this.listener.onPicture(this.newest);
    return this.newest.id;
  }

  private identified(picture: Omit<ScreenPicture, 'id' | 'at'>, sizes: PictureSizes): ScreenPicture {
    const id = ++this.lastId;
    sizes.add(id, picture);
    return { id, at: Date.now(), ...picture };
  }

  private tell(state: ScreenState, text?: Message, remedy?: Remedy): void {
    this.state = state;
    if (state === 'ended') void this.parts.sessions.remember({ id: this.sessionId, gone: true });
    this.listener.onState(state, text, remedy);
  }
}

function pictureOf({ bytes, mime, width, height }: ScreenFrame): Omit<ScreenPicture, 'id' | 'at'> {
  return { bytes, mime, width, height };
}
