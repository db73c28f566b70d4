import type { Click } from '../../core/click';
import { Cancelled } from '../../core/errors';
import type { Point } from '../../core/input';
import { asText } from '../../core/json';
import { isSameSize, type Size } from '../../core/screen/geometry';
import type { DevToolsConnection } from '../connection';
import { detachFrom, openBrowserSession, PAGE_TYPES } from '../targets';
import { attachToFront, displaySize, type FrontPage } from './front-page';
import { PageCast, type ScreenFrame } from './page-cast';
import { FrontChanges, PageSearch, type SearchResult } from './page-search';
import { pressAt } from './press';
import { TabWatch, type SessionTabs } from './tabs';

export interface StreamListener {
  readonly onFrame: (frame: ScreenFrame) => void;
  /** @param frame of the popup of an extension; undefined: none is open any more. */
  readonly onPopup: (frame: ScreenFrame | undefined) => void;
  /** @param hidden why no page is the display, so that there are no frames; undefined: one is, and sends them. */
  readonly onPage: (hidden: HiddenPage | undefined) => void;
  /** @param tabs undefined: they are not known any more. */
  readonly onTabs: (tabs: SessionTabs | undefined) => void;
}

/**
 * Why no page is the display.
 * - `dialog`: a dialog waits for an answer: until then the page sends no frames, and answers nothing.
 * - `sidePanel`: a page of an extension takes room from the page.
 * - `smaller`: the page does not fill the display.
 * - `none`: no page is visible, or several are.
 */
export type HiddenPage = 'dialog' | 'sidePanel' | 'smaller' | 'none';

/**
 * The display of a session as a stream: lossy frames while it changes, and one lossless picture when it is still. It is
 * only there while one page fills the display: with several windows, or a browser's own bars, a page's picture is not
 * that of the display.
 */
export class ScreenStream {
  private connection: DevToolsConnection | undefined;
  private search: PageSearch | undefined;
  private page: ShownPage | undefined;
  private popup: ShownPage | undefined;
  /** The page in front, if it is not the display. */
  private part: FrontPage | undefined;
  private tabs: TabWatch | undefined;
  private isDialogOpen = false;
  private onMac = false;
  /** What the listener knows. */
  private reported: HiddenPage | undefined = 'none';

  constructor(private readonly listener: StreamListener) {}

  /** Whether the session says that it is one of macOS. */
  get isOnMac(): boolean {
    return this.onMac;
  }

  /** Why no page is the display; undefined: one is. */
  get hidden(): HiddenPage | undefined {
    if (this.page?.cast.isRunning === true) return this.isDialogOpen ? 'dialog' : undefined;
    if (!this.part) return 'none';
    return this.popup ? 'sidePanel' : 'smaller';
  }

  /**
   * Looks which page is in front now.
   * @throws DevToolsFailure, or Cancelled.
   */
  async look(): Promise<void> {
    await this.search?.again();
  }

  /** Asks whether the browser is still there; if not, the connection ends. */
  check(): void {
    void this.connection?.check();
  }

  /**
   * Resolves when it has begun. It ends with the connection, or when the signal is aborted.
   * @throws DevToolsFailure, or Cancelled.
   */
  async follow(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
    const { targetSession: parent, onEnd } = await openBrowserSession(connection, signal);
    const search = new PageSearch(async () => this.findFront(connection, parent, signal));
    const changes = new FrontChanges(parent);
    const tabs = new TabWatch(connection, parent, signal, this.listener.onTabs);
    const unsubscribe = connection.subscribe((event) => {
      for (const shown of [this.page, this.popup])
        if (shown && event.targetSession === shown.page.targetSession) shown.cast.receive(event);
      if (this.page && event.targetSession === this.page.page.targetSession) this.receiveDialog(event.method);
      tabs.receive(event);
      if (changes.includes(event, this.page?.page)) search.soon();
    });
    onEnd(() => {
      unsubscribe();
      search.end();
      tabs.end();
      this.leave();
      this.connection = undefined;
    });
    this.connection = connection;
    this.search = search;
    this.tabs = tabs;
    const [onMac] = await Promise.all([
      isOnMac(connection, signal),
      connection.send(
        'Target.setDiscoverTargets',
        { discover: true, filter: PAGE_TYPES },
        { signal, targetSession: parent },
      ),
    ]);
    this.onMac = onMac;
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
  async clickAgain(click: Click, signal: AbortSignal): Promise<boolean> {
    const { connection, page: shown } = this;
    if (!connection || !shown) return false;
    await pressAt(connection, shown.page, { ...click, clicks: 2 }, signal, 2);
    return true;
  }

  private async findFront(connection: DevToolsConnection, parent: string, signal: AbortSignal): Promise<SearchResult> {
    const found = await attachToFront(connection, parent, signal);
    if (signal.aborted) throw new Cancelled();
    const replace = (
      shown: ShownPage | undefined,
      page: FrontPage | undefined,
      cast: (page: FrontPage) => PageCast,
    ): ShownPage | undefined => {
      if (page && shown?.cast.isRunning && shown.page.targetId === page.targetId && isSameSize(page, shown.page)) {
        detachFrom(connection, page.targetSession, parent);
        return shown;
      }
      shown?.cast.end();
      if (shown) detachFrom(connection, shown.page.targetSession, parent);
      return page && { page, cast: cast(page) };
    };
    const { onPopup } = this.listener;
    if (this.part) detachFrom(connection, this.part.targetSession, parent);
    this.part = found.part;
    const before = { page: this.page, popup: this.popup };
    this.page = replace(
      this.page,
      found.page,
      (page) => new PageCast(connection, page, signal, this.showFrame, connection.isPageDisplay),
    );
    this.popup = replace(this.popup, found.popup, (page) => new PageCast(connection, page, signal, onPopup, true));
    void this.tabs?.setFront(this.page?.page ?? this.part);
    if (this.page !== before.page) {
      this.isDialogOpen = false;
      await this.begin(this.page, () => (this.page = undefined));
    }
    if (this.popup !== before.popup) {
      if (!this.popup) onPopup(undefined);
      await this.begin(this.popup, () => (this.popup = undefined));
    }
    this.report();
    return { isFound: this.page !== undefined, isSure: found.isSure };
  }

  private readonly showFrame = (frame: ScreenFrame): void => {
    // A title that changes is told by no event.
    if (frame.mime === 'image/png') this.tabs?.soon();
    this.listener.onFrame(frame);
  };

  /** @param forget what has sent no frames is not shown; the next search tries it again. */
  private async begin(shown: ShownPage | undefined, forget: () => void): Promise<void> {
    try {
      await shown?.cast.start();
    } catch (error) {
      shown?.cast.end();
      forget();
      throw error;
    } finally {
      this.report();
    }
  }

  private receiveDialog(method: string): void {
    if (method === 'Page.javascriptDialogOpening') this.isDialogOpen = true;
    else if (method === 'Page.javascriptDialogClosed') {
      this.isDialogOpen = false;
      // The page sends what it shows now only to a new cast.
      this.page?.cast.end();
      this.search?.soon();
    } else return;
    this.report();
  }

  private report(): void {
    const { hidden, reported } = this;
    this.reported = hidden;
    if (hidden !== reported) this.listener.onPage(hidden);
  }

  private leave(): void {
    for (const shown of [this.page, this.popup]) shown?.cast.end();
    if (this.popup) this.listener.onPopup(undefined);
    this.listener.onTabs(undefined);
    this.page = undefined;
    this.popup = undefined;
    this.part = undefined;
    this.tabs = undefined;
    this.isDialogOpen = false;
    this.reported = 'none';
  }
}

interface ShownPage {
  readonly page: FrontPage;
  readonly cast: PageCast;
}

/** Whether the browser says that it runs on macOS, where shortcuts are made with Meta. */
async function isOnMac(connection: DevToolsConnection, signal: AbortSignal): Promise<boolean> {
  const { userAgent } = await connection.send('Browser.getVersion', undefined, { signal });
  return (asText(userAgent) ?? '').includes('(Macintosh;');
}
