import type { Click, HoldKey } from '../../core/click';
import { Cancelled } from '../../core/errors';
import { asRecord, asText } from '../../core/json';
import type { Point } from '../../core/input';
import { isSameSize, type Size } from '../../core/screen/geometry';
import type { DevToolsConnection, ProtocolEvent } from '../connection';
import { detachFrom, openBrowserSession } from '../targets';
import { attachToFront, displaySize, type FrontPage } from './front-page';
import { PageCast } from './page-cast';
import { PageSearch } from './page-search';
import { pressAt } from './press';
import type { ScreenFrame } from './screen-frame';

/** Milliseconds for which a page may be busy with a click. */
const MAX_ANSWER = 1000;
/** The bits of the protocol. */
const MODIFIERS: Record<HoldKey, number> = { alt: 1, ctrl: 2, meta: 4, shift: 8 };

export interface StreamListener {
  readonly onFrame: (frame: ScreenFrame) => void;
  /** @param frame of the popup of an extension; undefined: none is open any more. */
  readonly onPopup: (frame: ScreenFrame | undefined) => void;
  /** @param isFound whether a page is the display; if not, there are no frames until one is. */
  readonly onPage: (isFound: boolean) => void;
}

/**
 * The display of a session as a stream: lossy frames while it changes, and one lossless picture when it is still. It is
 * only there while one page fills the display: with several windows, or a browser's own bars, a page's picture is not
 * that of the display.
 */
export class ScreenStream {
  private connection: DevToolsConnection | undefined;
  private page: ShownPage | undefined;
  private popup: ShownPage | undefined;

  constructor(private readonly listener: StreamListener) {}

  /**
   * Resolves when it has begun. It ends with the connection, or when the signal is aborted.
   * @throws DevToolsFailure, or Cancelled.
   */
  async follow(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
    const { sessionId: parent, onEnd } = await openBrowserSession(connection, signal);
    const search = new PageSearch(async () => this.search(connection, parent, signal));
    const changes = new FrontChanges(parent);
    const unsubscribe = connection.subscribe((event) => {
      for (const shown of [this.page, this.popup])
        if (shown && event.sessionId === shown.page.sessionId) shown.cast.receive(event.method, event.params);
      if (changes.includes(event, this.page?.page)) search.soon();
    });
    onEnd(() => {
      unsubscribe();
      search.end();
      this.leave();
      this.connection = undefined;
    });
    this.connection = connection;
    // A popup of an extension is of the type `other` until it is shown.
    const filter = [{ type: 'page' }, { type: 'other' }, { exclude: true }];
    await connection.send('Target.setDiscoverTargets', { discover: true, filter }, { signal, sessionId: parent });
    await search.now();
  }

  /**
   * The size of the display now.
   * @returns undefined if it is not known, or no page is the display.
   * @throws DevToolsFailure, or Cancelled.
   */
  async size(signal: AbortSignal): Promise<Size | undefined> {
    return this.connection && this.page && displaySize(this.connection, this.page.page, signal);
  }

  /**
   * Clicks in the popup that is open, with the main button. The service's own click does not reach it where the display
   * does not contain it.
   * @returns false if no popup is open.
   * @throws DevToolsFailure, or Cancelled.
   */
  async clickPopup(at: Point, signal: AbortSignal): Promise<boolean> {
    const { connection, popup } = this;
    if (!connection || !popup) return false;
    await pressAt(connection, popup.page, at, signal);
    return true;
  }

  /**
   * The second click of a double-click, on the page that is the display.
   * @returns false if no page is.
   * @throws DevToolsFailure, or Cancelled.
   */
  async clickAgain({ x, y, button = 'left', holdKeys = [] }: Click, signal: AbortSignal): Promise<boolean> {
    const { connection, page: shown } = this;
    if (!connection || !shown) return false;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_ANSWER)]);
    const to = { signal: limited, sessionId: shown.page.sessionId };
    const modifiers = holdKeys.reduce((bits, key) => bits | MODIFIERS[key], 0);
    const press = { x, y, button, modifiers, clickCount: 2 } as const;
    try {
      await Promise.all(
        (['mousePressed', 'mouseReleased'] as const).map((type) =>
          connection.send('Input.dispatchMouseEvent', { type, ...press }, to),
        ),
      );
    } catch (error) {
      // A page answers only when it has handled the click, which may open a dialog. It was sent.
      if (!(error instanceof Cancelled) || signal.aborted) throw error;
    }
    return true;
  }

  /** @returns whether it is sure what the display shows. */
  private async search(connection: DevToolsConnection, parent: string, signal: AbortSignal): Promise<boolean> {
    const found = await attachToFront(connection, parent, signal);
    if (signal.aborted) throw new Cancelled();
    const replace = (
      shown: ShownPage | undefined,
      page: FrontPage | undefined,
      onFrame: (frame: ScreenFrame) => void,
    ): ShownPage | undefined => {
      if (page && shown?.cast.isRunning && shown.page.targetId === page.targetId && isSameSize(page, shown.page)) {
        detachFrom(connection, page.sessionId, parent);
        return shown;
      }
      shown?.cast.end();
      if (shown) detachFrom(connection, shown.page.sessionId, parent);
      return page && { page, cast: new PageCast(connection, page.sessionId, onFrame, signal) };
    };
    const before = { page: this.page, popup: this.popup };
    this.page = replace(this.page, found.page, this.listener.onFrame);
    this.popup = replace(this.popup, found.popup, this.listener.onPopup);
    if (this.page !== before.page) {
      await this.page?.cast.start();
      this.listener.onPage(this.page !== undefined);
    }
    if (this.popup !== before.popup) {
      if (!this.popup) this.listener.onPopup(undefined);
      await this.popup?.cast.start();
    }
    return found.isSure;
  }

  private leave(): void {
    for (const shown of [this.page, this.popup]) shown?.cast.end();
    if (this.popup) this.listener.onPopup(undefined);
    this.page = undefined;
    this.popup = undefined;
  }
}

interface ShownPage {
  readonly page: FrontPage;
  readonly cast: PageCast;
}

/** Tells by the browser's events whether another page may be in front now. */
class FrontChanges {
  private readonly pages = new Set<unknown>();

  constructor(private readonly parent: string) {}

  /** @param page the one that is the display. */
  includes({ method, params, sessionId }: ProtocolEvent, page: FrontPage | undefined): boolean {
    if (page && sessionId === page.sessionId)
      return method === 'Page.screencastVisibilityChanged' || method === 'Inspector.targetCrashed';
    if (sessionId !== this.parent) return false;
    if (method === 'Target.detachedFromTarget') return asText(params['sessionId']) === page?.sessionId;
    if (method === 'Target.targetDestroyed') return this.pages.delete(params['targetId']);
    if (method !== 'Target.targetCreated' && method !== 'Target.targetInfoChanged') return false;
    const { targetId, type } = asRecord(params['targetInfo']);
    const isNew = type === 'page' && !this.pages.has(targetId);
    if (isNew) this.pages.add(targetId);
    // A page that is the display tells itself when it no longer is; its titles and addresses do not matter.
    return isNew || !page;
  }
}
