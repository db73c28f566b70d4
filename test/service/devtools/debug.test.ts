import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import { asRecord } from '../../../src/core/json';
import { DebugServer, loadUnpacked } from '../../../src/devtools';
import { until } from '../../support/until';
import { DebuggerClient } from './debugger-client';
import { notShown, pauseIn, refuses, useDebugging } from './debug-fixture';

describe('Debugging an extension', () => {
  const debugging = useDebugging();
  const { browser, pauses, undo, load, offered, WORKER, debuggedWorker, runsOn } = debugging;

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
    await refuses(target.address, { origin: debugging.address });
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
    debugging.end.abort();
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
    await loadUnpacked(debugging.connection, loaded.folder, debugging.end.signal);
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
