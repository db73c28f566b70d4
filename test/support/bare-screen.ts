import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type * as Signals from '../../scripts/signals.mjs';
import type * as Browser from '../../scripts/vscode/browser.mjs';
import { createClient, type Client } from '../../src/api';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import type { ScreenPicture } from '../../src/app/screen/shown-pictures';
import type { Message } from '../../src/core/message';
import { plainText } from '../../src/core/plain-text';
import type { FromPage, RunningAction, ToPage } from '../../src/core/screen/messages';
import { openRecords } from '../../src/state';
import { countDown, tellCountdown } from '../../src/ui/editor/countdown';
import { Localizer, MAX_TITLE } from '../../src/core/localizer';
import {
  ScreenController,
  type OuterRemedy,
  type RunningWork,
  type ScreenHost,
} from '../../src/ui/screen/screen-controller';
import { screenHtml } from '../../src/ui/screen/screen-html';
import { failureFolder, fileName } from './failures';
import type { LocalService } from './local-service';
import { ShownScreen } from './shown-screen';
import { storage } from './storage';
import { PATIENCE } from './until';
import { atEnd } from './at-end';
import { useFixture, type Fixture } from './service-fixture';
import { listen, portOf } from './network/listen';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
const pictures = path.join(root, 'out/ui');
const { localize, t } = new Localizer((template) => template);
const TYPES: Record<string, string> = { css: 'text/css', js: 'text/javascript', ttf: 'font/ttf' };

const NOTHING: RunningWork = { agents: [], recorded: undefined };

export const THEMES = ['light', 'dark', 'high-contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** What the editor adds to the style of a page; a test in the window compares it with the editor's own. */
interface Looks {
  /** For all pages. */
  readonly style: string;
  /** The variables that our style uses. */
  readonly themes: Readonly<Record<Theme, Readonly<Record<string, string>>>>;
}
export const LOOKS_FILE = path.join(root, 'test/screen/looks.json');

function editorStyle(theme: Theme): string {
  const { style, themes }: Looks = JSON.parse(readFileSync(LOOKS_FILE, 'utf8'));
  const variables = Object.entries(themes[theme]).map(([name, value]) => `${name}: ${value};`);
  return `:root { ${variables.join(' ')} }\n${style}`;
}

/** In the page: what the editor gives the page of a tab. */
function actAsEditor(): void {
  const globals: Record<string, unknown> = globalThis;
  const { toController } = globals;
  let state: unknown;
  globals['acquireVsCodeApi'] = () => ({
    postMessage: (message: unknown) => typeof toController === 'function' && toController(message),
    getState: () => state,
    setState: (next: unknown) => (state = next),
  });
}

/** In the page: gives it a message, with the bytes of its picture. */
function receive({ message, base64 }: { message: object; base64: string | undefined }): void {
  const bytes =
    base64 === undefined ? {} : { bytes: Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)).buffer };
  const target: unknown = globalThis;
  if (target instanceof EventTarget)
    target.dispatchEvent(new MessageEvent('message', { data: { ...message, ...bytes } }));
}

/** The page with the display of a session in a plain Chromium: all of it but the editor around it is the real one. */
export class BareScreen extends ShownScreen implements ScreenHost {
  /** What was copied last. */
  copied: string | undefined;
  readonly saved: ScreenPicture[] = [];
  /** The commands that were run. */
  readonly commands: string[] = [];
  isOffered = true;
  /** Set before it is opened. */
  runsHere = true;
  hasViewer = false;
  running: RunningWork = NOTHING;
  theme: Theme = 'light';
  /** The system that the person sits at, as `navigator.platform` has it; by default this one. */
  platform: string | undefined;
  private page: Page | undefined;
  private client: Client | undefined;
  private devtools: DevToolsSessions | undefined;
  private controller: ScreenController | undefined;
  private html = '';
  private posting = Promise.resolve();
  private readonly server = createServer((asked, answered) => {
    const name = path.basename(new URL(asked.url ?? '', 'http://here').pathname);
    const type = TYPES[path.extname(name).slice(1)];
    const send = (contentType: string, body: string | Buffer): void =>
      void answered.writeHead(200, { 'content-type': contentType }).end(body);
    if (name === 'editor.css') return send('text/css', editorStyle(this.theme));
    if (type) return send(type, readFileSync(path.join(root, 'dist/screen', name)));
    return send('text/html', this.html);
  });

  get outer(): Page {
    if (!this.page) throw new Error('The screen is shown inside a test only.');
    return this.page;
  }
  get content(): Page {
    return this.outer;
  }

  async start(): Promise<void> {
    await listen(this.server);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Shows a session, in place of the one before. */
  async open(service: Pick<LocalService, 'url' | 'token'>, session: string, label: string): Promise<void> {
    await this.close();
    const origin = `http://127.0.0.1:${portOf(this.server)}`;
    const place = { file: (name: string) => `${origin}/${name}`, source: origin, language: 'en', t };
    const state = { session, connection: 'here', address: service.url };
    this.html = screenHtml(place, plainText(label, MAX_TITLE), state).replace(
      '<head>',
      `<head><link rel="stylesheet" href="${origin}/editor.css">`,
    );
    const client = (this.client = createClient({
      baseUrl: service.url,
      token: service.token,
      wait: (waiting, signal) => countDown(waiting, signal, (left) => tellCountdown(signal, left)),
    }));
    const devtools = (this.devtools = new DevToolsSessions());
    const { sessions } = openRecords(storage(), { name: 'here', address: service.url }, () => {});
    const parts = { client, sessions, devtools };
    this.controller = new ScreenController(parts, session, this);
    const page = (this.page = await (await theBrowser()).context.newPage());
    await page.exposeFunction('toController', (received: FromPage) => this.controller?.receive(received));
    await page.addInitScript(actAsEditor);
    if (this.platform !== undefined)
      await page.addInitScript(
        `Object.defineProperty(navigator, 'platform', { value: ${JSON.stringify(this.platform)} })`,
      );
    await page.goto(origin);
    this.controller.setVisible(true);
  }

  /** Something else begins in the session, or ends. */
  runs(running: RunningWork): void {
    this.running = running;
    this.controller?.runningChanged();
  }

  /** Shows it, and waits until it is live. */
  async openLive(service: Pick<LocalService, 'url' | 'token'>, session: string, label: string): Promise<void> {
    await this.open(service, session, label);
    await this.state('Live').waitFor();
    await this.part('picture').waitFor();
  }

  /** As the editor does when another theme is chosen. */
  async changeTheme(theme: Theme): Promise<void> {
    this.theme = theme;
    await this.outer.reload();
    await this.state('Live').waitFor();
    await this.part('picture').waitFor();
  }

  async close(): Promise<void> {
    this.controller?.dispose();
    this.devtools?.close();
    this.client?.close();
    await this.page?.close();
    [this.controller, this.devtools, this.client, this.page] = [undefined, undefined, undefined, undefined];
    [this.copied, this.theme, this.isOffered, this.running] = [undefined, 'light', true, NOTHING];
    this.commands.length = 0;
    this.saved.length = 0;
  }

  /** Saves a picture of the page in out/ui. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(pictures, { recursive: true });
    await this.outer.screenshot({ animations: 'disabled', path: path.join(pictures, `${fileName(name)}.png`) });
  }

  /** Keeps what tells why a test has failed, and closes the page. */
  async finish(test: Mocha.Test | undefined): Promise<void> {
    const folder = test?.err && this.page && failureFolder(test.fullTitle());
    if (folder) await this.outer.screenshot({ path: path.join(folder, 'screen.png') });
    await this.close();
  }

  // ---- What only an editor does

  localize(text: Message, maxArgument?: number): ReturnType<typeof localize> {
    return localize(text, maxArgument);
  }

  /** One after the other, as an editor's messages arrive. */
  post(toPage: ToPage): void {
    const { page } = this;
    const { bytes, ...message } = { bytes: undefined, ...toPage };
    const base64 = bytes && Buffer.from(bytes).toString('base64');
    this.posting = this.posting
      .then(() => page?.evaluate(receive, { message, base64 }))
      .catch((error: unknown) => {
        if (this.page === page && page) this.logError(error);
      });
  }

  async run(command: string): Promise<void> {
    this.commands.push(command);
  }

  async remedy(remedy: OuterRemedy): Promise<void> {
    this.commands.push(remedy);
  }

  async copy(text: string): Promise<void> {
    this.copied = text;
  }

  async save(picture: ScreenPicture): Promise<string> {
    this.saved.push(picture);
    return 'screenshot.png';
  }

  async openSaved(): Promise<void> {
    this.commands.push('openSaved');
  }

  async act(action: RunningAction): Promise<void> {
    this.commands.push(action);
  }

  clicked(): void {
    // For the editor's menus.
  }

  unavailable(): void {
    this.isOffered = false;
  }

  changed(): void {
    // For the title of the tab.
  }

  logError(error: unknown): void {
    console.error(error);
  }
}

/** A module of scripts/, which is not bundled, because it finds its files relative to its own location. */
function script<T>(name: string): Promise<T> {
  return import(pathToFileURL(path.join(root, 'scripts', name)).href);
}

let launching: Promise<Browser.SharedBrowser> | undefined;

/** The browser of this process. */
function theBrowser(): Promise<Browser.SharedBrowser> {
  return (launching ??= (async () => {
    (await script<typeof Signals>('signals.mjs')).exitOnSignals();
    const { theBrowser: launched, endBrowser } = await script<typeof Browser>('vscode/browser.mjs');
    atEnd(endBrowser);
    const browser = await launched();
    browser.context.setDefaultTimeout(PATIENCE);
    return browser;
  })());
}

/** Gives the tests of a `describe` the page. */
export function useBareScreen(): BareScreen {
  const screen = new BareScreen();
  before(() => screen.start());
  afterEach(async function finish() {
    await screen.finish(this.currentTest);
  });
  after(() => screen.stop());
  return screen;
}

/** The same, at a local service. */
export function useFixtureScreen(): {
  readonly fixture: Fixture;
  readonly screen: BareScreen;
  /** Shows a new session with this page, live. @returns its ID. */
  readonly open: (name: string, page: string) => Promise<string>;
} {
  const fixture = useFixture();
  const screen = useBareScreen();
  const open = async (name: string, page: string): Promise<string> => {
    const session = await fixture.openSession(name, page);
    await screen.openLive(fixture.service, session, name);
    return session;
  };
  return { fixture, screen, open };
}
