import type { Protocol } from 'devtools-protocol';
import type { Channel } from '../../chromium/channel';
import { despiteFailure } from '../../chromium/failures';
import { ProtocolError } from '../../core/devtools-failure';
import { Mouse } from '../../chromium/input/mouse';
import type { ChromiumProcess, Launcher } from '../../chromium/launcher';
import type { Viewport } from '../../chromium/flags';
import type { Pipe } from '../../chromium/pipe';
import { setPolicies, type Policies } from './policies';
import { type OpenPages, type Screen, Tabs } from './tabs';

/** What is restored after a restart. Persistent cookies are in the profile; session cookies have to be carried over. */
export interface Memory {
  pages: OpenPages;
  cookies: Protocol.Network.CookieParam[];
}

export const NOTHING: Memory = { pages: { urls: [], front: 0 }, cookies: [] };

export interface BrowserSettings {
  launcher: Launcher;
  /** The folder for its files. */
  home: string;
  /** The folder for its data: cookies, storage, settings. */
  userData: string;
  viewport: Viewport;
  policies: Policies | undefined;
  /** Folders of unpacked extensions. Chromium forgets them when it ends. */
  extensions: readonly string[];
  /**
   * The extensions that must load, or the browser does not start. The files of the others may have changed since they
   * were loaded: if Chromium refuses one of those now, the session goes on without it.
   */
  required: readonly string[];
}

/** A session of the browser itself, and the pipe that it is spoken to over. */
export interface BrowserTarget {
  readonly pipe: Pipe;
  readonly sessionId: string;
}

/** One running Chromium with its pages and its mouse. */
export class Browser {
  readonly mouse = new Mouse();
  private readonly process: ChromiumProcess;
  private readonly tabs: Tabs;

  private constructor(process: ChromiumProcess, tabs: Tabs) {
    this.process = process;
    this.tabs = tabs;
  }

  /** Extensions are loaded before pages are opened, so that their content scripts run in every page. */
  static async start(
    { launcher, home, userData, viewport, policies, extensions, required }: BrowserSettings,
    memory: Memory = NOTHING,
  ): Promise<Browser> {
    const process = await launcher.launch(home, viewport, undefined, userData);
    try {
      if (policies) await setPolicies(process.devtools, policies);
      const browser = new Browser(process, await Tabs.watch(process.devtools));
      for (const path of extensions) await load(process.devtools, path, required.includes(path));
      if (memory.cookies.length > 0) await process.devtools.send('Storage.setCookies', { cookies: memory.cookies });
      await browser.tabs.reopen(memory.pages);
      return browser;
    } catch (error) {
      await process.kill();
      throw error;
    }
  }

  get alive(): boolean {
    return this.process.alive;
  }

  /** Opens a session for somebody who speaks the protocol on their own. */
  async attach(): Promise<BrowserTarget> {
    const { sessionId } = await this.process.devtools.send('Target.attachToBrowserTarget');
    return { pipe: this.process.pipe, sessionId };
  }

  screen(): Promise<Screen> {
    return this.tabs.front();
  }

  /** What is known of a browser that has ended by itself. */
  lastSeen(): Memory {
    return { pages: this.tabs.seen(), cookies: [] };
  }

  async remember(): Promise<Memory> {
    const { cookies } = await this.process.devtools.send('Storage.getCookies');
    // The front page is useful to know, but a page that hangs must not make this fail.
    await despiteFailure(this.tabs.front());
    return { pages: this.tabs.seen(), cookies: cookies.filter(({ session }) => session).map(carried) };
  }

  stop(): Promise<void> {
    return this.process.stop();
  }

  kill(): Promise<void> {
    return this.process.kill();
  }
}

async function load(devtools: Channel, path: string, isRequired: boolean): Promise<void> {
  try {
    await devtools.send('Extensions.loadUnpacked', { path });
  } catch (error) {
    if (isRequired || !(error instanceof ProtocolError)) throw error;
  }
}

/**
 * A cookie for `Storage.setCookies`: without derived fields, and without an expiry, because a session cookie has none.
 */
function carried({
  size: _size,
  session: _session,
  expires: _expires,
  ...cookie
}: Protocol.Network.Cookie): Protocol.Network.CookieParam {
  return cookie;
}
