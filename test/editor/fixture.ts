import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Client } from '../../src/api';
import { DevToolsConnection, listLoaded, type LoadedExtension } from '../../src/devtools';
import { CONNECTION } from '../support/connection';
import { request, startLocalService, type LocalService } from '../support/local-service';
import { startPages, type Pages } from '../support/pages';
import { manifest, writeFiles } from '../support/files';

/** A local service, pages for its sessions, and the extension connected to both. */
export interface Fixture {
  readonly service: LocalService;
  readonly pages: Pages;
  /**
   * Starts a session with a page, and waits until the page is shown.
   * @returns its ID.
   */
  openSession(page: string): Promise<string>;
  /**
   * Creates an extension with these files.
   * @returns its folder.
   */
  makeExtension(files: Record<string, string>): Promise<string>;
  clear(): Promise<void>;
}

export async function openFixture(): Promise<Fixture> {
  const [service, pages] = await Promise.all([startLocalService(), startPages()]);
  const root = await mkdtemp(path.join(tmpdir(), 'fixture-'));
  await connect(service);
  return {
    service,
    pages,
    openSession: async (page) => {
      pages.clear();
      const { text } = await request(service, 'POST', '/browsers', { start_url: pages.url + page });
      await pages.waitFor(({ type }) => type === 'load');
      const { session_id }: { session_id: string } = JSON.parse(text);
      return session_id;
    },
    makeExtension: async (files) => {
      const folder = await mkdtemp(path.join(root, 'extension-'));
      writeFiles(folder, files);
      return folder;
    },
    clear: async () => {
      await disconnect();
      await Promise.all([service.stop(), pages.stop(), rm(root, { recursive: true })]);
    },
  };
}

/** Does something in the browser of a session, as another tool would. */
export async function overDevTools<T>(
  { devToolsAddress, network }: Pick<Client, 'devToolsAddress' | 'network'>,
  session: string,
  work: (devtools: DevToolsConnection, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal } = new AbortController();
  const address = await devToolsAddress(session, signal);
  assert.ok(address);
  const devtools = await DevToolsConnection.open(address, network, signal);
  try {
    return await work(devtools, signal);
  } finally {
    devtools.close();
  }
}

/** What a session has loaded as that name. */
export async function loadedAs(
  client: Pick<Client, 'devToolsAddress' | 'network'>,
  session: string,
  name: string,
): Promise<LoadedExtension> {
  const all = await overDevTools(client, session, listLoaded);
  return all.find((each) => each.path.endsWith(`/${name}`)) ?? assert.fail('it is not loaded');
}

/** Connects the extension to a service, as a user could: with the token in the editor's environment. */
export async function connect(
  { url, token }: Pick<LocalService, 'url' | 'token'>,
  more: object = {},
  others: readonly object[] = [],
): Promise<void> {
  process.env['BROWSER_SESSIONS_TOKEN'] = token;
  await setConnections([{ name: CONNECTION, address: url, ...more }, ...others]);
}

async function disconnect(): Promise<void> {
  await setConnections(undefined);
  delete process.env['BROWSER_SESSIONS_TOKEN'];
}

/** @param list undefined: removes the setting. */
async function setConnections(list: object[] | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('browserSessions')
    .update('connections', list, vscode.ConfigurationTarget.Global);
}

/** The files of an extension whose content script writes a word into every page. */
export function pageChanger(word: string): Record<string, string> {
  return {
    'manifest.json': JSON.stringify(
      manifest('Page Changer', { content_scripts: [{ matches: ['http://*/*'], js: ['change.js'] }] }),
    ),
    'change.js': `document.documentElement.dataset.changedBy = '${word}';`,
  };
}
