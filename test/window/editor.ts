import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Sample from '../../scripts/sample.mjs';
import type * as Signals from '../../scripts/signals.mjs';
import type * as Temporary from '../../scripts/temporary.mjs';
import type * as Browser from '../../scripts/vscode/browser.mjs';
import type * as Server from '../../scripts/vscode/server.mjs';
import { createVSIX } from '@vscode/vsce';
import { CONNECTION } from '../support/connection';
import { writeFiles } from '../support/files';
import { PATIENCE } from '../support/until';
import { atEnd } from '../support/at-end';
import { installPseudoLocale, type PSEUDO_LOCALE } from './pseudo-locale';
import { filesWith } from './secret-search';
import { KEYS, type ThemeKind } from './workbench/workbench';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
export const pictures = path.join(root, 'out/ui');
const OURS = path.join(root, 'dist/browser-sessions.vsix');

export const THEMES: Record<ThemeKind, string> = {
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
  /** The files of another extension to install beside it. */
  beside?: Readonly<Record<string, string>>;
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
export const NAMES = [CONNECTION, ...Array.from('bcdefghijklmnopqrstuvwxyz', (letter) => `${CONNECTION} ${letter}`)];

/** A VS Code that serves windows to the browser. */
export interface Editor {
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

/** Packages an extension of these files. */
async function packed(files: Readonly<Record<string, string>>, within: string): Promise<string> {
  const cwd = path.join(within, 'beside');
  writeFiles(cwd, files);
  const packagePath = path.join(within, 'beside.vsix');
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}

let running: Editor | undefined;

/** The one that runs, if it is of the kind that is needed: to start another takes time, and the browser's cache. */
export async function editorFor({
  env = {},
  workspaceTrust = false,
  vsix = OURS,
  language,
  scale,
  beside,
}: WindowOptions): Promise<Editor> {
  const kind = JSON.stringify({ env, workspaceTrust, vsix, language, beside });
  if (running?.kind === kind) return running;
  // Before the editor, so that it ends after it.
  const browser = await theBrowser(scale);
  if (running) await endEditor();
  else atEnd(endEditor);
  const { prepare, installVsix, freePort, startServer } = await script<typeof Server>('vscode/server.mjs');
  (await script<typeof Signals>('signals.mjs')).exitOnSignals();
  const folder = (await script<typeof Temporary>('temporary.mjs')).temporaryFolder();
  prepare(folder.path);
  const extensions =
    vsix === OURS && !language && !beside ? await oursInstalled() : path.join(folder.path, 'extensions');
  if (!existsSync(extensions)) await installVsix(folder.path, vsix);
  if (language) installPseudoLocale(extensions);
  if (beside) await installVsix(folder.path, await packed(beside, folder.path));
  const port = await freePort(browser.port);
  const server = await startServer({ folder: folder.path, extensions, port, env, workspaceTrust });
  return (running = { kind, folder, server, browser, secrets: new Set() });
}

export async function endEditor(): Promise<void> {
  if (!running) return;
  const { server, folder, browser, secrets } = running;
  running = undefined;
  await server.stop();
  const leaks = leaksIn([folder.path, browser.folder], [...secrets]);
  folder.remove();
  if (leaks.length > 0) throw new Error(`The secret stands in ${leaks.join(', ')}.`);
}

/** The files with a secret. */
export function leaksIn(folders: readonly string[], secrets: readonly string[]): string[] {
  return secrets.length > 0 ? folders.flatMap((folder) => filesWith(secrets, folder)) : [];
}

/** Files in the folder of an editor that are not of one person. */
const NOT_PERSONAL = new Set(['config.yaml', 'extensions', 'r', 'server.log', 'user', 'xdg']);

/**
 * Makes the folder of an editor that of another person: with these settings, and the sample workspace as it is.
 * @returns the path of the workspace.
 */
export async function furnish(
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
