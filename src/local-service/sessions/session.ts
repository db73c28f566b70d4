import path from 'node:path';
import { Browser, type Memory, NOTHING } from '../chromium/browser';
import { BrowserGone, TargetGone } from '../../chromium/failures';
import type { Viewport } from '../../chromium/flags';
import type { Launcher } from '../../chromium/launcher';
import { removeFolder } from '../../chromium/home';
import { newIdentifier } from '../identifier';
import { notFound, Problem } from '../problem';
import { ExtensionFolders, type UnpackedExtension } from './extension-folders';
import { Queue } from './queue';

/** What the service has where nothing is asked for. Source: docs/service.md. */
export const DEFAULT_VIEWPORT: Viewport = { width: 1280, height: 800 };

export interface SessionSettings {
  name?: string;
  viewport: Viewport;
  /** Address of the first page. */
  startUrl?: string;
  /** Seconds without an operation after which the session ends. */
  timeoutSeconds?: number;
}

/**
 * `onSideEffect` is called right before the first thing that must not happen twice; it throws when the operation is cut
 * off.
 */
export type Operation<T> = (browser: Browser, onSideEffect: () => void) => Promise<T>;

/** A browser of the service with its extensions. Its process may end and come back; the session stays. */
export class Session {
  readonly id = newIdentifier();
  readonly createdAt = new Date();
  private readonly queue = new Queue();
  private readonly launcher: Launcher;
  private readonly home: string;
  private readonly extensions: ExtensionFolders;
  private browser: Browser | undefined;
  private memory: Memory = NOTHING;
  private closed = false;

  private constructor(
    launcher: Launcher,
    root: string,
    readonly settings: SessionSettings,
  ) {
    this.launcher = launcher;
    this.home = path.join(root, this.id);
    this.extensions = new ExtensionFolders(path.join(this.home, 'extensions'));
    if (settings.startUrl) this.memory = { ...NOTHING, pages: { urls: [settings.startUrl], front: 0 } };
  }

  /** Starts a browser with a new profile below `root`, with `extensions` moved into it. */
  static async start(
    launcher: Launcher,
    root: string,
    settings: SessionSettings,
    extensions: UnpackedExtension[] = [],
  ): Promise<Session> {
    const session = new Session(launcher, root, settings);
    try {
      await session.ensureBrowser(await session.extensions.moveIn(extensions));
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /**
   * Runs an operation when those before it are done. A browser that has ended comes back first. When it, or the page,
   * ends under an operation that had not pressed anything yet, that runs once more. `signal` cuts it off until it
   * presses.
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

  /** @throws a 400 when an extension of one of these names is already loaded. */
  assertFree(names: readonly string[]): void {
    this.extensions.assertFree(names);
  }

  /**
   * Works with the files of the extensions when what came before is done: the browser does not restart meanwhile, and
   * no extension comes. `signal` cuts it off until it begins.
   */
  inFolders<T>(work: (folders: readonly string[]) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.queue.run(async () => {
      this.assertOpen();
      signal.throwIfAborted();
      return work(this.extensions.folders);
    });
  }

  /**
   * Moves the extensions in and restarts the browser with its pages and cookies. All of them, or none. `signal` cuts it
   * off until it begins: it takes a moment, and half of it would be worse than all.
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

  /** Ends the browser at once, whatever it is doing, and removes everything it wrote. */
  async close(): Promise<void> {
    this.closed = true;
    await this.browser?.kill();
    await this.queue.run(async () => this.browser?.kill());
    await removeFolder(this.home);
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
    const { launcher, home } = this;
    const { viewport } = this.settings;
    const extensions = this.extensions.folders;
    this.browser = await Browser.start({ launcher, home, viewport, extensions, required }, this.memory);
    return this.browser;
  }

  /** Its pipe closes a moment before its process has ended; the profile is free only then. */
  private async discardBrowser(browser: Browser): Promise<void> {
    this.memory = browser.lastSeen();
    this.browser = undefined;
    await browser.kill();
  }

  /** One that ends before it has told all leaves what is known of it. */
  private async stop(): Promise<void> {
    const browser = await this.ensureBrowser();
    this.memory = await browser.remember().catch((error: unknown) => {
      if (error instanceof BrowserGone) return browser.lastSeen();
      throw error;
    });
    this.browser = undefined;
    await browser.stop();
  }

  /** Removes what was moved in since. Where the browser does not come back now, the next operation tries it again. */
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
    ? 'the browser ended after the mouse was pressed: the click may have happened, and is not sent again'
    : 'the browser or its page ended twice during the operation; nothing was pressed';
}
