import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { DevToolsConnection, ExtensionFollower, listLoaded, loadUnpacked, type LogEntry } from '../../../src/devtools';
import { DebuggedBrowser } from '../../support/browser';
import { listen } from '../../support/network/listen';
import { writeFiles } from '../../support/files';

export const { signal } = new AbortController();

export function isRefused(text: string): boolean {
  return text.startsWith('GET http://127.0.0.1:1/ net::ERR_');
}

/** A browser with extensions to follow, and a site that they run in. */
export function useFollowing() {
  const browser = new DebuggedBrowser();
  let server: Server;
  let site = '';
  let connection: DevToolsConnection;
  let count = 0;
  const ends: AbortController[] = [];

  before(async () => {
    await browser.start();
    server = createServer((request, response) => {
      response.statusCode = request.url === '/missing' ? 404 : 200;
      response.setHeader('content-type', 'text/html').setHeader('access-control-allow-origin', '*');
      response.end('<!doctype html><title>Page</title><script>console.log("of the page itself")</script>');
    });
    site = `http://127.0.0.1:${await listen(server)}`;
  });
  beforeEach(async () => {
    connection = await browser.connect();
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end.abort();
    connection.close();
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await browser.kill();
  });

  async function load(files: Record<string, string>, manifest: object = {}): Promise<{ id: string; folder: string }> {
    const folder = browser.write(`followed-${++count}`, {
      name: `Followed ${count}`,
      host_permissions: ['<all_urls>'],
      ...('sw.js' in files && { background: { service_worker: 'sw.js' } }),
      ...manifest,
    });
    writeFiles(folder, files);
    await loadUnpacked(connection, folder, signal);
    const loaded = (await listLoaded(connection, signal)).find((each) => each.path === folder);
    assert.ok(loaded);
    return { id: loaded.id, folder };
  }

  function isOfSite({ href }: URL): boolean {
    return href.startsWith(site);
  }

  function follower(extensionId: string): { entries: LogEntry[]; limits: number[]; follower: ExtensionFollower } {
    const entries: LogEntry[] = [];
    const limits: number[] = [];
    return {
      entries,
      limits,
      follower: new ExtensionFollower({
        extensionId,
        pausesWorkers: true,
        runsIn: isOfSite,
        onEntry: (entry) => entries.push(entry),
        onTooMany: (limit) => limits.push(limit),
      }),
    };
  }

  async function follow(extensionId: string, over = connection): Promise<LogEntry[]> {
    const made = follower(extensionId);
    const end = new AbortController();
    ends.push(end);
    await made.follower.follow(over, end.signal);
    return made.entries;
  }

  async function pagesOfSite(): Promise<string[]> {
    const { targetInfos } = Object(await connection.send('Target.getTargets', {}, { signal }));
    return targetInfos
      .filter(({ url }: { url: string }) => url.startsWith(site))
      .map(({ targetId }: { targetId: string }) => targetId);
  }

  async function isAttached(id: string): Promise<unknown> {
    const { targetInfos } = Object(await connection.send('Target.getTargets', {}, { signal }));
    return targetInfos.find(({ url }: { url: string }) => url.includes(id))?.attached;
  }

  return {
    get site() {
      return site;
    },
    get connection() {
      return connection;
    },
    browser,
    ends,
    load,
    isOfSite,
    follower,
    follow,
    pagesOfSite,
    isAttached,
  };
}

/** Chromium does not start a worker again if it is reloaded before it is installed. */
export function whenInstalled(text: string): string {
  return `chrome.runtime.onInstalled.addListener(() => console.log(${JSON.stringify(text)}));`;
}

export function texts(entries: readonly LogEntry[]): string[] {
  return entries.map(({ text }) => text);
}
