import type { Subscription } from '../../core/emitter';
import { sentenceOf } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { Point } from '../../core/input';
import type { Remedy } from '../../core/screen/messages';
import { pngSize } from '../../core/screen/picture-size';
import type { HiddenPage, SessionTabs } from '../../devtools';
import type { BrowserAccess } from '../devtools-sessions';
import { refuseReleased } from '../not-found';
import { DisplayPictures, UNREADABLE, type NoPicture, type PictureHistory } from './display-pictures';
import { DisplayStream } from './display-stream';
import { ShownPictures, type ScreenPicture } from './shown-pictures';

/**
 * What a viewer sees of a session.
 * - `connecting`: no picture that is known to be current, perhaps with the reason.
 * - `live`: the display is streamed, and the newest picture is what it shows now.
 * - `pictures`: the newest picture shows the display at the time when it was taken.
 * - `closed`: for good, whether the session has ended or not.
 */
export type ScreenState =
  | { readonly kind: 'connecting'; readonly text?: Message | undefined }
  | { readonly kind: 'live' }
  | { readonly kind: 'pictures'; readonly text?: Message | undefined }
  | NoPicture
  | {
      readonly kind: 'closed';
      /** Why; undefined: the session has ended. */
      readonly text?: Message | undefined;
      /** What helps; by default a new session. */
      readonly remedy?: Remedy | undefined;
    };

interface ScreenListener {
  readonly onPicture: (picture: ScreenPicture) => void;
  /** @param picture of the popup of an extension; undefined: none is open any more. */
  readonly onPopup: (picture: ScreenPicture | undefined) => void;
  readonly onState: (state: ScreenState) => void;
  /** The tabs of the session, or whether they can be known, have changed. */
  readonly onTabs: () => void;
  /** @param text the click as it is typed. */
  readonly onClick: (text: string) => void;
  /** @param at a point of the popup that is open. */
  readonly onPopupClick: (at: Point) => void;
  /** Work begins that goes on while the viewer is visible; countdowns are reported to its signal. */
  readonly onBegin: (signal: AbortSignal) => void;
}

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
  private current: ScreenState = { kind: 'connecting' };
  private openTabs: SessionTabs | undefined;
  private hasToldTabs = false;
  private interval = 0;
  private isFocused = true;
  private readonly history: PictureHistory = { notBefore: 0, hasPicture: false };
  private readonly clicks: readonly Subscription[];
  /** What is shown of the display. */
  readonly display = new ShownPictures((picture) => this.listener.onPicture(picture));
  /** What is shown of the popup of an extension, while it is open. */
  readonly popup = new ShownPictures((picture) => this.listener.onPopup(picture));

  constructor(
    private readonly access: BrowserAccess,
    private readonly sessionId: string,
    private readonly listener: ScreenListener,
  ) {
    this.clicks = [
      access.sessions.onDidClick(({ session, text }) => {
        if (session !== sessionId) return;
        listener.onClick(text);
        this.showResult();
      }),
      access.sessions.onDidClickPopup(({ session, at }) => {
        if (session === sessionId) listener.onPopupClick(at);
      }),
    ];
  }

  get state(): ScreenState {
    return this.current;
  }

  /** Whether nothing more of the session will be shown. */
  get hasEnded(): boolean {
    return this.current.kind === 'closed';
  }

  get isLive(): boolean {
    return this.current.kind === 'live';
  }

  /** Whether the session can neither be streamed nor be seen in pictures. */
  get isUnavailable(): boolean {
    return this.current.kind === 'unavailable' && this.stream?.isOver === true;
  }

  /** The tabs of the session; undefined while they are not known. */
  get tabs(): SessionTabs | undefined {
    return this.openTabs;
  }

  /** Whether the session tells its tabs, or may do so. One that has told them keeps the place for them. */
  get hasTabs(): boolean {
    return this.hasToldTabs || this.stream?.isOver !== true;
  }

  /** Undefined while the viewer is hidden. */
  get stream(): DisplayStream | undefined {
    return this.showing?.stream;
  }

  /** Starts or stops everything. */
  setVisible(isVisible: boolean): void {
    if (this.hasEnded || isVisible === (this.showing !== undefined)) return;
    if (isVisible) this.start();
    else this.stop();
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

  /** The viewer has drawn this picture, or could not: the next one may come. */
  drawn(id: number, isDamaged = false): void {
    // The next frame of a stream is there soon.
    if (isDamaged && !this.isLive) this.set({ kind: 'lost', text: UNREADABLE });
    this.display.drawn(id);
    this.popup.drawn(id);
  }

  /** Says that the service asks to wait. A stream needs no picture of the service. */
  showWaiting(text: Message): void {
    if (this.showing && !this.isLive) this.set({ kind: 'waiting', text });
  }

  /** Something was done to the display: shows what comes of it. Clicks are noticed without this. */
  showResult(): void {
    // A stream shows it anyway.
    if (this.isLive || !this.showing) return;
    this.showing.pictures.takeUntilStill();
    // A click may have brought another tab to the front, and nothing tells.
    if (this.openTabs) void this.showing.stream.look();
  }

  /** Takes over a picture of the service. */
  showPicture(png: Buffer): void {
    // A frame of the stream is newer.
    if (!this.showing || (this.isLive && this.display.newest)) return;
    const size = pngSize(png);
    if (!size) return;
    this.display.show({ bytes: png, mime: 'image/png', ...size });
    if (!this.isLive) this.set({ kind: 'pictures', text: this.whyNotLive });
  }

  /**
   * Ends it for good: nothing more of the session is requested.
   * @param why undefined: the session has ended.
   * @param remedy by default a new session.
   */
  end(why?: Message, remedy?: Remedy): void {
    this.stop();
    this.closePopup();
    this.set({ kind: 'closed', text: why, remedy });
  }

  dispose(): void {
    this.stop();
    for (const each of this.clicks) each.dispose();
  }

  private start(): void {
    try {
      refuseReleased(this.access.sessions, this.sessionId);
    } catch (error) {
      return this.set({ kind: 'closed', text: sentenceOf(error) });
    }
    // A picture from before may be old, and still looks as if it were current.
    this.set({ kind: 'connecting' });
    const { client, devtools } = this.access;
    const work = new AbortController();
    const { signal } = work;
    this.listener.onBegin(signal);
    const pictures = new DisplayPictures(
      client,
      this.sessionId,
      {
        onPicture: (png) => this.showPicture(png),
        onFailure: (state) => {
          if (!this.isLive) this.set(state);
        },
      },
      this.history,
      signal,
    );
    const stream = new DisplayStream(
      devtools.of(client, this.sessionId),
      {
        onFrame: (frame) => this.display.push(frame),
        onPopup: (frame) => (frame ? this.popup.push(frame) : this.closePopup()),
        onPage: (hidden) => this.setLive(hidden === undefined),
        onBreak: () => this.breakStream(),
        onLoss: () => this.loseStream(),
        onTabs: (tabs) => this.setTabs(tabs),
      },
      signal,
    );
    this.showing = { work, pictures, stream };
    // The first picture need not wait for the stream, which may be impossible.
    pictures.refresh();
    void stream.follow().then(() => this.streamEnded(signal));
  }

  private stop(): void {
    this.showing?.work.abort();
    this.showing = undefined;
    if (this.isLive) this.current = { kind: 'connecting' };
    this.display.endStream();
    this.popup.endStream();
  }

  /** Without a stream, what is unavailable stays so. */
  private streamEnded(signal: AbortSignal): void {
    if (signal.aborted) return;
    if (this.current.kind === 'unavailable') this.set(this.current);
    this.explain();
    this.listener.onTabs();
  }

  private restart(): void {
    this.setVisible(false);
    this.setVisible(true);
  }

  private breakStream(): void {
    if (!this.isLive) return;
    this.display.endStream();
    this.set({ kind: 'connecting', text: message('The connection to the browser was lost. Connecting again…') });
  }

  /** The service’s pictures remain, and tell what is wrong with the service. */
  private loseStream(): void {
    if (this.isLive) this.set({ kind: 'connecting' });
    if (this.display.newest) this.showing?.pictures.refresh();
    this.applyInterval();
  }

  private setLive(isLive: boolean): void {
    const wasLive = this.isLive;
    if (isLive) this.set({ kind: 'live' });
    else if (wasLive) {
      // The last frame may be old by now.
      this.set({ kind: 'connecting', text: this.whyNotLive });
      this.showing?.pictures.refresh();
    } else this.explain();
    this.applyInterval();
  }

  /** Another reason may be known by now. */
  private explain(): void {
    if (this.current.kind === 'pictures') this.set({ kind: 'pictures', text: this.whyNotLive });
  }

  /** Undefined while it is not known. */
  private get whyNotLive(): Message | undefined {
    const { stream } = this;
    if (stream?.isOver) return message('Screenshot: this session can’t be seen live');
    return this.openTabs && stream?.hidden && NOT_LIVE[stream.hidden];
  }

  private applyInterval(): void {
    this.showing?.pictures.setInterval(this.isFocused && !this.isLive ? this.interval : 0);
  }

  private setTabs(tabs: SessionTabs | undefined): void {
    this.openTabs = tabs;
    this.hasToldTabs ||= tabs !== undefined;
    this.listener.onTabs();
  }

  private closePopup(): void {
    this.popup.clear();
    this.listener.onPopup(undefined);
  }

  private set(state: ScreenState): void {
    if (this.hasEnded) return;
    this.current = state;
    if (state.kind === 'ended') void this.access.sessions.remember({ id: this.sessionId, gone: true });
    this.listener.onState(state);
  }
}

const NOT_LIVE: Readonly<Record<HiddenPage, Message>> = {
  dialog: message('Screenshot: the page shows a dialog, so the screen isn’t live'),
  sidePanel: message('Screenshot: a side panel is open, so the screen isn’t live'),
  smaller: message('Screenshot: the page doesn’t fill the display, so the screen isn’t live'),
  none: message('Screenshot: no single page fills the display, so the screen isn’t live'),
};
