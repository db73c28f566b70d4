import path from 'node:path';
import { Browser, type Memory, NOTHING } from '../chromium/browser';
import type { Policies } from '../chromium/policies';
import { BrowserGone, TargetGone } from '../../chromium/failures';
import type { Viewport } from '../../chromium/flags';
import { userDataIn, type Launcher } from '../../chromium/launcher';
import { removeFolder } from '../../chromium/process-folders';
import type { Tags } from '../../core/tags';
import { newIdentifier } from '../identifier';
import { notFound, Problem } from '../problem';
import type { Profile, ProfileUse } from '../profiles/profiles';
import type { SessionCookies } from '../profiles/user-data';
import { ExtensionFolders, type UnpackedExtension } from './extension-folders';

/** The service's default. Source: docs/service.md. */
export const DEFAULT_VIEWPORT: Viewport = { width: 1280, height: 800 };

/** What a caller may change while a session runs. */
export interface SessionLabels {
  name?: string;
  tags?: Tags;
}

export interface SessionSettings extends SessionLabels {
  viewport: Viewport;
  policies?: Policies;
  /** URL of the first page. */
  startUrl?: string;
  /** Seconds without an operation after which the session ends. */
  timeoutSeconds?: number;
}

/**
 * `onSideEffect` is called immediately before the first action that must not happen twice; it throws if the operation
 * was aborted.
 */
export type Operation<T> = (browser: Browser, onSideEffect: () => void) => Promise<T>;

/** A browser of the service with its extensions. Its process may end and be restarted; the session stays. */
export class Session {
  readonly createdAt = new Date();
  private readonly queue = new Queue();
  private readonly launcher: Launcher;
  private readonly home: string;
  private readonly extensions: ExtensionFolders;
  private readonly userData: string;
  private browser: Browser | undefined;
  private memory: Memory = NOTHING;
  private closed = false;
  private closing: Promise<void> | undefined;

  private constructor(
    launcher: Launcher,
    readonly id: string,
    home: string,
    private own: SessionSettings,
    private readonly use: ProfileUse | undefined,
  ) {
    this.launcher = launcher;
    this.home = home;
    this.userData = use?.userData ?? userDataIn(this.home);
    this.extensions = new ExtensionFolders(use?.extensions ?? path.join(this.home, 'extensions'));
    const { startUrl } = own;
    const pages = startUrl ? { urls: [startUrl], front: 0 } : NOTHING.pages;
    this.memory = { pages, cookies: [...(use?.cookies ?? [])] };
  }

  /** The profile that it has started from. */
  get profile(): Profile | undefined {
    return this.use?.profile;
  }

  /** Whether its profile is replaced when it ends. */
  get savesChanges(): boolean {
    return this.use?.userData !== undefined;
  }

  get settings(): Readonly<SessionSettings> {
    return this.own;
  }

  /** Replaces both; what is not given is cleared. */
  label({ name, tags }: SessionLabels): void {
    const { name: _name, tags: _tags, ...rest } = this.own;
    this.own = { ...rest, ...(name !== undefined && { name }), ...(tags && { tags }) };
  }

  /**
   * Starts a browser with its files below `root`, with `extensions` moved into the session.
   * @param useProfile gives what it starts from, with a copy of a profile in this folder; else it starts empty.
   */
  static async start(
    launcher: Launcher,
    root: string,
    settings: SessionSettings,
    extensions: UnpackedExtension[] = [],
    useProfile?: (userData: string) => Promise<ProfileUse>,
  ): Promise<Session> {
    const id = newIdentifier();
    const home = path.join(root, id);
    const use = await useProfile?.(userDataIn(home));
    const session = new Session(launcher, id, home, settings, use);
    try {
      await session.ensureBrowser(await session.extensions.moveIn(extensions));
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /**
   * Runs an operation after the previous ones have finished. A browser that has ended is restarted first. If the
   * browser or the page ends during an operation without a side effect yet, the operation runs once more. `signal`
   * aborts it until its first side effect.
   */
  operate<T>(operation: Operation<T>, signal: AbortSignal): Promise<T> {
    return this.queue.run(async () => {
      const first = await this.attempt(operation, signal);
      if ('value' in first) return first.value;
      const second = first.pressed ? first : await this.attempt(operation, signal);
      if ('value' in second) return second.value;
      throw new Problem(500, 'internal_error', interrupted(second.pressed), { message: second.error.message });
    });
  }

  /** @throws a 400 if an extension with one of these names is already loaded. */
  assertFree(names: readonly string[]): void {
    this.extensions.assertFree(names);
  }

  /**
   * Works with the files of the extensions after the operations before it: meanwhile the browser does not restart, and
   * no extension is added. `signal` cancels it until it begins.
   */
  inFolders<T>(work: (folders: readonly string[]) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.queue.run(async () => {
      this.assertOpen();
      signal.throwIfAborted();
      return work(this.extensions.folders);
    });
  }

  /**
   * Moves the extensions into the session and restarts the browser with its pages and cookies: all extensions, or none.
   * `signal` aborts it only until it begins: it takes just a moment, and stopping halfway would be worse than
   * finishing.
   */
  install(extensions: UnpackedExtension[], signal: AbortSignal): Promise<void> {
    return this.queue.run(async () => {
      this.assertOpen();
      signal.throwIfAborted();
      this.assertFree(extensions.map(({ name }) => name));
      const before = this.extensions.folders;
      try {
        await this.stop();
        await this.ensureBrowser(await this.extensions.moveIn(extensions));
      } catch (error) {
        await this.takeBack(before);
        this.assertOpen();
        throw error;
      }
    });
  }

  /**
   * Stops the browser, saves its data with `save`, and starts it again with its pages: as an upload does.
   * @param save gets the folder of the data while nothing writes to it.
   */
  saveData<T>(save: (userData: string, cookies: SessionCookies) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.queue.run(async () => {
      this.assertOpen();
      signal.throwIfAborted();
      try {
        await this.stop();
        return await save(this.userData, this.memory.cookies);
      } finally {
        if (!this.closed) await this.ensureBrowser().catch(() => undefined);
      }
    });
  }

  /**
   * Ends the browser immediately, whatever it is doing, and removes everything it wrote. One whose changes are saved
   * to a profile is asked to close, so that it writes them.
   */
  close(): Promise<void> {
    return (this.closing ??= this.end());
  }

  private async end(): Promise<void> {
    this.closed = true;
    const { browser, use } = this;
    if (!this.savesChanges) await browser?.kill();
    else if (browser?.alive) await this.rememberOf(browser).then(() => browser.stop());
    await this.queue.run(async () => this.browser?.kill());
    try {
      await use?.end(this.memory.cookies);
    } finally {
      await removeFolder(this.home);
    }
  }

  private async attempt<T>(
    operation: Operation<T>,
    signal: AbortSignal,
  ): Promise<{ value: T } | { pressed: boolean; error: Error }> {
    this.assertOpen();
    signal.throwIfAborted();
    const browser = await this.ensureBrowser();
    let pressed = false;
    const onSideEffect = (): void => {
      signal.throwIfAborted();
      pressed = true;
    };
    try {
      return { value: await operation(browser, onSideEffect) };
    } catch (error) {
      this.assertOpen();
      if (error instanceof BrowserGone || error instanceof TargetGone) return { pressed, error };
      throw error;
    }
  }

  /** @param required folders of extensions without which it does not start. */
  private async ensureBrowser(required: readonly string[] = []): Promise<Browser> {
    if (this.browser?.alive) return this.browser;
    if (this.browser) await this.discardBrowser(this.browser);
    const { launcher, home, userData } = this;
    const { viewport, policies } = this.settings;
    const extensions = this.extensions.folders;
    this.browser = await Browser.start(
      { launcher, home, userData, viewport, policies, extensions, required },
      this.memory,
    );
    return this.browser;
  }

  /** The pipe closes a moment before the process has ended; only then can the profile be used again. */
  private async discardBrowser(browser: Browser): Promise<void> {
    this.memory = browser.lastSeen();
    this.browser = undefined;
    await browser.kill();
  }

  /** If the browser ends before it has reported everything, what is known of it is kept. */
  private async stop(): Promise<void> {
    const browser = await this.ensureBrowser();
    await this.rememberOf(browser);
    this.browser = undefined;
    await browser.stop();
  }

  private async rememberOf(browser: Browser): Promise<void> {
    this.memory = await browser.remember().catch((error: unknown) => {
      if (error instanceof BrowserGone || this.closed) return browser.lastSeen();
      throw error;
    });
  }

  /** Removes the extensions that were added. If the browser cannot be restarted now, the next operation tries again. */
  private async takeBack(before: readonly string[]): Promise<void> {
    await this.extensions.removeOthers(before);
    if (!this.closed) await this.ensureBrowser().catch(() => undefined);
  }

  private assertOpen(): void {
    if (this.closed) throw notFound('browser session', this.id);
  }
}

function interrupted(pressed: boolean): string {
  return pressed
    ? 'the browser or its page ended after the input had begun: it may have happened, and is not sent again'
    : 'the browser or its page ended twice during the operation; no input was sent';
}

/** Runs one task after another, in the order they were added. */
class Queue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}
