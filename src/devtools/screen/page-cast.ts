import { asCount, asText } from '../../core/json';
import type { Size } from '../../core/screen/geometry';
import { jpegSize, pngSize } from '../../core/screen/picture-size';
import type { DevToolsConnection, ProtocolEvent } from '../connection';
import { ignoreFailure } from '../failures';
import type { FrontPage } from './front-page';

/** Milliseconds without a change after which the display counts as still. */
const STILL_AFTER = 150;
/** Of the frames while it moves; text stays readable. */
const JPEG_QUALITY = 80;

/** The pictures of one page. */
export class PageCast {
  private stillTimer: NodeJS.Timeout | undefined;
  /** The data of the last frame: taking a picture makes Chromium send the same frame again. */
  private last = '';
  private ended = false;
  private isTaking = false;
  /** CSS pixels of the page for each pixel of the first frame: a person may have zoomed in. */
  private zoom: { readonly x: number; readonly y: number } | undefined;

  /**
   * @param isScaled whether the lossless pictures may have more pixels than the page has CSS pixels. Sizes and clicks
   * are in the latter.
   */
  constructor(
    private readonly connection: DevToolsConnection,
    private readonly page: FrontPage,
    private readonly signal: AbortSignal,
    private readonly onFrame: (frame: ScreenFrame) => void,
    private readonly isScaled = false,
  ) {}

  get isRunning(): boolean {
    return !this.ended;
  }

  /** @throws DevToolsFailure, or Cancelled. */
  async start(): Promise<void> {
    const to = { signal: this.signal, targetSession: this.page.targetSession };
    await this.connection.send('Page.enable', undefined, to);
    await this.connection.send('Page.startScreencast', { format: 'jpeg', quality: JPEG_QUALITY }, to);
  }

  receive({ method, params }: ProtocolEvent): void {
    if (this.ended || method !== 'Page.screencastFrame') return;
    const number = asCount(params.sessionId);
    const data = asText(params.data);
    const size = this.sizeOf(lengthOf(params.metadata?.deviceWidth), lengthOf(params.metadata?.deviceHeight));
    const acknowledge = (): void => {
      if (number !== undefined && !this.ended) this.acknowledge(number);
    };
    if (data === undefined || data === this.last || size.width === 0 || size.height === 0) return acknowledge();
    this.last = data;
    const bytes = Buffer.from(data, 'base64');
    if (!jpegSize(bytes)) return acknowledge();
    this.onFrame({ bytes, mime: 'image/jpeg', ...size, acknowledge });
    this.awaitStill(size);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.stillTimer);
  }

  /** What a page is zoomed by stays, whatever the size of its window. */
  private sizeOf(width: number, height: number): Size {
    const { connection, page } = this;
    if (!connection.isPageDisplay || width === 0 || height === 0) return { width, height };
    this.zoom ??= { x: page.width / width, y: page.height / height };
    return { width: Math.round(width * this.zoom.x), height: Math.round(height * this.zoom.y) };
  }

  private acknowledge(number: number): void {
    if (!this.connection.isOpen) return;
    const to = { signal: this.signal, targetSession: this.page.targetSession };
    void this.connection.send('Page.screencastFrameAck', { sessionId: number }, to).catch(() => {});
  }

  private awaitStill(size: Size): void {
    clearTimeout(this.stillTimer);
    this.stillTimer = setTimeout(() => void this.takeStill(size), STILL_AFTER);
  }

  private async takeStill(size: Size): Promise<void> {
    // The picture that is being taken shows the change too, or the next frame is followed by another one.
    if (this.isTaking || this.ended) return;
    this.isTaking = true;
    const shown = this.last;
    try {
      const to = { signal: this.signal, targetSession: this.page.targetSession };
      const answer = await this.connection.send(
        'Page.captureScreenshot',
        { format: 'png', optimizeForSpeed: true },
        to,
      );
      const data = asText(answer.data);
      if (this.ended || data === undefined) return;
      const bytes = Buffer.from(data, 'base64');
      const pictured = pngSize(bytes);
      if (!pictured) return;
      this.onFrame({ bytes, mime: 'image/png', ...(this.isScaled ? size : pictured), acknowledge: () => {} });
    } catch (error) {
      // The lossy frame stays, and the stream tells of a page or a connection that has ended.
      ignoreFailure(error);
    } finally {
      this.isTaking = false;
      if (!this.ended && this.last !== shown) this.awaitStill(size);
    }
  }
}

/** @returns 0 if it is none. Where CSS pixels are not those of the screen, there are fractions. */
function lengthOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.round(value) : 0;
}

/** A picture of the whole display. */
export interface ScreenFrame extends Size {
  readonly bytes: Buffer;
  readonly mime: 'image/jpeg' | 'image/png';
  /** The browser sends no further frames until a few of them were acknowledged. */
  readonly acknowledge: () => void;
}
