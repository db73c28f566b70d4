import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { asRecord } from '../../../src/core/json';
import { PageChoice } from '../../../src/devtools';
import { isVisible } from '../../../src/devtools/targets';
import { until } from '../../support/until';
import { DebuggerClient } from './debugger-client';
import { attachedOf, isScriptOf, pauseIn, useDebugging } from './debug-fixture';

describe('Debugging an extension', () => {
  const debugging = useDebugging();
  const { browser, requests, undo, load, debug, offered, WORKER, PAGE, openPage, runsOn, sevenPages } = debugging;

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

  it('is in the page in front when there are too many', async () => {
    const { loaded, opened } = await sevenPages();
    for (const targetId of opened) {
      const round = new AbortController();
      await debugging.connection.send('Target.activateTarget', { targetId }, { signal: debugging.end.signal });
      await until('it alone is in front', async () => {
        const visible = await Promise.all(
          opened.map((each) => isVisible(debugging.connection, each, debugging.end.signal)),
        );
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

    const other = { connection: await browser.connect(), server: debugging.server };
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
    await debugging.connection.send('Target.closeTarget', { targetId: closed ?? '' }, { signal: debugging.end.signal });
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
    await debugging.connection.send('Target.closeTarget', { targetId: closed }, { signal: debugging.end.signal });
    undo.splice(1 + opened.indexOf(closed), 1);
    await until('there are ten again', () => ended.includes(closed) && debugged().length === 10);
  });
});
