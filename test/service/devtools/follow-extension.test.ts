import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../support/until';
import { loadUnpacked } from '../../../src/devtools';
import { nightly } from '../../support/nightly';
import { isRefused, whenInstalled, texts, useFollowing } from './follow-fixture';

const { signal } = new AbortController();

describe('Following an extension', () => {
  const following = useFollowing();
  const { ends, load, follower, follow, pagesOfSite } = following;

  it('reports what the worker said before and says from now on, with level, place and time', async () => {
    const { id } = await load({
      'sw.js': 'console.log("early");\nfunction go() {\n  console.warn("late");\n}\nsetInterval(go, 100);\n',
    });
    const began = Date.now();
    const entries = await follow(id);
    await until('the worker has said its second line', () => texts(entries).includes('late'));
    const [early, late] = [entries.find(({ text }) => text === 'early'), entries.find(({ text }) => text === 'late')];
    assert.deepEqual(
      [early?.level, early?.source, early?.place],
      ['info', { kind: 'worker' }, { path: 'sw.js', line: 1, column: 9 }],
    );
    assert.deepEqual([late?.level, late?.place], ['warning', { path: 'sw.js', line: 3, column: 11 }]);
    assert.ok(Math.abs((late?.at ?? 0) - began) < 60_000);
  });

  it('shows values in one line, as DevTools does', async () => {
    const { id, folder } = await load({ 'sw.js': whenInstalled('ready') });
    const entries = await follow(id);
    await until('the worker is ready', () => texts(entries).includes('ready'));
    entries.length = 0;
    // Only what is said while it is followed has its properties.
    const script = `
      console.log('text', 1, -0, 5n, true, null, undefined, Symbol('s'));
      console.log({ a: 1, b: 'x', c: [1, 2], d: { e: {} }, f: () => 1, g: null, h: undefined });
      console.log([1, 'two', { three: 3 }], [], {}, new (class Point { x = 1 })());
      console.log(new Map([['k', { v: 1 }]]), new Set([1, 'b']), new Uint8Array([1, 2]));
      console.log(Promise.resolve(5), new Date(0), /re/g, function named() {});
      console.log('%cstyled %s is %d%%', 'color: red', 'this', 42.9, 'and', { more: 1 });
      console.log({ get a() { return 1 } }, { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 });
      console.assert(false, 'not so'); console.count(); console.table([{ a: 1 }]); console.groupEnd();
    `;
    writeFileSync(path.join(folder, 'sw.js'), script);
    await loadUnpacked(following.connection, folder, signal);
    await until('all lines are reported', () => entries.length >= 10);
    assert.deepEqual(texts(entries), [
      'text 1 -0 5n true null undefined Symbol(s)',
      "{a: 1, b: 'x', c: Array(2), d: {…}, f: ƒ, …}",
      "(3) [1, 'two', {…}] [] {} Point {x: 1}",
      "Map(1) {'k' => {v: 1}} Set(2) {1, 'b'} Uint8Array(2) [1, 2]",
      'Promise {<fulfilled>: 5} Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time) /re/g function named() {}',
      'styled this is 42% and {more: 1}',
      '{a: (...)} {a: 1, b: 2, c: 3, d: 4, e: 5, …}',
      'Assertion failed: not so',
      'default: 1',
      '(1) [{a: 1}]',
    ]);
  });

  it('reports errors that nothing caught, with their stack, also those at the start of the worker', async () => {
    const { id, folder } = await load({ 'sw.js': whenInstalled('ready') });
    const entries = await follow(id);
    await until('the worker is ready', () => texts(entries).includes('ready'));
    entries.length = 0;
    const lines = [
      'Promise.reject(new Error("promised"));',
      'function inner() { missing(); }',
      'function outer() { inner(); }',
      'outer();',
    ];
    writeFileSync(path.join(folder, 'sw.js'), lines.join('\n'));
    await loadUnpacked(following.connection, folder, signal);
    await until('both errors are reported', () =>
      ['missing', 'promised'].every((word) => texts(entries).some((text) => text.includes(word))),
    );
    const thrown = entries.find(({ text }) => text.includes('missing'));
    assert.equal(thrown?.text, 'Uncaught ReferenceError: missing is not defined');
    assert.deepEqual(
      thrown.stack.map(({ name, place }) => `${name}@${place?.path}:${place?.line}:${place?.column}`),
      ['inner@sw.js:2:20', 'outer@sw.js:3:20', '@sw.js:4:1'],
    );
    assert.deepEqual([thrown.isUncaught, thrown.level, thrown.place?.line], [true, 'error', 2]);
    assert.ok(texts(entries).includes('Uncaught (in promise) Error: promised'));
  });

  it('reports its scripts in pages, in both worlds, and nothing of the page itself', async () => {
    const { id } = await load(
      {
        'content.js':
          'console.log("in the isolated world", document.title); setTimeout(() => { throw new Error("isolated") });',
        'main.js': 'console.log("in the main world"); setTimeout(() => { throw new Error("main") });',
      },
      {
        content_scripts: [
          { matches: ['<all_urls>'], js: ['content.js'] },
          { matches: ['<all_urls>'], js: ['main.js'], world: 'MAIN' },
        ],
      },
    );
    const entries = await follow(id);
    await following.connection.send('Target.createTarget', { url: `${following.site}/` }, { signal });
    await until('all four are reported', () => entries.length >= 4);
    assert.deepEqual(texts(entries).toSorted(), [
      'Uncaught Error: isolated',
      'Uncaught Error: main',
      'in the isolated world Page',
      'in the main world',
    ]);
    assert.deepEqual(entries[0]?.source, { kind: 'contentScript', host: new URL(following.site).host });
    assert.deepEqual(new Set(entries.map(({ place }) => place?.path)), new Set(['content.js', 'main.js']));
  });

  // The sender catches: newer Chromium also rejects the promise of its message with the listener's error.
  it('reports errors in listeners of the worker and of scripts in pages, which Chromium catches itself', async () => {
    const { id } = await load(
      {
        'sw.js':
          'chrome.runtime.onMessage.addListener(() => {\n  chrome.storage.local.set({ a: 1 });\n  inWorker();\n});\n' +
          whenInstalled('ready'),
        'content.js':
          'chrome.storage.onChanged.addListener(() => { inPage(); }); chrome.runtime.sendMessage("x").catch(() => {});',
      },
      { permissions: ['storage'], content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'] }] },
    );
    const entries = await follow(id);
    await until('the worker listens', () => texts(entries).includes('ready'));
    entries.length = 0;
    await following.connection.send('Target.createTarget', { url: `${following.site}/` }, { signal });
    await until('both are reported', () => entries.filter(({ text }) => text.startsWith('Error in')).length >= 2);
    const inWorker = entries.find(({ source }) => source.kind === 'worker');
    assert.equal(inWorker?.text, 'Error in event handler: ReferenceError: inWorker is not defined');
    assert.deepEqual([inWorker.place, inWorker.isUncaught], [{ path: 'sw.js', line: 3, column: 3 }, true]);
    const inPage = entries.find(({ source }) => source.kind === 'contentScript');
    assert.match(inPage?.text ?? '', /inPage/);
    assert.equal(inPage?.place?.path, 'content.js');
  });

  it('reports its pages', async () => {
    const { id } = await load({
      'options.html': '<!doctype html><script src="options.js"></script>',
      'options.js': 'console.error("on the page");',
    });
    const entries = await follow(id);
    await following.connection.send(
      'Target.createTarget',
      { url: `chrome-extension://${id}/options.html` },
      { signal },
    );
    await until('the page is reported', () => entries.length > 0);
    assert.deepEqual(entries[0]?.source, { kind: 'page', path: 'options.html' });
    assert.deepEqual([entries[0]?.text, entries[0]?.level], ['on the page', 'error']);
  });

  it('reports requests that fail, of the worker and of its scripts in pages, and not those of the page', async () => {
    const { id } = await load(
      {
        'sw.js': `setInterval(() => { fetch('${following.site}/missing'); fetch('http://127.0.0.1:1/').catch(() => {}); }, 300);`,
        'content.js': "setInterval(() => fetch('/missing?content'), 300);",
      },
      { content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'] }] },
    );
    const entries = await follow(id);
    await following.connection.send('Target.createTarget', { url: `${following.site}/` }, { signal });
    const missing = `GET ${following.site}/missing 404 Not Found`;
    // Again and again, because the first ones may be over before the worker or the page is attached to.
    await until('both are reported', () => texts(entries).includes(missing) && texts(entries).some(isRefused));
    assert.equal(entries.find(({ text }) => text === missing)?.place?.path, 'sw.js');
  });

  nightly(
    'tells once that more pages are open than are followed, and follows the others when it begins again and there is room',
    async () => {
      const { id } = await load(
        { 'content.js': 'console.log("page", location.hash);' },
        { content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'] }] },
      );
      const made = follower(id);
      const end = new AbortController();
      ends.push(end);
      // Those of other tests are not counted.
      for (const targetId of await pagesOfSite())
        await following.connection.send('Target.closeTarget', { targetId }, { signal }).catch(() => {});
      await until('no page is left', async () => (await pagesOfSite()).length === 0);
      await made.follower.follow(following.connection, end.signal);
      const opened: string[] = [];
      const open = async (): Promise<void> => {
        const url = `${following.site}/#${opened.length}`;
        const { targetId } = Object(await following.connection.send('Target.createTarget', { url }, { signal }));
        opened.push(targetId);
      };
      for (let page = 0; page < 30; page++) await open();
      await until('all are followed', () => new Set(texts(made.entries)).size === 30);
      assert.deepEqual(made.limits, []);
      await open();
      await open();
      await until('it is told', () => made.limits.length > 0);
      end.abort();
      const closed = opened.slice(0, 2);
      for (const targetId of closed) await following.connection.send('Target.closeTarget', { targetId }, { signal });
      await until('they are gone', async () => !(await pagesOfSite()).some((each) => closed.includes(each)));
      const again = await follow(id);
      await until('the last one is followed', () => texts(again).includes('page #31'));
      assert.deepEqual(made.limits, [30]);
      for (const targetId of opened.slice(2))
        await following.connection.send('Target.closeTarget', { targetId }, { signal });
    },
  );
});
