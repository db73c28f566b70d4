import type { Protocol } from 'devtools-protocol';
import { ProtocolError } from '../../core/devtools-failure';
import { asCount, asText } from '../../core/json';
import type { DevToolsConnection, ProtocolEvent } from '../connection';
import { listOf, type Doubtful } from '../doubtful';
import { ignoreFailure } from '../failures';
import { attachToTarget, detachFrom, isInWindow, targetOf, type Target } from '../targets';
import type { Called } from './frames';

/** A session with more is not a person's. */
const MAX_TABS = 100;
/** UTF-16 units of an address or a title; nobody reads more. */
const MAX_TEXT = 2000;
/** Milliseconds from a change until the page in front is asked, and until it is once more: its title may come later. */
const PAUSE = 100;
const LATER = 1100;
/** A page can make its history long: it is asked for no more than this part of the time. */
const MAX_SHARE = 10;
/** Milliseconds after which a page that is not in front counts as a tab: some are open for a moment only. */
const SETTLED_AFTER = 1000;

/** A page of an extension that is open unseen, to ask for its storage. */
const OURS = /^chrome-extension:\/\/[^/]+\/manifest\.json$/;

/** A tab of the session's browser. */
export interface SessionTab {
  readonly id: string;
  readonly address: string;
  readonly title: string;
}

/** The tab in front. Its address is that of the page that it shows, not of one that is still to come. */
export interface FrontTab extends SessionTab {
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

export interface SessionTabs {
  /** In the order in which they were opened. */
  readonly all: readonly SessionTab[];
  /** Undefined if there is none, or more than one window. */
  readonly front: FrontTab | undefined;
}

type Attached = Pick<Target, 'targetId'> & { readonly targetSession: string };

/** What a page tells when it shows another address or title. */
const PAGE_CHANGES = new Set<string>(['Page.frameNavigated', 'Page.navigatedWithinDocument', 'Page.loadEventFired']);

/** The tabs of a session, and what the one in front shows. */
export class TabWatch {
  private readonly targets = new Map<string, Target & { readonly since: number; isTab: boolean | undefined }>();
  private front: Attached | undefined;
  private shown: FrontTab | undefined;
  private timer: NodeJS.Timeout | undefined;
  private laterTimer: NodeJS.Timeout | undefined;
  private notBefore = 0;
  private reported = '';
  private hasEnded = false;

  /**
   * @param parent ID of the browser session that discovers targets.
   * @param onChange gets the tabs when they have changed.
   */
  constructor(
    private readonly connection: DevToolsConnection,
    private readonly parent: string,
    private readonly signal: AbortSignal,
    private readonly onChange: (tabs: SessionTabs) => void,
  ) {}

  receive(event: ProtocolEvent): void {
    const { method, targetSession } = event;
    if (targetSession === this.parent) this.receiveTarget(event);
    else if (targetSession === this.front?.targetSession && PAGE_CHANGES.has(method)) this.soon();
  }

  /** @param front the page that is in front, attached to. */
  async setFront(front: Attached | undefined): Promise<void> {
    const isOther = front?.targetId !== this.front?.targetId;
    this.front = front;
    if (isOther) this.shown = undefined;
    await this.update();
  }

  /** What the page in front shows may have changed. */
  soon(): void {
    if (this.hasEnded) return;
    const wait = Math.max(PAUSE, this.notBefore - performance.now());
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.update();
    }, wait);
    clearTimeout(this.laterTimer);
    this.laterTimer = setTimeout(() => void this.update(), Math.max(LATER, wait));
  }

  end(): void {
    this.hasEnded = true;
    clearTimeout(this.timer);
    clearTimeout(this.laterTimer);
  }

  private receiveTarget({ method, params }: ProtocolEvent): void {
    if (method === 'Target.targetDestroyed') this.targets.delete(asText(params.targetId) ?? '');
    else if (method === 'Target.targetCreated' || method === 'Target.targetInfoChanged') {
      const target = targetOf(params.targetInfo ?? {});
      if (!target) return;
      const known = this.targets.get(target.targetId);
      if (target.type !== 'page' || target.url.startsWith('devtools:')) this.targets.delete(target.targetId);
      else if (known || this.targets.size < MAX_TABS)
        this.targets.set(target.targetId, {
          ...target,
          since: known?.since ?? performance.now(),
          isTab: known?.url === target.url ? known.isTab : undefined,
        });
    } else return;
    this.soon();
  }

  private async update(): Promise<void> {
    const { front } = this;
    const began = performance.now();
    try {
      const shown = front && (await this.ask(front));
      await this.tellPopupsApart();
      if (this.front === front) this.shown = shown;
    } catch (error) {
      // A page that closes meanwhile is followed by another event, and so is the end of the connection.
      ignoreFailure(error);
    }
    const ended = performance.now();
    this.notBefore = ended + (ended - began) * MAX_SHARE;
    this.report();
  }

  private async ask(front: Attached): Promise<FrontTab> {
    const to = { signal: this.signal, targetSession: front.targetSession };
    const { entries, current } = await historyOf(this.connection, to);
    const shown = entries[current];
    return {
      id: front.targetId,
      address: cut(asText(shown?.url)),
      title: cut(asText(shown?.title)),
      canGoBack: current > 0,
      canGoForward: current < entries.length - 1,
    };
  }

  /** A popup or side panel of an extension is a page in no window. */
  private async tellPopupsApart(): Promise<void> {
    for (const target of this.targets.values())
      if (target.isTab === undefined)
        target.isTab =
          !target.url.startsWith('chrome-extension:') ||
          (await isInWindow(this.connection, target.targetId, this.signal));
  }

  private report(): void {
    if (this.hasEnded) return;
    const settled = performance.now() - SETTLED_AFTER;
    const { shown } = this;
    const all = [...this.targets.values()]
      .filter(
        ({ targetId, since, isTab, url }) => isTab && (targetId === shown?.id || (since <= settled && !OURS.test(url))),
      )
      .map(({ targetId, url, title }) =>
        targetId === shown?.id ? shown : { id: targetId, address: cut(url), title: cut(title) },
      );
    const tabs: SessionTabs = { all, front: shown };
    const text = JSON.stringify(tabs);
    if (text === this.reported) return;
    this.reported = text;
    this.onChange(tabs);
  }
}

function cut(text = ''): string {
  return text.slice(0, MAX_TEXT);
}

/**
 * Goes back or forward in the history of a tab.
 * @returns false if there is nothing there.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function goInHistory(
  connection: DevToolsConnection,
  tab: string,
  by: -1 | 1,
  signal: AbortSignal,
): Promise<boolean> {
  return attached(connection, tab, signal, async (to) => {
    const { entries, current } = await historyOf(connection, to);
    const entryId = asCount(entries[current + by]?.id);
    if (entryId === undefined) return false;
    await connection.send('Page.navigateToHistoryEntry', { entryId }, to);
    return true;
  });
}

/** @throws DevToolsFailure, or Cancelled. */
export async function reloadTab(connection: DevToolsConnection, tab: string, signal: AbortSignal): Promise<void> {
  await attached(connection, tab, signal, (to) => connection.send('Page.reload', {}, to));
}

/** Brings a tab to the front. @throws DevToolsFailure, or Cancelled. */
export async function showTab(connection: DevToolsConnection, targetId: string, signal: AbortSignal): Promise<void> {
  await connection.send('Target.activateTarget', { targetId }, { signal });
}

/** @throws DevToolsFailure, or Cancelled. */
export async function closeTab(connection: DevToolsConnection, targetId: string, signal: AbortSignal): Promise<void> {
  await connection.send('Target.closeTarget', { targetId }, { signal });
}

async function attached<T>(
  connection: DevToolsConnection,
  tab: string,
  signal: AbortSignal,
  work: (to: Called) => Promise<T>,
): Promise<T> {
  const targetSession = await attachToTarget(connection, tab, { signal });
  if (targetSession === undefined) throw new ProtocolError('no session');
  try {
    return await work({ signal, targetSession });
  } finally {
    detachFrom(connection, targetSession);
  }
}

async function historyOf(
  connection: DevToolsConnection,
  to: Called,
): Promise<{ entries: readonly Doubtful<Protocol.Page.NavigationEntry>[]; current: number }> {
  const { entries, currentIndex } = await connection.send('Page.getNavigationHistory', undefined, to);
  return { entries: listOf(entries), current: asCount(currentIndex) ?? 0 };
}
