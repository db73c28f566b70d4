import assert from 'node:assert/strict';
import {
  changeStorage,
  DevToolsConnection,
  ExtensionPage,
  listLoaded,
  loadUnpacked,
  ProtocolError,
  readStorage,
  WorkerWatch,
} from '../../../src/devtools';
import { DebuggedBrowser } from '../../support/browser';
import { writeFiles } from '../../support/files';
import { until } from '../../support/until';

const { signal } = new AbortController();
const MANY = 100_000;

const refused = (words: RegExp) => (error: unknown) => error instanceof ProtocolError && words.test(error.message);

describe('The storage of an extension', () => {
  const browser = new DebuggedBrowser();
  let connection: DevToolsConnection;
  let id: string;
  let without: string;
  before(async () => {
    await browser.start();
    connection = await browser.connect();
    // It sees each tab that is opened, also one that it is read through.
    const worker = "chrome.tabs.onCreated.addListener(() => chrome.storage.local.set({ 'saw a tab': true }));";
    id = await load('storage', { permissions: ['storage', 'unlimitedStorage', 'tabs'] }, worker);
    without = await load('without', {}, '');
  });
  beforeEach(() => changeStorage(connection, id, 'local', { clear: true }, signal));
  after(async () => {
    connection.close();
    await browser.kill();
  });

  async function load(name: string, more: object, worker: string): Promise<string> {
    const folder = browser.write(name, { name, background: { service_worker: 'sw.js' }, ...more });
    writeFiles(folder, { 'sw.js': worker });
    await loadUnpacked(connection, folder, signal);
    return (await listLoaded(connection, signal)).find((each) => each.path === folder)?.id ?? assert.fail();
  }

  const set = (values: Record<string, unknown>): Promise<void> =>
    changeStorage(connection, id, 'local', { set: values }, signal);

  it('is read and changed while the worker is stopped, which sees no tab, and is not started', async () => {
    const watch = await WorkerWatch.open(connection, signal);
    const worker =
      (await watch.until(id, (each) => each?.status === 'running', 5000)) ?? assert.fail('it does not run');
    await watch.stop(worker);
    assert.ok(await watch.until(id, (each) => each?.status === 'stopped', 5000));
    const states: (string | undefined)[] = [];
    watch.onChange(() => states.push(watch.of(id)?.status));
    await set({ count: 1, list: [1, { two: null }] });
    assert.deepEqual((await readStorage(connection, id, 'local', signal)).values, {
      count: 1,
      list: [1, { two: null }],
    });
    await changeStorage(connection, id, 'local', { remove: ['list'] }, signal);
    assert.deepEqual((await readStorage(connection, id, 'local', signal)).values, { count: 1 });
    assert.deepEqual(new Set(states), new Set(['stopped']));
    await watch.start(id);
    assert.ok(await watch.until(id, (each) => each?.status === 'running', 5000));
    watch.end();
  });

  it('may have any keys', async () => {
    const values: unknown = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"":2,"1":3,"\\u2028":"é😀"}');
    await set(Object(values));
    const { values: read } = await readStorage(connection, id, 'local', signal);
    assert.deepEqual(Object.keys(read).toSorted(), ['', '1', '__proto__', 'constructor', '\u2028'].toSorted());
    assert.equal(JSON.stringify(read['__proto__']), '{"polluted":true}');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    await changeStorage(connection, id, 'local', { remove: ['__proto__', ''] }, signal);
    assert.deepEqual(Object.keys((await readStorage(connection, id, 'local', signal)).values).length, 3);
  });

  it('may have 100,000 keys, and its size is known without its values', async () => {
    await set(Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`key ${index}`, index])));
    assert.equal(Object.keys((await readStorage(connection, id, 'local', signal)).values).length, MANY);
    const page = await ExtensionPage.open(connection, id, signal);
    const { local, managed } = await page.sizes(signal);
    assert.equal(local.keys, MANY);
    assert.ok(local.bytes > MANY);
    assert.deepEqual(managed, { keys: 0, bytes: 0 });
    page.close();
  });

  it('is read up to a limit if it has more', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 12; index++) await set({ [`key ${index}`]: megabyte });
    const page = await ExtensionPage.open(connection, id, signal);
    const { values, left } = await page.read('local', signal);
    assert.equal(Object.keys(values).length + left, 12);
    assert.equal(left, 3);
    page.close();
  });

  it('is read by the keys that are asked for, and of what is too long by itself the rest is there', async () => {
    await set({ small: 1, other: 2, ['__proto__']: 3 });
    for (let index = 0; index < 4; index++) await set({ [`large ${index}`]: 'x'.repeat(12 * 1024 * 1024) });
    assert.deepEqual(await readStorage(connection, id, 'local', signal, ['small', 'none']), {
      values: { small: 1 },
      left: 0,
    });
    assert.deepEqual(await readStorage(connection, id, 'local', signal, ['large 0', 'other']), {
      values: { other: 2 },
      left: 1,
    });
    const { values, left } = await readStorage(connection, id, 'local', signal);
    assert.deepEqual([Object.keys(values).toSorted(), left], [['__proto__', 'other', 'small'], 4]);
  });

  it('tells each change, until its page is closed', async () => {
    const page = await ExtensionPage.open(connection, id, signal);
    const areas: (string | undefined)[] = [];
    await page.onChange((area) => areas.push(area), signal);
    await set({ told: 1 });
    await until('it is told', () => areas.length === 1);
    await changeStorage(connection, id, 'session', { set: { told: 1 } }, signal);
    await until('the other is told', () => areas.length === 2);
    page.close();
    await set({ told: 2 });
    assert.deepEqual(areas, ['local', 'session']);
  });

  it('tells once that the extension was reloaded', async () => {
    const page = await ExtensionPage.open(connection, id, signal);
    const told: (string | undefined)[] = [];
    await page.onChange((area) => told.push(area), signal);
    const folder = (await listLoaded(connection, signal)).find((each) => each.id === id)?.path ?? assert.fail();
    await loadUnpacked(connection, folder, signal);
    await until('it is told', () => told.length > 0);
    assert.deepEqual(told, [undefined]);
    page.close();
  });

  it('refuses with Chromium’s words what it cannot hold', async () => {
    await assert.rejects(changeStorage(connection, id, 'managed', { set: { key: 1 } }, signal), refused(/read-only/));
    await assert.rejects(
      changeStorage(connection, id, 'sync', { set: { key: 'x'.repeat(10_000) } }, signal),
      refused(/quota/),
    );
    await assert.rejects(readStorage(connection, without, 'local', signal), refused(/no permission for storage/));
  });

  it('tells what the extension may do', async () => {
    const page = await ExtensionPage.open(connection, id, signal);
    const { granted } = await page.permissions(signal);
    assert.deepEqual(granted.toSorted(), ['storage', 'tabs', 'unlimitedStorage']);
    page.close();
  });
});
