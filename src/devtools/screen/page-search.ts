import { DevToolsFailure } from '../../core/devtools-failure';
import { asText } from '../../core/json';
import type { ProtocolEvent } from '../connection';
import { ignoreFailure } from '../failures';
import type { FrontPage } from './front-page';

/** Milliseconds between two searches for the page in front; a page that opens may need this long to be visible. */
const PAUSE = 250;
/** Milliseconds before a page that was busy is asked again. While there is nothing to show, the last one is repeated. */
const BUSY_PAUSES = [1_000, 2_000, 5_000, 15_000];

export interface SearchResult {
  /** Whether there is a page to show. */
  readonly isFound: boolean;
  /** Whether all pages have answered. One that is busy does not. */
  readonly isSure: boolean;
}

/** Searches one at a time, and once more if something has changed meanwhile. */
export class PageSearch {
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private busyTimer: NodeJS.Timeout | undefined;
  private busyTimes = 0;
  private ended = false;

  constructor(private readonly search: () => Promise<SearchResult>) {}

  async now(): Promise<void> {
    this.running ??= this.once().finally(() => (this.running = undefined));
    await this.running;
  }

  soon(): void {
    if (this.ended) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.again();
    }, PAUSE);
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.busyTimer);
  }

  private async once(): Promise<void> {
    clearTimeout(this.busyTimer);
    const { isFound, isSure } = await this.search();
    if (isSure) this.busyTimes = 0;
    else if (!this.ended) {
      const milliseconds = BUSY_PAUSES[this.busyTimes++] ?? (isFound ? undefined : BUSY_PAUSES.at(-1));
      if (milliseconds !== undefined) this.busyTimer = setTimeout(() => this.soon(), milliseconds);
    }
  }

  /** Searches once more, after the search that is running. */
  async again(): Promise<void> {
    try {
      await this.running?.catch(() => {});
      if (!this.ended) await this.now();
    } catch (error) {
      // A page that closes meanwhile is followed by another event.
      ignoreFailure(error);
      if (error instanceof DevToolsFailure) this.soon();
    }
  }
}

/** Tells by the browser's events whether another page may be in front now. */
export class FrontChanges {
  private readonly pages = new Set<unknown>();
  /** Width and height of the last frame. */
  private size = '';

  constructor(private readonly parent: string) {}

  /** @param page the one that is the display. */
  includes({ method, params, targetSession }: ProtocolEvent, page: FrontPage | undefined): boolean {
    if (page && targetSession === page.targetSession) {
      if (method === 'Page.screencastFrame')
        return this.isResized(params.metadata?.deviceWidth, params.metadata?.deviceHeight);
      return method === 'Page.screencastVisibilityChanged' || method === 'Inspector.targetCrashed';
    }
    if (targetSession !== this.parent) return false;
    if (method === 'Target.detachedFromTarget') return asText(params.sessionId) === page?.targetSession;
    if (method === 'Target.targetDestroyed') return this.pages.delete(params.targetId);
    if (method !== 'Target.targetCreated' && method !== 'Target.targetInfoChanged') return false;
    const { targetId, type } = params.targetInfo ?? {};
    const isNew = type === 'page' && !this.pages.has(targetId);
    if (isNew) this.pages.add(targetId);
    // A page that is the display tells itself when it no longer is; its titles and addresses do not matter.
    return isNew || !page;
  }

  /** A side panel takes room from the page. */
  private isResized(width: unknown, height: unknown): boolean {
    const before = this.size;
    this.size = `${String(width)} ${String(height)}`;
    return before !== '' && this.size !== before;
  }
}
