import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
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
import { isVisible } from '../../../src/devtools/targets';
import { until } from '../../support/until';
import { DebuggedBrowser } from '../../support/browser';
import { DebuggerClient } from './debugger-client';
import { listen } from '../../support/network/listen';

/** Milliseconds. */
const PATIENCE = 10_000;

describe('Debugging an extension', () => {
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
    await browser.remove();
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

  it('shows the worker’s script where its file is, and stops in it', async () => {
    const { client, file, tick, target } = await debuggedWorker();
    assert.equal(target.kind, 'worker');
    const { callFrames } = await pauseIn(client, file);
    const [frame] = Array.isArray(callFrames) ? callFrames : [];
    assert.equal(asRecord(asRecord(frame)['location'])['lineNumber'], 2);
    assert.deepEqual(client.urls, [pathToFileURL(file).href]);
    assert.deepEqual(pauses, [true]);
    await client.call('Debugger.disable');
    await until('the pause has ended', () => pauses.at(-1) === false);
    await runsOn(tick);
  });

  it('shows nothing of the page that a content script runs in', async () => {
    const { folder, id, tick } = await load(PAGE, 'content.js');
    await openPage();
    await until('the content script runs', () => (requests.get(tick) ?? 0) > 0);
    const [target] = await offered({ folder, id }, 'content.js');
    assert.equal(target?.kind, 'contentScript');
    const client = await DebuggerClient.connect(target.address);
    await client.call('Runtime.enable');
    await client.call('Debugger.enable');
    const seen = await client.call('Runtime.evaluate', { expression: 'chrome.runtime.id + typeof own' });
    assert.equal(asRecord(seen['result'])['value'], `${id}undefined`);
    assert.deepEqual(client.urls, [pathToFileURL(path.join(folder, 'content.js')).href]);
    const contexts = client.events
      .filter(({ method }) => method === 'Runtime.executionContextCreated')
      .map(({ params }) => Number(asRecord(params['context'])['id']));
    assert.equal(contexts.length, 1);
    const others = Array.from({ length: 20 }, (_, index) => index).filter((each) => !contexts.includes(each));
    for (const contextId of others)
      await assert.rejects(client.call('Runtime.evaluate', { expression: 'own', contextId }), /context/);
    const [own] = contexts;
    const isOwn = async (method: string, params: object): Promise<void> => {
      const answer = await client.call(method, params);
      assert.equal(asRecord(answer['result'])['value'], 'undefined');
    };
    // A method takes no notice of the other's name for a context.
    await isOwn('Runtime.evaluate', { expression: 'typeof own', executionContextId: own });
    const functionDeclaration = '() => typeof own';
    for (const executionContextId of others) {
      const call = client.call('Runtime.callFunctionOn', { functionDeclaration, contextId: own, executionContextId });
      await assert.rejects(call, /context/);
    }
    const compiled = { expression: 'typeof own', sourceURL: '', persistScript: true };
    const { scriptId: ofPage } = await client.call('Runtime.compileScript', compiled);
    await isOwn('Runtime.runScript', { scriptId: ofPage });
    for (const scriptId of ['0', '1', '2', '3', '4', '5'].filter((each) => !isScriptOf(client, each)))
      await assert.rejects(client.call('Debugger.getScriptSource', { scriptId }), /No script/);
    // The page has a `debugger` statement in each round, and its own errors and statements are not debugged.
    await runsOn('/page');
    await pauseIn(client, path.join(folder, 'content.js'));
  });

  /** Loads a content script, and opens seven pages that it runs in. */
  async function sevenPages(): Promise<{ loaded: { id: string; folder: string }; opened: string[] }> {
    const loaded = await load(PAGE, 'content.js');
    const opened: string[] = [];
    for (let index = 0; index < 7; index++) opened.push(await openPage(`/${index}`));
    return { loaded, opened };
  }

  it('is in the page in front when there are too many', async () => {
    const { loaded, opened } = await sevenPages();
    for (const targetId of opened) {
      const round = new AbortController();
      await connection.send('Target.activateTarget', { targetId }, { signal: end.signal });
      await until('it alone is in front', async () => {
        const visible = await Promise.all(opened.map((each) => isVisible(connection, each, end.signal)));
        return opened.every((each, index) => visible[index] === (each === targetId));
      });
      const { targets, tooMany } = await debug(loaded, 'content.js', { signal: round.signal });
      assert.equal(targets.length, 5);
      assert.equal(targets[0]?.id, targetId);
      assert.deepEqual([...new Set(tooMany)], [5]);
      round.abort();
    }
  });

  it('is in the pages that are chosen, also over another connection', async () => {
    const { loaded, opened } = await sevenPages();
    const choice = new PageChoice();
    const { targets, ended, pages } = await debug(loaded, 'content.js', { choice });
    const paths = pages.all().map(({ url }) => new URL(url).pathname);
    assert.deepEqual(paths.toSorted(), ['/0', '/1', '/2', '/3', '/4', '/5', '/6']);
    const before = attachedOf(pages);
    assert.equal(before.length, 5);
    const open = pages.all().map(({ targetId }) => targetId);
    // It opens while a person still chooses.
    const later = await openPage('/later');
    const wanted = opened.filter((id) => !before.includes(id));
    choice.set(open, new Set(wanted));
    pages.update();
    const expected = [...wanted, later].toSorted();
    await until('the chosen ones are attached to', () => attachedOf(pages).join() === expected.join());
    assert.deepEqual(ended.toSorted(), before);
    await until('they are offered', () => targets.length === 8);

    const other = { connection: await browser.connect(), server };
    const again = await debug(loaded, 'content.js', { choice, from: other });
    assert.deepEqual(attachedOf(again.pages), expected);
    other.connection.close();

    choice.set([...open, later], new Set([...opened, later]));
    pages.update();
    await until('all are attached to', () => attachedOf(pages).length === 8);
  });

  it('takes another page when one of too many is closed', async () => {
    const { loaded, opened } = await sevenPages();
    const { pages } = await debug(loaded, 'content.js');
    const [closed, ...rest] = attachedOf(pages);
    await connection.send('Target.closeTarget', { targetId: closed ?? '' }, { signal: end.signal });
    undo.splice(1 + opened.indexOf(closed ?? ''), 1);
    await until('there are five again', () => attachedOf(pages).filter((id) => id !== closed).length === 5);
    assert.ok(rest.every((id) => attachedOf(pages).includes(id)));
  });

  it('is in ten pages of the extension besides its worker, says so, and takes another when one is closed', async () => {
    const { id, folder } = await load(WORKER, 'worker.js');
    writeFileSync(path.join(folder, 'page.html'), '<!doctype html><title>Own</title>');
    const { targets, ended, tooManyOwn } = await debug({ id, folder }, 'worker.js');
    const opened: string[] = [];
    for (let index = 0; index < 12; index++) opened.push(await openPage('/page.html', `chrome-extension://${id}`));
    const debugged = (): string[] =>
      targets.filter(({ kind, id: each }) => kind === 'page' && !ended.includes(each)).map((each) => each.id);
    await until('it says so', () => tooManyOwn.length > 0 && debugged().length >= 10);
    assert.deepEqual([tooManyOwn[0], debugged().length], [10, 10]);
    assert.ok(targets.some(({ kind }) => kind === 'worker'));
    const [closed = ''] = debugged();
    await connection.send('Target.closeTarget', { targetId: closed }, { signal: end.signal });
    undo.splice(1 + opened.indexOf(closed), 1);
    await until('there are ten again', () => ended.includes(closed) && debugged().length === 10);
  });

  it('takes only objects and call frames that it has shown', async () => {
    const { client, file } = await debuggedWorker();
    const { callFrames } = await pauseIn(client, file);
    const frame = String(asRecord(Array.isArray(callFrames) ? callFrames[0] : undefined)['callFrameId']);
    const { result } = await client.call('Debugger.evaluateOnCallFrame', {
      callFrameId: frame,
      expression: '({ own: [1] })',
    });
    const objectId = String(asRecord(result)['objectId']);
    const { result: properties } = await client.call('Runtime.getProperties', { objectId, ownProperties: true });
    assert.match(JSON.stringify(properties), /"name":"own"/);
    for (const [method, params] of [
      ['Runtime.getProperties', { objectId: notShown(objectId) }],
      ['Runtime.callFunctionOn', { objectId: notShown(objectId), functionDeclaration: '() => 1' }],
      [
        'Runtime.callFunctionOn',
        { objectId, functionDeclaration: '(x) => x', arguments: [{ objectId: notShown(objectId) }] },
      ],
      ['Runtime.awaitPromise', { promiseObjectId: notShown(objectId) }],
      ['Runtime.getExceptionDetails', { errorObjectId: notShown(objectId) }],
      ['Debugger.evaluateOnCallFrame', { callFrameId: notShown(frame), expression: '1' }],
    ] as const)
      await assert.rejects(client.call(method, params), /Could not find object with given id/, method);
  });

  it('passes on no call that debugging does not need', async () => {
    const { client } = await debuggedWorker();
    for (const method of [
      'Target.getTargets',
      'Target.attachToTarget',
      'Network.enable',
      'Network.getAllCookies',
      'Storage.getCookies',
      'Page.navigate',
      'Browser.close',
      'Extensions.loadUnpacked',
      'Debugger.setScriptSource',
      'Runtime.addBinding',
      '__proto__',
      '',
    ])
      await assert.rejects(client.call(method), /wasn't found/, method);
  });

  it('serves one client of this machine at an address, and no web page', async () => {
    const { folder, id, tick } = await load(WORKER, 'worker.js');
    const [target] = await offered({ folder, id }, 'worker.js');
    assert.ok(target);
    await refuses(target.address, { origin: address });
    await refuses(target.address, { host: 'evil.example' });
    await refuses(new URL('/', target.address).href);
    await refuses(`${target.address}x`);
    await refuses(target.address.slice(0, -1));
    assert.equal((await fetch(target.address.replace('ws:', 'http:'))).status, 404);
    const client = await DebuggerClient.connect(target.address);
    await refuses(target.address);
    await client.call('Runtime.runIfWaitingForDebugger');
    await runsOn(tick);
  });

  it('lets the worker run on when its debugger leaves or sends junk', async () => {
    for (const leave of [
      (socket: WebSocket) => socket.terminate(),
      (socket: WebSocket) => socket.close(),
      (socket: WebSocket) => socket.send('junk'),
      (socket: WebSocket) => socket.send(Buffer.from([0, 1, 2])),
      (socket: WebSocket) => socket.send('x'.repeat(5 * 1024 * 1024)),
    ]) {
      const { client, file, tick } = await debuggedWorker();
      await pauseIn(client, file);
      leave(client.socket);
      await client.ended();
      await runsOn(tick);
    }
  });

  it('lets the worker run on when debugging ends', async () => {
    const { client, file, tick } = await debuggedWorker();
    await pauseIn(client, file);
    end.abort();
    await client.ended();
    await runsOn(tick);
  });

  it('serves two windows: each is told of a pause, and one that leaves lets it run on', async () => {
    const { folder, id, tick } = await load(WORKER, 'worker.js');
    const file = path.join(folder, 'worker.js');
    const [first] = await offered({ folder, id }, 'worker.js');
    const other = { connection: await browser.connect(), server: await DebugServer.start() };
    undo.push(async () => {
      other.server.close();
      other.connection.close();
    });
    const [second] = await offered({ folder, id }, 'worker.js', other);
    const clients = [
      await DebuggerClient.connect(first?.address ?? ''),
      await DebuggerClient.connect(second?.address ?? ''),
    ] as const;
    await clients[1].call('Debugger.enable');
    await pauseIn(clients[0], file);
    await clients[1].next('Debugger.paused');
    clients[0].socket.terminate();
    await runsOn(tick);
    await pauseIn(clients[1], file);
    clients[1].socket.terminate();
    await runsOn(tick);
  });

  it('stops a new version of the worker at its first line', async () => {
    const loaded = await load(WORKER, 'worker.js');
    const targets = await offered(loaded, 'worker.js');
    const [first] = targets;
    assert.ok(first);
    const client = await DebuggerClient.connect(first.address);
    await client.call('Runtime.runIfWaitingForDebugger');
    await runsOn(loaded.tick);
    await loadUnpacked(connection, loaded.folder, end.signal);
    await until('the new worker is offered', () => targets.length > 1);
    await client.ended();
    const again = await DebuggerClient.connect(targets[1]?.address ?? '');
    await again.call('Debugger.enable');
    const url = pathToFileURL(path.join(loaded.folder, 'worker.js')).href;
    await again.call('Debugger.setBreakpointByUrl', { url, lineNumber: 0 });
    await again.call('Runtime.runIfWaitingForDebugger');
    await again.next('Debugger.paused');
    await again.call('Debugger.resume');
    await runsOn(loaded.tick);
  });

  it('ends the debugger’s connection when the browser is killed while it is paused', async () => {
    const { client, file } = await debuggedWorker();
    undo.length = 0;
    await pauseIn(client, file);
    await browser.kill();
    await client.ended();
    await browser.start();
  });
});

/** The IDs of the pages of the web that are attached to. */
function attachedOf(pages: AttachedPages): string[] {
  return pages
    .all()
    .flatMap((page) => (page.isAttached ? [page.targetId] : []))
    .toSorted();
}

/** An ID that the target may have, and that was not shown. */
function notShown(id: string): string {
  return id.replace(/\d+$/, (last) => `${Number(last) + 1000}`);
}

function isScriptOf(client: DebuggerClient, scriptId: string): boolean {
  return client.events.some(({ params }) => params['scriptId'] === scriptId);
}

/** Sets a breakpoint where the requests are sent, and waits until it is hit. */
async function pauseIn(client: DebuggerClient, file: string): Promise<Record<string, unknown>> {
  await client.call('Runtime.enable');
  await client.call('Debugger.enable');
  const urlRegex = pathToFileURL(file).href.replaceAll(/[./]/g, String.raw`\$&`);
  await client.call('Debugger.setBreakpointByUrl', { urlRegex, lineNumber: 2 });
  await client.call('Runtime.runIfWaitingForDebugger');
  return client.next('Debugger.paused');
}

async function refuses(url: string, headers: Record<string, string> = {}): Promise<void> {
  await assert.rejects(DebuggerClient.connect(url, headers), /404/);
}
