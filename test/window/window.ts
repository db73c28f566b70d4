import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Request } from 'playwright-core';
import type * as Sample from '../../scripts/sample.mjs';
import type * as Signals from '../../scripts/signals.mjs';
import type * as Temporary from '../../scripts/temporary.mjs';
import type * as Browser from '../../scripts/vscode/browser.mjs';
import type * as Server from '../../scripts/vscode/server.mjs';
import { CONNECTION } from '../connection';
import { failureFolder } from '../failures';
import { extensionHostsOf, isRunning } from '../service/local-service/processes';
import { until } from '../service/local-service/until';
import { installPseudoLocale, type PSEUDO_LOCALE } from './pseudo-locale';
import { filesWith, framesWith, placesWith } from './secret-search';
import { appears, disappears, done, KEYS, type Opened, type ThemeKind, Workbench } from './workbench';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
const pictures = path.join(root, 'out/ui');
const OURS = path.join(root, 'dist/browser-sessions.vsix');

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
  /** Others of this kind, which come to be while the tests run. */
  moreSecrets?: () => readonly string[];
  /** Whether VS Code asks if the folder is trusted; until it is answered, the folder is not. */
  workspaceTrust?: boolean;
  /** Language of the window; its texts are generated from ours, as a pseudo-locale. */
  language?: typeof PSEUDO_LOCALE;
  /** The packaged extension to install; by default ours. */
  vsix?: string;
  /** When a window is opened: by default again for each test, or once for all of them, or by the tests. */
  opens?: 'once' | 'by the test';
  /**
   * For a window that is opened once: each test has a connection of its own with these settings, whose name is
   * `window.connection`. Whatever was done at another, nothing of it is shown or remembered there.
   */
  newConnections?: Connection;
  /** Beside those. */
  otherConnections?: readonly Connection[];
}

/** What the setting says of a connection. */
interface Connection {
  readonly address: string;
  readonly [more: string]: unknown;
}

/** One for each test. */
const NAMES = [CONNECTION, ...Array.from('bcdefghijklmnopqrstuvwxyz', (letter) => `${CONNECTION} ${letter}`)];

/** A test that has ended. */
interface Finished {
  readonly title: string;
  readonly fullTitle: string;
  readonly error: Error | undefined;
}

interface Running {
  folder: Temporary.TemporaryFolder;
  workspace: string;
  server: Server.VSCodeServer;
  browser: Browser.SharedBrowser;
}

/** A module of scripts/, which is not bundled, because it finds its files relative to its own location. */
function script<T>(name: string): Promise<T> {
  return import(pathToFileURL(path.join(root, 'scripts', name)).href);
}

let installing: Promise<string> | undefined;

/** Installs our extension for all windows of this process: nothing is written there while one runs. */
function oursInstalled(): Promise<string> {
  return (installing ??= (async () => {
    const { installVsix } = await script<typeof Server>('vscode/server.mjs');
    const folder = (await script<typeof Temporary>('temporary.mjs')).temporaryFolder().path;
    const extensions = path.join(folder, 'extensions');
    await installVsix(folder, OURS, { extensions });
    return extensions;
  })());
}

async function start({
  settings = {},
  newConnections,
  otherConnections = [],
  env = {},
  workspaceTrust = false,
  vsix = OURS,
  language,
}: WindowOptions): Promise<Running> {
  const { prepare, installVsix, freePort, startServer } = await script<typeof Server>('vscode/server.mjs');
  const { temporaryFolder } = await script<typeof Temporary>('temporary.mjs');
  const { copySample } = await script<typeof Sample>('sample.mjs');
  (await script<typeof Signals>('signals.mjs')).exitOnSignals();
  const folder = temporaryFolder();
  const connections = newConnections && [...NAMES.map((name) => ({ name, ...newConnections })), ...otherConnections];
  prepare(folder.path, { ...settings, ...(connections && { 'browserSessions.connections': connections }) });
  writeFileSync(path.join(folder.path, 'user/User/keybindings.json'), JSON.stringify(KEYS));
  const extensions = vsix === OURS && !language ? await oursInstalled() : path.join(folder.path, 'extensions');
  if (!existsSync(extensions)) await installVsix(folder.path, vsix);
  if (language) installPseudoLocale(extensions);
  const browser = await (await script<typeof Browser>('vscode/browser.mjs')).theBrowser();
  const port = await freePort(browser.port);
  const server = await startServer({ folder: folder.path, extensions, port, env, workspaceTrust });
  return { folder, workspace: copySample(folder.path), server, browser };
}

// Of all suites, at their end.
after(async () => (await script<typeof Browser>('vscode/browser.mjs')).endBrowser());

/**
 * VS Code with the packaged extension in a browser window: started once for the suite, and opened as its options say.
 */
export class TestWindow {
  /** Requests of the window to anything but this machine. */
  readonly outside: string[] = [];
  private running: Running | undefined;
  private current: Workbench | undefined;
  private second: Workbench | undefined;

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

  private secrets: () => readonly string[] = () => [];
  private language: string | undefined;
  private newConnections = false;
  /** Those that have ended in this window. */
  private tests = 0;

  /** Of the connection that the test uses. */
  get connection(): string {
    const name = this.newConnections ? NAMES[this.tests] : CONNECTION;
    if (name === undefined) throw new Error('There are more tests than connections.');
    return name;
  }

  async start(options: WindowOptions): Promise<void> {
    this.newConnections = options.newConnections !== undefined;
    const { secret, moreSecrets = () => [] } = options;
    this.secrets = () => [...(secret === undefined ? [] : [secret]), ...moreSecrets()];
    this.language = options.language;
    this.running = await start(options);
  }

  async stop(): Promise<void> {
    if (!this.running) return;
    const { browser, server, folder } = this.running;
    await this.close();
    await server.stop();
    const secrets = this.secrets();
    const leaks =
      secrets.length > 0 ? [folder.path, browser.folder].flatMap((written) => filesWith(secrets, written)) : [];
    folder.remove();
    if (leaks.length > 0) throw new Error(`The secret stands in ${leaks.join(', ')}.`);
  }

  /** Opens a window of 1280 by 800 pixels without any state or secret of an earlier one. */
  async open(what: Opened = { folder: this.workspace }): Promise<void> {
    present(this.running).browser.context.on('request', this.onRequest);
    this.tests = 0;
    this.current = await this.newWorkbench();
    await this.current.open(what);
  }

  /** Begins another test in the window of the one before. */
  async begin(): Promise<void> {
    await this.workbench.tidy();
    this.tests++;
    if (this.newConnections) await this.workbench.useConnection(this.connection);
  }

  /** A second window of the same user until the test ends: it shares secrets and remembered data with the first. */
  async openSecond(): Promise<Workbench> {
    this.second = await this.newWorkbench();
    await this.second.open({ folder: this.workspace });
    return this.second;
  }

  private async newWorkbench(): Promise<Workbench> {
    const page = await present(this.running).browser.context.newPage();
    // What a language pack would set. The editor's own texts stay English, because it has no pack for this language.
    if (this.language !== undefined)
      await page.addInitScript((language) => {
        const property = { get: () => language, set: () => {} };
        Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', property);
      }, this.language);
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
    await this.choiceStored();
    await this.workbench.open({ folder: this.workspace });
  }

  /** Waits until the editor has stored a text where it survives a reload, in that many places. */
  async stored(text: string, places = 1): Promise<void> {
    const found = async (): Promise<boolean> => (await placesWith([text], this.workbench.page)).length >= places;
    await until(`${text} is stored`, found);
  }

  /** The same for the choice of a connection, which is stored for the workspace and as the last choice. */
  async chosen(name: string): Promise<void> {
    await this.stored(String.raw`connection\":\"${name}`, 2);
  }

  /** Waits until the connection of the test is used after a reload too. The first one is, even if none was chosen. */
  async choiceStored(): Promise<void> {
    if (this.connection !== CONNECTION) await this.chosen(this.connection);
  }

  /**
   * Takes the test's screenshot, and searches for the secret. After a failed test it prints what is shown, adds it to
   * the message for the summary at the end, keeps what tells why, and closes the window.
   */
  async finish({ title, fullTitle, error }: Finished): Promise<void> {
    if (!this.current) return;
    mkdirSync(pictures, { recursive: true });
    await this.current.screenshot(title);
    if (error) {
      const shown = await this.current.shown();
      console.error(shown);
      error.message += `\n${shown}`;
      await this.keep(fullTitle);
    }
    const secrets = this.secrets();
    const { page } = this.current;
    const leaks = [...(await placesWith(secrets, page)), ...(await framesWith(secrets, page))];
    await this.second?.page.close();
    this.second = undefined;
    if (error || leaks.length > 0) await this.close();
    if (leaks.length > 0) throw new Error(`The secret stands in ${leaks.join(', ')}.`);
  }

  /** Keeps the picture and the logs of the window for the person who looks for the cause. */
  private async keep(title: string): Promise<void> {
    const folder = failureFolder(title);
    if (folder === undefined) return;
    const { folder: written } = present(this.running);
    await this.current?.page.screenshot({ path: path.join(folder, 'window.png') });
    await this.second?.page.screenshot({ path: path.join(folder, 'second-window.png') });
    for (const name of ['server.log', 'user/logs'])
      cpSync(path.join(written.path, name), path.join(folder, path.basename(name)), { recursive: true });
  }

  async close(): Promise<void> {
    if (!this.current) return;
    this.current = undefined;
    const { browser, server } = present(this.running);
    await browser.forget(server.base);
    browser.context.off('request', this.onRequest);
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
      if (await appears(await sign(this.workbench), 5000 * (tries + 1))) return;
    }
    throw new Error(`The window does not take up ${JSON.stringify(settings)}.`);
  }

  /** By the palette, as a person does; again if the list closes because the focus moves. */
  async changeTheme(kind: ThemeKind): Promise<void> {
    const { workbench } = this;
    const chosen = async (): Promise<boolean> => {
      await workbench.run('Preferences: Color Theme');
      if (!(await appears(workbench.asked('Select Color Theme'), 3000))) return false;
      if (!(await done(workbench.box.fill(THEMES[kind], { timeout: 2000 })))) return false;
      if (!(await appears(workbench.choice(THEMES[kind]).first(), 3000))) return false;
      await workbench.box.press('Enter');
      // While the list is open, it shows the theme of the item that has the focus.
      return (await disappears(workbench.quickInput, 5000)) && appears(workbench.themed(kind), 5000);
    };
    await until(`the theme is ${kind}`, chosen, 60_000);
  }

  private readonly onRequest = (request: Request): void => this.note(request.url());

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
    if (window.isOpen) await window.begin();
    else if (opens !== 'by the test') await window.open();
  });
  afterEach(async function finish() {
    const { title = 'window', err: error } = this.currentTest ?? {};
    await window.finish({ title, fullTitle: this.currentTest?.fullTitle() ?? title, error });
    if (opens !== 'once') await window.close();
  });
  after(() => window.stop());
  return window;
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The window is not open: it is so inside a test only.');
  return value;
}
