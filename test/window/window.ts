import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Request } from 'playwright-core';
import type * as Sample from '../../scripts/sample.mjs';
import type * as Signals from '../../scripts/signals.mjs';
import type * as Temporary from '../../scripts/temporary.mjs';
import type * as Browser from '../../scripts/vscode/browser.mjs';
import type * as Server from '../../scripts/vscode/server.mjs';
import { CONNECTION } from '../support/connection';
import { failureFolder } from '../support/failures';
import { extensionHostsOf, isRunning } from '../support/processes';
import { PATIENCE, until } from '../support/until';
import { atEnd } from '../support/at-end';
import { installPseudoLocale, type PSEUDO_LOCALE } from './pseudo-locale';
import { filesWith, framesWith, placesWith } from './secret-search';
import { appears, disappears, done } from './workbench/locators';
import { KEYS, type Opened, type ThemeKind, Workbench } from './workbench/workbench';

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
  /** The folder that is copied and opened; by default the sample workspace. */
  sample?: string;
  /** Pixels of a screenshot for each pixel of the window: 1 by default. The first window of a process decides. */
  scale?: number;
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

/** A VS Code that serves windows to the browser. */
interface Editor {
  /** What differs between those that are needed. */
  readonly kind: string;
  readonly folder: Temporary.TemporaryFolder;
  readonly server: Server.VSCodeServer;
  readonly browser: Browser.SharedBrowser;
  /** Of all its windows. */
  readonly secrets: Set<string>;
}

/** A module of scripts/, which is not bundled, because it finds its files relative to its own location. */
export function script<T>(name: string): Promise<T> {
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

let running: Editor | undefined;

/** The one that runs, if it is of the kind that is needed: to start another takes time, and the browser's cache. */
async function editorFor({
  env = {},
  workspaceTrust = false,
  vsix = OURS,
  language,
  scale,
}: WindowOptions): Promise<Editor> {
  const kind = JSON.stringify({ env, workspaceTrust, vsix, language });
  if (running?.kind === kind) return running;
  // Before the editor, so that it ends after it.
  const browser = await theBrowser(scale);
  if (running) await endEditor();
  else atEnd(endEditor);
  const { prepare, installVsix, freePort, startServer } = await script<typeof Server>('vscode/server.mjs');
  (await script<typeof Signals>('signals.mjs')).exitOnSignals();
  const folder = (await script<typeof Temporary>('temporary.mjs')).temporaryFolder();
  prepare(folder.path);
  const extensions = vsix === OURS && !language ? await oursInstalled() : path.join(folder.path, 'extensions');
  if (!existsSync(extensions)) await installVsix(folder.path, vsix);
  if (language) installPseudoLocale(extensions);
  const port = await freePort(browser.port);
  const server = await startServer({ folder: folder.path, extensions, port, env, workspaceTrust });
  return (running = { kind, folder, server, browser, secrets: new Set() });
}

async function endEditor(): Promise<void> {
  if (!running) return;
  const { server, folder, browser, secrets } = running;
  running = undefined;
  await server.stop();
  const leaks = leaksIn([folder.path, browser.folder], [...secrets]);
  folder.remove();
  if (leaks.length > 0) throw new Error(`The secret stands in ${leaks.join(', ')}.`);
}

/** The files with a secret. */
function leaksIn(folders: readonly string[], secrets: readonly string[]): string[] {
  return secrets.length > 0 ? folders.flatMap((folder) => filesWith(secrets, folder)) : [];
}

/** Files in the folder of an editor that are not of one person. */
const NOT_PERSONAL = new Set(['config.yaml', 'extensions', 'r', 'server.log', 'user', 'xdg']);

/**
 * Makes the folder of an editor that of another person: with these settings, and the sample workspace as it is.
 * @returns the path of the workspace.
 */
async function furnish(
  folder: string,
  { settings = {}, sample, newConnections, otherConnections = [] }: WindowOptions,
): Promise<string> {
  const { prepare } = await script<typeof Server>('vscode/server.mjs');
  const { copySample } = await script<typeof Sample>('sample.mjs');
  for (const name of readdirSync(folder)) if (!NOT_PERSONAL.has(name)) remove(folder, name);
  for (const name of ['user/User', 'user/Machine']) remove(folder, name);
  const connections = newConnections && [...NAMES.map((name) => ({ name, ...newConnections })), ...otherConnections];
  prepare(folder, { ...settings, ...(connections && { 'browserSessions.connections': connections }) });
  writeFileSync(path.join(folder, 'user/User/keybindings.json'), JSON.stringify(KEYS));
  return copySample(folder, sample);
}

function remove(folder: string, name: string): void {
  rmSync(path.join(folder, name), { recursive: true, force: true });
}

let launching: Promise<Browser.SharedBrowser> | undefined;

/** The browser that shows all windows of this process. */
function theBrowser(scale = 1): Promise<Browser.SharedBrowser> {
  return (launching ??= script<typeof Browser>('vscode/browser.mjs').then(
    async ({ theBrowser: launched, endBrowser }) => {
      atEnd(endBrowser);
      const browser = await launched({ scale });
      browser.context.setDefaultTimeout(PATIENCE);
      return browser;
    },
  ));
}

/**
 * VS Code with the packaged extension in a browser window: started once for the suite, and opened as its options say.
 */
export class TestWindow {
  /** Requests of the window to anything but this machine. */
  readonly outside: string[] = [];
  private editor: Editor | undefined;
  private folder: string | undefined;
  private current: Workbench | undefined;
  private second: Workbench | undefined;

  get workbench(): Workbench {
    return present(this.current);
  }
  /** The open folder: a copy of the sample workspace, the same one for the whole suite. */
  get workspace(): string {
    return present(this.folder);
  }
  get isOpen(): boolean {
    return this.current !== undefined;
  }
  private get settingsFile(): string {
    return path.join(present(this.editor).folder.path, 'user/User/settings.json');
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
    this.editor = await editorFor(options);
    this.folder = await furnish(this.editor.folder.path, options);
  }

  async stop(): Promise<void> {
    if (!this.editor) return;
    const { browser, folder, secrets } = this.editor;
    await this.close();
    for (const secret of this.secrets()) secrets.add(secret);
    const leaks = leaksIn([folder.path, browser.folder], this.secrets());
    if (leaks.length === 0) return;
    // They would be found after all that follows, too.
    await endEditor().catch(() => {});
    throw new Error(`The secret stands in ${leaks.join(', ')}.`);
  }

  /** Opens a window of 1280 by 800 pixels without any state or secret of an earlier one. */
  async open(what: Opened = { folder: this.workspace }): Promise<void> {
    present(this.editor).browser.context.on('request', this.onRequest);
    this.tests = 0;
    this.current = await this.newWorkbench();
    await this.current.open(what);
  }

  /** Begins a test, in the window of the one before if that is open. */
  async beginOrOpen(): Promise<void> {
    if (this.isOpen && this.tests + 1 < NAMES.length) return this.begin();
    await this.close();
    await this.open();
  }

  private async begin(): Promise<void> {
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
    const page = await present(this.editor).browser.context.newPage();
    // What a language pack would set. The editor's own texts stay English, because it has no pack for this language.
    if (this.language !== undefined)
      await page.addInitScript((language) => {
        const property = { get: () => language, set: () => {} };
        Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', property);
      }, this.language);
    page.on('websocket', (socket) => this.note(socket.url()));
    return new Workbench(page, present(this.editor).server.base, pictures);
  }

  /**
   * Waits until the window notices files that are written to disk: one that was just opened misses them, and never
   * learns of them.
   */
  async watches(): Promise<void> {
    for (let tries = 0; tries < 30; tries++) {
      const name = `sign-${tries}.txt`;
      writeFileSync(path.join(this.workspace, name), '');
      const seen = await appears(this.workbench.tree.file(name), 1000);
      rmSync(path.join(this.workspace, name));
      if (seen) return this.workbench.tree.file(name).waitFor({ state: 'hidden' });
    }
    throw new Error('The window does not see new files.');
  }

  /** Ends the extension hosts as a crash would, and waits until they have ended. */
  async crashExtensionHosts(): Promise<void> {
    const hosts = extensionHostsOf(present(this.editor).server.pid);
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
  async finish(test: Mocha.Test | undefined): Promise<void> {
    if (!this.current || !test) return;
    const { title, err: error } = test;
    mkdirSync(pictures, { recursive: true });
    await this.current.screenshot(title);
    if (error) {
      const shown = await this.current.shown();
      console.error(shown);
      error.message += `\n${shown}`;
      await this.keep(test.fullTitle());
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
    const { folder: written } = present(this.editor);
    await this.current?.page.screenshot({ path: path.join(folder, 'window.png') });
    await this.second?.page.screenshot({ path: path.join(folder, 'second-window.png') });
    for (const name of ['server.log', 'user/logs'])
      cpSync(path.join(written.path, name), path.join(folder, path.basename(name)), { recursive: true });
  }

  async close(): Promise<void> {
    if (!this.current) return;
    const { page } = this.current;
    this.current = undefined;
    const { browser, server } = present(this.editor);
    // A page that is left ends its extension host; one that is closed leaves it, in case it comes back.
    page.once('dialog', (dialog) => void dialog.accept());
    await done(page.goto('about:blank'));
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
      await workbench.palette.run('Preferences: Color Theme');
      if (!(await appears(workbench.palette.asked('Select Color Theme'), 3000))) return false;
      if (!(await done(workbench.palette.box.fill(THEMES[kind], { timeout: 2000 })))) return false;
      if (!(await appears(workbench.palette.choice(THEMES[kind]).first(), 3000))) return false;
      await workbench.palette.box.press('Enter');
      // While the list is open, it shows the theme of the item that has the focus.
      return (await disappears(workbench.palette.widget, 5000)) && appears(workbench.themed(kind), 5000);
    };
    await until(`the theme is ${kind}`, chosen);
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
    if (opens !== 'by the test') await window.beginOrOpen();
  });
  afterEach(async function finish() {
    await window.finish(this.currentTest);
    if (opens !== 'once') await window.close();
  });
  after(() => window.stop());
  return window;
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The window is not open: it is so inside a test only.');
  return value;
}
