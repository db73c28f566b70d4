import type { Click } from '../../core/click';
import { UserError } from '../../core/errors';
import type { Point } from '../../core/input';
import { message } from '../../core/message';
import { isSameSize, type Size } from '../../core/screen/geometry';
import { click } from '../computer';
import { refuseReleased } from '../outcome';
import type { DisplayStream } from './display-stream';
import type { FeedParts } from './feed-parts';
import { SizeByService } from './size-by-service';

/** What is shown of a session. */
export interface ShownScreen {
  /** @returns undefined for a picture that was never shown, or is too old. */
  readonly sizeOf: (picture: number) => Size | undefined;
  readonly popupSizeOf: (picture: number) => Size | undefined;
  readonly newest: () => Size | undefined;
  readonly popup: () => Size | undefined;
  readonly stream: () => DisplayStream | undefined;
  readonly isLive: () => boolean;
  /** Takes over a picture that was needed to know the size. */
  readonly show: (png: Buffer) => void;
  /** Something was done: what comes of it should be seen. */
  readonly acted: () => void;
}

/** Input at points of a session's pictures: where the display has another size by then, it is refused. */
export class ScreenInput {
  private readonly sizeByService: SizeByService;
  /** The newest click; a second one can follow it. */
  private last: Click | undefined;

  constructor(
    private readonly parts: FeedParts,
    private readonly sessionId: string,
    private readonly screen: ShownScreen,
  ) {
    this.sizeByService = new SizeByService(parts.client, sessionId, screen);
  }

  /**
   * Clicks at a point of a picture.
   * @param isSecond whether it is the second click of a double-click: the page then gets `dblclick`, if it is the display.
   * @throws UserError if the display no longer has the picture's size: the point would be somewhere else.
   * @throws the errors of `click`.
   */
  async click(picture: number, wanted: Click, signal: AbortSignal, isSecond = false): Promise<void> {
    const { client, sessions } = this.parts;
    const first = isSecond ? this.last : undefined;
    this.last = undefined;
    await this.requireSameSize(picture, signal, true);
    await this.act(undefined, signal, () =>
      click(
        { client: isSecond ? { click: this.clickAgain.bind(this) } : client, sessions },
        { sessionId: this.sessionId, click: wanted, first },
        signal,
      ),
    );
    this.last = isSecond ? undefined : wanted;
  }

  /**
   * Clicks in the popup that is shown.
   * @param picture the one that the point belongs to.
   * @returns false if it has closed, or has another size now.
   */
  async clickPopup(picture: number, at: Point, signal: AbortSignal): Promise<boolean> {
    refuseReleased(this.parts.sessions, this.sessionId);
    const [size, now] = [this.screen.popupSizeOf(picture), this.screen.popup()];
    if (!size || !now || !isSameSize(size, now)) return false;
    return (await this.screen.stream()?.clickPopup(at, signal)) ?? false;
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
      this.screen.acted();
    }
  }

  /** The service can repeat clicks, but not make one that is the second: each of its requests begins anew. */
  private async clickAgain(sessionId: string, wanted: Click, signal: AbortSignal): Promise<void> {
    const done = this.screen.isLive() && (await this.screen.stream()?.clickAgain(wanted, signal));
    if (!done) await this.parts.client.click(sessionId, wanted, signal);
  }

  /** @param isExact whether the service is asked each time: of a wheel that turns, it would be asked too often. */
  private async requireSameSize(picture: number, signal: AbortSignal, isExact: boolean): Promise<void> {
    const now = await this.sizeNow(isExact, signal);
    if (!now)
      throw new UserError(message('Another page is in front now. Nothing was sent. Check the screen and try again.'));
    const size = this.screen.sizeOf(picture);
    if (!size || !isSameSize(size, now))
      throw new UserError(message('The display’s size has changed. Nothing was sent. Check the screen and try again.'));
  }

  /**
   * Where a page is the display, it tells its size; else the service does.
   * @returns undefined if the page that was the display no longer is.
   */
  private async sizeNow(isExact: boolean, signal: AbortSignal): Promise<Size | undefined> {
    const stream = this.screen.isLive() ? this.screen.stream() : undefined;
    if (!stream) return this.sizeByService.now(isExact, signal);
    const size = await stream.size(signal);
    // A page that hangs does not answer; the service decides then.
    return size === 'unknown' ? this.screen.newest() : size;
  }
}
