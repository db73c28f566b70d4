import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Locator } from 'playwright-core';
import type * as Sample from '../../scripts/sample.mjs';
import type * as Signals from '../../scripts/signals.mjs';
import type * as Temporary from '../../scripts/temporary.mjs';
import type * as Server from '../../scripts/vscode/server.mjs';
import { extensionHostsOf, isRunning } from '../service/local-service/processes';
import { until } from '../service/local-service/until';
import { installPseudoLocale, type PSEUDO_LOCALE } from './pseudo-locale';
import { filesWith, placesWith } from './secret-search';
import { appears, TIDY_KEY, type ThemeKind, Workbench } from './workbench';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
const pictures = path.join(root, 'out/ui');

const THEMES: Record<ThemeKind, string> = {
  light: 'Light 2026',
  dark: 'Dark 2026',
  'high-contrast': 'Default High Contrast',
};

export interface WindowOptions {
  /** User settings, in addition to the quiet ones. */
  settings?: Record<string, unknown>;
  /** Environment variables of VS Code's process, and so of the extension. */
  env?: Record<string, string>;
  /**
   * A text that must be in no file, no stored state and no message; it is searched for after each test and at the end.
   */
  secret?: string;
  /** Whether VS Code asks if the folder is trusted; until it is answered, the folder is not. */
  workspaceTrust?: boolean;
  /** Language of the window; its texts are generated from ours, as a pseudo-locale. */
  language?: typeof PSEUDO_LOCALE;
  /** The packaged extension to install; by default ours. */
  vsix?: string;
  /** When a window is opened: by default again for each test, or once for all of them, or by the tests. */
  opens?: 'once' | 'by the test';
}

interface Running {
  folder: Temporary.TemporaryFolder;
  workspace: string;
  server: Server.VSCodeServer;
  browser: Browser;
}

/** A module of scripts/, which is not bundled, because it finds its files relative to its own location. */
function script<T>(name: string): Promise<T> {
  return import(pathToFileURL(path.join(root, 'scripts', name)).href);
}

/** A Chromium that sends no network requests by itself. */
function launch(folder: string): Promise<Browser> {
  const executablePath = process.env['BROWSER_SESSIONS_CHROMIUM'] ?? '/usr/bin/chromium';
  return chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    env: { ...process.env, TMPDIR: folder },
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  });
}

async function start({
  settings = {},
  env = {},
  workspaceTrust = false,
  vsix = path.join(root, 'dist/browser-sessions.vsix'),
  language,
}: WindowOptions): Promise<Running> {
  const { prepare, installVsix, startServer } = await script<typeof Server>('vscode/server.mjs');
  const { temporaryFolder } = await script<typeof Temporary>('temporary.mjs');
  const { copySample } = await script<typeof Sample>('sample.mjs');
  (await script<typeof Signals>('signals.mjs')).exitOnSignals();
  const folder = temporaryFolder();
  prepare(folder.path, settings);
  writeFileSync(path.join(folder.path, 'user/User/keybindings.json'), JSON.stringify([TIDY_KEY]));
  await installVsix(folder.path, vsix);
  if (language) installPseudoLocale(path.join(folder.path, 'extensions'));
  const [server, browser] = await Promise.all([
    startServer({ folder: folder.path, env, workspaceTrust }),
    launch(folder.path),
  ]);
  return { folder, workspace: copySample(folder.path), server, browser };
}

/**
 * VS Code with the packaged extension in a browser window: started once for the suite, and opened as its options say.
 */
export class TestWindow {
  /** Requests of the window to anything but this machine. */
  readonly outside: string[] = [];
  private running: Running | undefined;
  private context: BrowserContext | undefined;
  private current: Workbench | undefined;

  get workbench(): Workbench {
    return present(this.current);
  }
  /** The open folder: a copy of the sample workspace, the same one for the whole suite. */
  get workspace(): string {
    return present(this.running).workspace;
  }
  get isOpen(): boolean {
    return this.current !== undefined;
  }
  private get settingsFile(): string {
    return path.join(present(this.running).folder.path, 'user/User/settings.json');
  }

  private secret: string | undefined;
  private language: string | undefined;

  async start(options: WindowOptions): Promise<void> {
    this.secret = options.secret;
    this.language = options.language;
    this.running = await start(options);
  }

  async stop(): Promise<void> {
    await this.running?.browser.close();
    await this.running?.server.stop();
    const leaks = this.running && this.secret ? filesWith(this.secret, this.running.folder.path) : [];
    this.running?.folder.remove();
    if (leaks.length > 0) throw new Error(`The secret stands in ${leaks.join(', ')}.`);
  }

  /**
   * Opens a window of 1280 by 800 pixels without any state of an earlier one; secrets are stored in the browser, so
   * they are empty too.
   */
  async open(): Promise<void> {
    const { browser } = present(this.running);
    this.context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // What a language pack of the editor would set. The editor's own texts stay English, because it has no language
    // pack for this language.
    if (this.language !== undefined)
      await this.context.addInitScript((language) => {
        const property = { get: () => language, set: () => {} };
        Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', property);
      }, this.language);
    this.context.on('request', (request) => this.note(request.url()));
    this.current = await this.newWorkbench(this.context);
    await this.current.open(this.workspace);
  }

  /** A second window of the same user: it shares secrets and remembered data with the first. */
  async openSecond(): Promise<Workbench> {
    const second = await this.newWorkbench(present(this.context));
    await second.open(this.workspace);
    return second;
  }

  private async newWorkbench(context: BrowserContext): Promise<Workbench> {
    const page = await context.newPage();
    page.on('websocket', (socket) => this.note(socket.url()));
    return new Workbench(page, present(this.running).server.base, pictures);
  }

  /**
   * Waits until the window notices files that are written to disk: one that was just opened misses them, and never
   * learns of them.
   */
  async watches(): Promise<void> {
    for (let tries = 0; tries < 30; tries++) {
      const name = `sign-${tries}.txt`;
      writeFileSync(path.join(this.workspace, name), '');
      const seen = await appears(this.workbench.row(name), 1000);
      rmSync(path.join(this.workspace, name));
      if (seen) return this.workbench.row(name).waitFor({ state: 'hidden' });
    }
    throw new Error('The window does not see new files.');
  }

  /** Ends the extension hosts as a crash would, and waits until they have ended. */
  async crashExtensionHosts(): Promise<void> {
    const hosts = extensionHostsOf(present(this.running).server.pid);
    if (hosts.length === 0) throw new Error('There is no extension host.');
    for (const pid of hosts) process.kill(pid, 'SIGABRT');
    await until('the extension hosts are gone', () => !hosts.some(isRunning));
  }

  /** Reloads the window, as a user does with F5: data that was not stored is lost. */
  async reload(): Promise<void> {
    await this.workbench.open(this.workspace);
  }

  /** Waits until the editor has stored a text where it survives a reload. */
  async stored(text: string): Promise<void> {
    await until(`${text} is stored`, async () => (await placesWith(text, this.workbench.page)).length > 0);
  }

  /**
   * Takes the test's screenshot, and searches for the secret. After a failed test it prints what is shown, and closes
   * the window.
   */
  async finish(title: string, failed: boolean): Promise<void> {
    if (!this.current) return;
    mkdirSync(pictures, { recursive: true });
    await this.current.screenshot(title);
    if (failed) console.error(await this.current.shown());
    const leaks = this.secret ? await placesWith(this.secret, this.current.page) : [];
    if (failed || leaks.length > 0) await this.close();
    if (leaks.length > 0) throw new Error(`The secret stands in ${leaks.join(', ')}.`);
  }

  async close(): Promise<void> {
    await this.context?.close();
    this.current = undefined;
  }

  /**
   * Changes user settings and opens the window, again if it is open: in the browser, VS Code reads the file when it
   * starts, and sometimes without the last changes. `sign` brings up something that shows that the settings are in
   * effect.
   */
  async changeSettings(
    settings: Record<string, unknown>,
    sign: (workbench: Workbench) => Promise<Locator>,
  ): Promise<void> {
    const before: Record<string, unknown> = JSON.parse(readFileSync(this.settingsFile, 'utf8'));
    writeFileSync(this.settingsFile, JSON.stringify({ ...before, ...settings }, undefined, 2));
    for (let tries = 0; tries < 4; tries++) {
      await (this.isOpen ? this.reload() : this.open());
      if (await appears(await sign(this.workbench), 5000)) return;
    }
    throw new Error(`The window does not take up ${JSON.stringify(settings)}.`);
  }

  async changeTheme(kind: ThemeKind): Promise<void> {
    await this.changeSettings({ 'workbench.colorTheme': THEMES[kind] }, async (workbench) => workbench.themed(kind));
  }

  private note(url: string): void {
    if (/^(http|ws)/.test(url) && new URL(url).hostname !== '127.0.0.1') this.outside.push(url);
  }
}

/** Gives the tests of a `describe` a window. A function for `options` is called once, when the suite begins. */
export function useWindow(options: WindowOptions | (() => WindowOptions | Promise<WindowOptions>) = {}): TestWindow {
  const window = new TestWindow();
  let opens: WindowOptions['opens'];
  before(async () => {
    const asked = typeof options === 'function' ? await options() : options;
    ({ opens } = asked);
    await window.start(asked);
  });
  beforeEach(async () => {
    if (window.isOpen) await window.workbench.tidy();
    else if (opens !== 'by the test') await window.open();
  });
  afterEach(async function finish() {
    await window.finish(this.currentTest?.title ?? 'window', this.currentTest?.state === 'failed');
    if (opens !== 'once') await window.close();
  });
  after(() => window.stop());
  return window;
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The window is not open: it is so inside a test only.');
  return value;
}
