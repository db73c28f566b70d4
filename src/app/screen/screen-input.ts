import type { Click } from '../../core/click';
import { Cancelled, UserError } from '../../core/errors';
import type { Point } from '../../core/input';
import { message } from '../../core/message';
import { isSameSize, type Size } from '../../core/screen/geometry';
import type { SessionInput } from '../../core/screen/messages';
import { withTimeLimit } from '../../core/time-limit';
import type { BrowserAccess } from '../devtools-sessions';
import { click, drag, pressKeys, scroll, typeText } from '../computer';
import { refuseReleased } from '../not-found';
import type { ScreenFeed } from './screen-feed';

/** Milliseconds for which the size is not asked of the service again, and that the answer may take. */
const SIZE_VALID = 1000;
const SIZE_TIMEOUT = 2000;

/** Input at points of a session's pictures: where the display has another size by then, it is refused. */
export class ScreenInput {
  /** The newest click; a second one can follow it. */
  private last: Click | undefined;
  /** When the service was asked for the size, in milliseconds since 1970. */
  private askedAt = 0;
  /** What the service says of the size, where its pictures disprove it. */
  private disproved: Size | undefined;

  /** @param feed which shows the pictures. */
  constructor(
    private readonly access: BrowserAccess,
    private readonly sessionId: string,
    private readonly feed: ScreenFeed,
  ) {}

  /**
   * Clicks at a point of a picture.
   * @param isSecond whether it is the second click of a double-click: the page then gets `dblclick`, if it is the display.
   * @throws UserError if the display no longer has the picture's size: the point would be somewhere else.
   * @throws the errors of `click`.
   */
  async click(picture: number, wanted: Click, signal: AbortSignal, isSecond = false): Promise<void> {
    const { client, sessions } = this.access;
    const first = isSecond ? this.last : undefined;
    this.last = undefined;
    await this.requireSameSize(picture, signal, true);
    try {
      await sessions.byPerson(this.sessionId, { type: 'click', click: wanted, first }, () =>
        click(
          { client: isSecond ? { click: this.clickAgain.bind(this) } : client, sessions },
          { sessionId: this.sessionId, click: wanted, first },
          signal,
        ),
      );
    } catch (error) {
      // It may have happened, and is not among the clicks that were made.
      this.feed.showResult();
      throw error;
    }
    this.last = isSecond ? undefined : wanted;
  }

  /**
   * Clicks in the popup that is shown.
   * @param picture the one that the point belongs to.
   * @returns false if it has closed, or has another size now.
   */
  async clickPopup(picture: number, at: Point, signal: AbortSignal): Promise<boolean> {
    refuseReleased(this.access.sessions, this.sessionId);
    const { popup, stream } = this.feed;
    const [size, now] = [popup.sizeOf(picture), popup.newest];
    if (!size || !now || !isSameSize(size, now)) return false;
    const { sessions } = this.access;
    return sessions.byPerson(this.sessionId, { type: 'popupClick', ...at }, async () => {
      const isDone = (await stream?.clickPopup(at, signal)) ?? false;
      if (isDone) sessions.clickedPopup({ session: this.sessionId, at });
      return isDone;
    });
  }

  /**
   * Sends input that is no click, and shows what comes of it.
   * @throws NotOffered; UserError if the display no longer has the size of the picture that the input belongs to.
   */
  async send(input: SessionInput, signal: AbortSignal): Promise<void> {
    if ('picture' in input) await this.requireSameSize(input.picture, signal, false);
    try {
      await this.access.sessions.byPerson(this.sessionId, input, () => this.request(input, signal));
    } finally {
      this.feed.showResult();
    }
  }

  private request(input: SessionInput, signal: AbortSignal): Promise<void> {
    const { access, sessionId } = this;
    switch (input.type) {
      case 'text':
        return typeText(access, { sessionId, text: input.text }, signal);
      case 'keys':
        return pressKeys(access, { sessionId, keys: input.keys }, signal);
      case 'scroll':
        return scroll(access, { sessionId, scroll: input.scroll }, signal);
      case 'drag':
        return drag(access, { sessionId, path: input.path }, signal);
    }
  }

  /** The service can repeat clicks, but not make one that is the second: each of its requests begins anew. */
  private async clickAgain(sessionId: string, wanted: Click, signal: AbortSignal): Promise<void> {
    const done = this.feed.isLive && (await this.feed.stream?.clickAgain(wanted, signal));
    if (!done) await this.access.client.click(sessionId, wanted, signal);
  }

  /** @param isExact whether the service is asked each time: of a wheel that turns, it would be asked too often. */
  private async requireSameSize(picture: number, signal: AbortSignal, isExact: boolean): Promise<void> {
    const now = await this.sizeNow(isExact, signal);
    if (!now)
      throw new UserError(message('Another page is in front now. Nothing was sent. Check the screen and try again.'));
    const size = this.feed.display.sizeOf(picture);
    if (!size || !isSameSize(size, now))
      throw new UserError(message('The display’s size has changed. Nothing was sent. Check the screen and try again.'));
  }

  /**
   * Where a page is the display, it tells its size; else the service does.
   * @returns undefined if the page that was the display no longer is.
   */
  private async sizeNow(isExact: boolean, signal: AbortSignal): Promise<Size | undefined> {
    const { isLive, stream } = this.feed;
    if (!isLive || !stream) return this.sizeByService(isExact, signal);
    const size = await stream.size(signal);
    // A page that hangs does not answer; the service decides then.
    return size === 'unknown' ? this.feed.display.newest : size;
  }

  /**
   * The size of a display that is not streamed. The size that a session is said to have may not be that of its pictures,
   * so only a new picture disproves one.
   */
  private async sizeByService(isExact: boolean, signal: AbortSignal): Promise<Size | undefined> {
    const { display } = this.feed;
    if (!isExact && Date.now() - this.askedAt < SIZE_VALID) return display.newest;
    const { client } = this.access;
    const limited = withTimeLimit(signal, SIZE_TIMEOUT);
    const session = await ifAnswered(client.getSession(this.sessionId, limited), signal);
    this.askedAt = Date.now();
    const reported = session?.viewport;
    if (!reported || this.agrees(reported)) return display.newest;
    const png = await ifAnswered(client.screenshot(this.sessionId, limited), signal);
    if (png) {
      this.feed.showPicture(png);
      if (!this.agrees(reported)) this.disproved = reported;
    }
    return display.newest;
  }

  private agrees(reported: Size): boolean {
    const { newest } = this.feed.display;
    return !newest || isSameSize(reported, newest) || (!!this.disproved && isSameSize(reported, this.disproved));
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
