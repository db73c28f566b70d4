import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import type { Channel } from '../../chromium/channel';
import { despiteFailure, TargetGone } from '../../chromium/failures';

/** The URLs of the open pages in order, and the index of the page in front. */
export interface OpenPages {
  urls: string[];
  front: number;
}

/** The visible page, with its size. */
export interface Screen extends View {
  tab: Tab;
}

/** Milliseconds that a new page may take; after that it continues to load in the background. */
const PARSING_TIME = 5_000;
const APPEARING_TIME = 15_000;
/** How often a visible page is looked for, and the milliseconds between the attempts. */
const ATTEMPTS = 20;
const ATTEMPT_INTERVAL = 100;
const BLANK = 'about:blank';
const PAGES = [{ type: 'page', exclude: false }, { exclude: true }];
/** Pages of the browser and of extensions exist only in one browser process, and cannot be opened again. */
const REOPENABLE = /^(?!chrome:|devtools:|chrome-extension:|chrome-untrusted:|chrome-error:)./;

/** The pages of one browser, oldest first. */
export class Tabs {
  private readonly devtools: Channel;
  private readonly changes = new EventEmitter();
  private tabs: readonly Tab[] = [];
  private frontTab: Tab | undefined;

  private constructor(devtools: Channel) {
    this.devtools = devtools;
  }

  /**
   * DevTools answers before the first page exists. This waits for that page, because it would otherwise remain as an
   * extra blank page.
   */
  static async watch(devtools: Channel): Promise<Tabs> {
    const tabs = new Tabs(devtools);
    devtools.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      // The session of a client of DevTools is told here too.
      if (targetInfo.type === 'page') void tabs.add(devtools.page(sessionId), targetInfo);
    });
    devtools.on('Target.targetInfoChanged', ({ targetInfo }) => tabs.rename(targetInfo));
    devtools.on('Target.targetDestroyed', ({ targetId }) =>
      tabs.replace(tabs.tabs.filter(({ id }) => id !== targetId)),
    );
    await devtools.send('Target.setDiscoverTargets', { discover: true, filter: PAGES });
    await devtools.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: PAGES,
    });
    await tabs.until(() => tabs.tabs[0]);
    return tabs;
  }

  /**
   * "The screen" is the newest visible page. If a page closes meanwhile, it is removed from the list and the search
   * starts again.
   */
  async front(): Promise<Screen> {
    for (let tries = ATTEMPTS; ; tries--) {
      if (this.tabs.length === 0) await this.open(BLANK, true);
      const tabs = this.tabs;
      try {
        return await this.newestVisible(tabs);
      } catch (error) {
        if (!(error instanceof TargetGone) || tries === 0) throw error;
        if (this.tabs === tabs) await this.change(ATTEMPT_INTERVAL);
      }
    }
  }

  /** The pages that can be opened again. Does not ask the pages, because the browser may have ended. */
  seen(): OpenPages {
    const kept = this.tabs.filter(({ url }) => REOPENABLE.test(url));
    return { urls: kept.map(({ url }) => url), front: this.frontTab ? kept.indexOf(this.frontTab) : kept.length - 1 };
  }

  /** Opens pages in order, in place of the blank page of a new browser, and waits until they have been parsed. */
  async reopen({ urls, front }: OpenPages): Promise<void> {
    if (urls.length === 0) return;
    const blank = this.tabs;
    const opened: Tab[] = [];
    for (const [index, url] of urls.entries()) opened.push(await this.open(url, index === front));
    for (const tab of blank) await despiteFailure(this.devtools.send('Target.closeTarget', { targetId: tab.id }));
    const active = opened[front] ?? opened.at(-1);
    if (active) await this.devtools.send('Target.activateTarget', { targetId: active.id });
    // A blank page is loaded immediately, without an event.
    const loading = opened.filter((_, index) => urls[index] !== BLANK);
    await Promise.race([
      Promise.all(loading.map(({ parsed }) => parsed)),
      delay(PARSING_TIME, undefined, { ref: false }),
    ]);
    this.frontTab = active;
  }

  private async newestVisible(tabs: readonly Tab[]): Promise<Screen> {
    for (const tab of tabs.toReversed()) {
      const view = await tab.view();
      if (!view.visible) continue;
      this.frontTab = tab;
      return { tab, ...view };
    }
    const newest = tabs.at(-1);
    if (newest) await this.devtools.send('Target.activateTarget', { targetId: newest.id });
    throw new TargetGone('the search for a visible page');
  }

  private async open(url: string, inFront: boolean): Promise<Tab> {
    const { targetId } = await this.devtools.send('Target.createTarget', { url, background: !inFront });
    return this.until(() => this.tabs.find(({ id }) => id === targetId));
  }

  private async add(channel: Channel, info: Protocol.Target.TargetInfo): Promise<void> {
    const tab = new Tab(channel, info);
    // A page that is prerendered is not on the screen.
    if (!info.subtype) this.replace([...this.tabs, tab]);
    await tab.start();
  }

  private rename({ targetId, url }: Protocol.Target.TargetInfo): void {
    for (const tab of this.tabs) if (tab.id === targetId) tab.url = url;
  }

  private replace(tabs: readonly Tab[]): void {
    this.tabs = tabs;
    this.changes.emit('change');
  }

  private async until<T>(found: () => T | undefined): Promise<T> {
    const deadline = performance.now() + APPEARING_TIME;
    for (;;) {
      const value = found();
      if (value !== undefined) return value;
      if (performance.now() > deadline) throw new Error('the browser opened no page');
      await this.change(APPEARING_TIME);
    }
  }

  /** Waits until a page opens or closes, for at most `patience` milliseconds. */
  private async change(patience: number): Promise<void> {
    await once(this.changes, 'change', { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  }
}

/** What a page reports about itself. CSS pixels, which are screen pixels here. */
interface View {
  visible: boolean;
  width: number;
  height: number;
}

const VIEW = '({ visible: document.visibilityState === "visible", width: innerWidth, height: innerHeight })';

/** One page of the browser. */
class Tab {
  readonly id: string;
  readonly channel: Channel;
  /** Settles when the first document has been parsed. */
  readonly parsed: Promise<void>;
  url: string;

  constructor(channel: Channel, { targetId, url }: Protocol.Target.TargetInfo) {
    this.id = targetId;
    this.url = url;
    this.channel = channel;
    this.parsed = new Promise((resolve) => channel.on('Page.domContentEventFired', () => resolve()));
  }

  /** A new page waits for this before it runs, so that none of its dialogs is missed. */
  async start(): Promise<void> {
    this.channel.on('Inspector.targetCrashed', () => void despiteFailure(this.channel.send('Page.reload')));
    this.channel.on('Page.javascriptDialogOpening', ({ type }) => void this.answerDialog(type));
    await despiteFailure(
      Promise.all([this.channel.send('Page.enable'), this.channel.send('Runtime.runIfWaitingForDebugger')]),
    );
  }

  async view(): Promise<View> {
    const { result } = await this.channel.send('Runtime.evaluate', { expression: VIEW, returnByValue: true });
    return result.value;
  }

  /** A dialog blocks every answer of its page, and nobody can see it here. Leaving a page is allowed. */
  private answerDialog(type: Protocol.Page.DialogType): Promise<void> {
    return despiteFailure(this.channel.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }));
  }
}
