import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Request } from 'playwright-core';
import { CONNECTION } from '../support/connection';
import { failureFolder } from '../support/failures';
import { extensionHostsOf, isRunning } from '../support/processes';
import { until } from '../support/until';
import { framesWith, placesWith } from './secret-search';
import { appears, disappears, done } from './workbench/locators';
import { type Opened, type ThemeKind, Workbench } from './workbench/workbench';
import {
  pictures,
  THEMES,
  type WindowOptions,
  NAMES,
  type Editor,
  editorFor,
  endEditor,
  leaksIn,
  furnish,
} from './editor';

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
   * learns of them. They stay until one is seen: of a file that is there for a moment only, a busy machine tells nothing.
   */
  async watches(): Promise<void> {
    const signs: string[] = [];
    const shown = this.workbench.page.locator('.explorer-folders-view .monaco-list-row[aria-label^="sign-"]').first();
    await until('the window sees new files', () => {
      signs.push(path.join(this.workspace, `sign-${signs.length}.txt`));
      writeFileSync(signs.at(-1) ?? '', '');
      return appears(shown, 1000);
    });
    for (const sign of signs) rmSync(sign);
    await shown.waitFor({ state: 'hidden' });
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
