import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { asRecord } from '../../../src/core/json';
import {
  DebugServer,
  debugTargets,
  DevToolsConnection,
  listLoaded,
  loadUnpacked,
  PageChoice,
  uninstall,
  type AttachedPages,
  type DebugTarget,
} from '../../../src/devtools';
import { until } from '../../support/until';
import { DebuggedBrowser } from '../../support/browser';
import { DebuggerClient } from './debugger-client';
import { listen } from '../../support/network/listen';

/** Milliseconds. */
export const PATIENCE = 10_000;

/** A browser with an extension to debug, and a site whose pages have statements and errors of their own. */
export function useDebugging() {
  const browser = new DebuggedBrowser();
  let site: Server;
  let address = '';
  /** How often a path was requested. */
  const requests = new Map<string, number>();
  let connection: DevToolsConnection;
  let server: DebugServer;
  let end: AbortController;
  let count = 0;
  /** What was told of pauses. */
  const pauses: boolean[] = [];
  const undo: (() => Promise<void>)[] = [];

  before(async () => {
    await browser.start();
    site = createServer(({ url = '' }, response) => {
      requests.set(url, (requests.get(url) ?? 0) + 1);
      response.setHeader('content-type', 'text/html').setHeader('access-control-allow-origin', '*');
      response.end(
        '<!doctype html><title>Page</title><script>let own = "of the page"; ' +
          'setInterval(() => { fetch("/page"); debugger; }, 50);</script>',
      );
    });
    address = `http://127.0.0.1:${await listen(site)}`;
  });
  beforeEach(async () => {
    connection = await browser.connect();
    server = await DebugServer.start();
    end = new AbortController();
    pauses.length = 0;
  });
  afterEach(async () => {
    end.abort();
    // What goes on making requests slows down the tests that follow. Pages of an extension end with it.
    for (const each of undo.splice(0).toReversed()) await each();
    server.close();
    connection.close();
  });
  after(async () => {
    site.close();
    site.closeAllConnections();
    await browser.kill();
  });

  /** An extension whose script requests a path of the site all the time. */
  async function load(manifest: object, script: string): Promise<{ id: string; folder: string; tick: string }> {
    const tick = `/tick-${++count}`;
    const folder = browser.write(`debugged-${count}`, {
      name: 'Debugged',
      host_permissions: ['<all_urls>'],
      ...manifest,
    });
    writeFileSync(
      path.join(folder, script),
      `let ticks = 0;\nsetInterval(() => {\n  ticks++;\n  fetch('${address}${tick}');\n}, 50);\n`,
    );
    await loadUnpacked(connection, folder, end.signal);
    const loaded = (await listLoaded(connection, end.signal)).find((each) => each.path === folder);
    assert.ok(loaded);
    undo.push(() => uninstall(connection, loaded.id, AbortSignal.timeout(PATIENCE)));
    return { id: loaded.id, folder, tick };
  }

  async function debug(
    { id, folder }: { id: string; folder: string },
    script: string,
    { from = { connection, server }, signal = end.signal, choice = new PageChoice() } = {},
  ): Promise<{
    targets: DebugTarget[];
    ended: string[];
    tooMany: number[];
    tooManyOwn: number[];
    pages: AttachedPages;
  }> {
    const targets: DebugTarget[] = [];
    const ended: string[] = [];
    const tooMany: number[] = [];
    const tooManyOwn: number[] = [];
    const options = {
      extensionId: id,
      folder,
      files: () => [script],
      pausesWorkers: true,
      runsIn: ({ href }: URL) => href.startsWith(address),
      choice,
      onTooMany: (limit: number) => tooMany.push(limit),
      onTooManyOwn: (limit: number) => tooManyOwn.push(limit),
      onTarget: (target: DebugTarget) => targets.push(target),
      onPause: (_: string, isPaused: boolean) => pauses.push(isPaused),
      onTargetEnd: (target: string) => ended.push(target),
    };
    const pages = await debugTargets(from.connection, from.server, options, signal);
    return { targets, ended, tooMany, tooManyOwn, pages };
  }

  async function offered(
    loaded: { id: string; folder: string },
    script: string,
    from = { connection, server },
  ): Promise<DebugTarget[]> {
    const { targets } = await debug(loaded, script, { from });
    await until('a target is offered', () => targets.length > 0);
    return targets;
  }

  const WORKER = { background: { service_worker: 'worker.js' } };
  const PAGE = { content_scripts: [{ matches: ['http://127.0.0.1/*'], js: ['content.js'] }] };

  async function debuggedWorker(): Promise<{
    client: DebuggerClient;
    file: string;
    tick: string;
    target: DebugTarget;
  }> {
    const loaded = await load(WORKER, 'worker.js');
    const [target] = await offered(loaded, 'worker.js');
    assert.ok(target);
    return {
      target,
      client: await DebuggerClient.connect(target.address),
      file: path.join(loaded.folder, 'worker.js'),
      tick: loaded.tick,
    };
  }

  async function openPage(within = '/', origin = address): Promise<string> {
    const page = await connection.send('Target.createTarget', { url: origin + within }, { signal: end.signal });
    const targetId = String(asRecord(page)['targetId']);
    undo.push(async () => {
      await connection.send('Target.closeTarget', { targetId }, { signal: AbortSignal.timeout(PATIENCE) });
    });
    return targetId;
  }

  async function runsOn(tick: string): Promise<void> {
    const before = requests.get(tick) ?? 0;
    await until('it runs on', () => (requests.get(tick) ?? 0) > before + 2);
  }

  /** Loads a content script, and opens seven pages that it runs in. */
  async function sevenPages(): Promise<{ loaded: { id: string; folder: string }; opened: string[] }> {
    const loaded = await load(PAGE, 'content.js');
    const opened: string[] = [];
    for (let index = 0; index < 7; index++) opened.push(await openPage(`/${index}`));
    return { loaded, opened };
  }

  return {
    get address() {
      return address;
    },
    get connection() {
      return connection;
    },
    get server() {
      return server;
    },
    get end() {
      return end;
    },
    browser,
    requests,
    pauses,
    undo,
    load,
    debug,
    offered,
    WORKER,
    PAGE,
    debuggedWorker,
    openPage,
    runsOn,
    sevenPages,
  };
}

/** The IDs of the pages of the web that are attached to. */
export function attachedOf(pages: AttachedPages): string[] {
  return pages
    .all()
    .flatMap((page) => (page.isAttached ? [page.targetId] : []))
    .toSorted();
}

/** An ID that the target may have, and that was not shown. */
export function notShown(id: string): string {
  return id.replace(/\d+$/, (last) => `${Number(last) + 1000}`);
}

export function isScriptOf(client: DebuggerClient, scriptId: string): boolean {
  return client.events.some(({ params }) => params['scriptId'] === scriptId);
}

/** Sets a breakpoint where the requests are sent, and waits until it is hit. */
export async function pauseIn(client: DebuggerClient, file: string): Promise<Record<string, unknown>> {
  await client.call('Runtime.enable');
  await client.call('Debugger.enable');
  const urlRegex = pathToFileURL(file).href.replaceAll(/[./]/g, String.raw`\$&`);
  await client.call('Debugger.setBreakpointByUrl', { urlRegex, lineNumber: 2 });
  await client.call('Runtime.runIfWaitingForDebugger');
  return client.next('Debugger.paused');
}

export async function refuses(url: string, headers: Record<string, string> = {}): Promise<void> {
  await assert.rejects(DebuggerClient.connect(url, headers), /404/);
}
