import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  APIError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  Kernel,
  NotFoundError,
  toFile,
} from '@onkernel/sdk';
import { type LocalService, startLocalService } from '../../support/local-service';
import { BUTTON_AT, type Pages, startPages } from '../../support/pages';
import { extension } from './extension';

const INSIDE = { x: 150, y: 150 };

describe('The official SDK', () => {
  let service: LocalService;
  let pages: Pages;
  let kernel: Kernel;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
    kernel = new Kernel({ apiKey: service.token, baseURL: service.url, maxRetries: 0 });
  });
  after(() => Promise.all([service.stop(), pages.stop()]));
  beforeEach(() => pages.clear());

  it('starts a session with all that was chosen, and ends it', async () => {
    const name = 'chosen';
    await kernel.extensions.upload({ file: await toFile(extension(name), 'chosen.zip'), name });
    const { session_id: id } = await kernel.browsers.create({
      name,
      headless: true,
      viewport: { width: 640, height: 480 },
      start_url: `${pages.url}/plain`,
      timeout_seconds: 600,
      extensions: [{ name }],
    });
    assert.equal((await pages.waitFor(({ type }) => type === 'changed')).by, 'chosen ');
    const record = await kernel.browsers.retrieve(id);
    assert.deepEqual(
      [record.name, record.headless, record.viewport, record.start_url, record.timeout_seconds],
      [name, true, { width: 640, height: 480 }, `${pages.url}/plain`, 600],
    );
    assert.ok(Math.abs(Date.parse(record.created_at) - Date.now()) < 60_000);
    await assert.rejects(kernel.browsers.create({ name }), ConflictError);
    await kernel.browsers.deleteByID(id);
    await assert.rejects(kernel.browsers.retrieve(id), NotFoundError);
  });

  it('names a session and marks it, and finds it by its tags', async () => {
    const { session_id: id } = await kernel.browsers.create({ tags: { team: 'web', env: 'a b' } });
    const other = await kernel.browsers.create({ name: 'other', tags: { team: 'web' } });
    const found = async (tags: Record<string, string>): Promise<string[]> =>
      (await kernel.browsers.list({ tags })).items.map(({ session_id: each }) => each);
    assert.deepEqual(await found({ team: 'web', env: 'a b' }), [id]);
    assert.deepEqual(new Set(await found({ team: 'web' })), new Set([id, other.session_id]));
    const named = await kernel.browsers.update(id, { name: 'named' });
    assert.deepEqual([named.name, named.tags], ['named', { team: 'web', env: 'a b' }]);
    await assert.rejects(kernel.browsers.update(id, { name: 'other' }), ConflictError);
    await kernel.browsers.update(id, { name: 'named', tags: { team: 'api' } });
    await assert.rejects(kernel.browsers.update(id, { proxy_id: 'p' }), BadRequestError);
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, count) => [`key${count}`, 'x']));
    for (const change of [
      { tags: { team: '' } },
      { tags: many },
      { tags: { team: 'x'.repeat(256) } },
      { tags: { team: 'web\u202e' } },
      { name: 'x'.repeat(256) },
      { name: 'x'.repeat(2 ** 21) },
    ])
      await assert.rejects(kernel.browsers.update(id, change), BadRequestError);
    const record = await kernel.browsers.retrieve(id);
    assert.deepEqual([record.name, record.tags], ['named', { team: 'api' }]);
    const { name, tags } = await kernel.browsers.update(id, { name: '', tags: {} });
    assert.deepEqual([name, tags], [undefined, undefined]);
    await Promise.all([id, other.session_id].map((each) => kernel.browsers.deleteByID(each)));
  });

  it('is told what the service has not', async () => {
    for (const ask of [() => kernel.browsers.list({ status: 'deleted' }), () => kernel.proxies.list()])
      await assert.rejects(
        async () => ask(),
        (error) => {
          assert.ok(error instanceof InternalServerError);
          assert.equal(error.status, 501);
          assert.match(JSON.stringify(error.error), /not_implemented/);
          return true;
        },
      );
  });

  it('fills the catalog, and gets the same bytes back', async () => {
    const zip = extension('kept');
    const added = await kernel.extensions.upload({ file: await toFile(zip, 'kept.zip'), name: 'kept' });
    assert.deepEqual([added.name, added.size_bytes], ['kept', zip.length]);
    for (const idOrName of ['kept', added.id]) {
      const response = await kernel.extensions.download(idOrName);
      assert.ok(zip.equals(Buffer.from(await response.arrayBuffer())));
    }
    await assert.rejects(
      async () => kernel.extensions.upload({ file: await toFile(zip, 'kept.zip'), name: 'kept' }),
      ConflictError,
    );
  });

  it('tells of an extension in the catalog, with its checksum, and finds it by its name', async () => {
    const zip = extension('told');
    const added = await kernel.extensions.upload({ file: await toFile(zip, 'told.zip'), name: 'Told.one' });
    const checksum = createHash('sha256').update(zip).digest('hex');
    assert.equal(added.checksum, checksum);
    for (const idOrName of ['Told.one', added.id]) assert.deepEqual(await kernel.extensions.get(idOrName), added);
    await assert.rejects(kernel.extensions.get('untold'), NotFoundError);
    const found = async (query: { name?: string; query?: string }): Promise<(string | null | undefined)[]> =>
      (await kernel.extensions.list(query)).getPaginatedItems().map(({ name }) => name);
    assert.deepEqual(await found({ name: 'told.ONE' }), ['Told.one']);
    assert.deepEqual(await found({ name: 'Told' }), []);
    assert.deepEqual(await found({ query: 'LD.O' }), ['Told.one']);
    assert.deepEqual(await found({ query: added.id }), ['Told.one']);
    assert.deepEqual(await found({ query: added.id.slice(1) }), []);
    assert.deepEqual(await found({ name: 'Told.one', query: 'other' }), []);
  });

  it('hears of what the local service does not have, with why', async () => {
    const { session_id: id } = await kernel.browsers.create();
    const { replays } = kernel.browsers;
    const asked: (() => Promise<unknown>)[] = [
      async () => kernel.extensions.downloadFromChromeStore({ url: 'https://chromewebstore.google.com/detail/x' }),
      async () => replays.list(id),
      async () => replays.start(id),
      async () => replays.stop('some', { id }),
      async () => replays.download('some', { id }),
    ];
    for (const ask of asked)
      await assert.rejects(ask, (error) => {
        assert.ok(error instanceof APIError);
        return error.status === 501 && /not_implemented.*the local service/.test(JSON.stringify(error.error));
      });
    await kernel.browsers.deleteByID(id);
  });

  it('flushes a pool', async () => {
    await kernel.browserPools.flush(service.pool);
    const { available_count: free, acquired_count: taken } = await kernel.browserPools.retrieve(service.pool);
    assert.deepEqual([free, taken], [1, 0]);
  });

  it('moves, scrolls, types, presses keys and drags', async () => {
    const { session_id: id } = await kernel.browsers.create({ start_url: `${pages.url}/input` });
    const { computer } = kernel.browsers;
    await pages.waitFor(({ type }) => type === 'load');
    await computer.moveMouse(id, { x: 640, y: 411 });
    await pages.waitFor(({ type, x, y }) => type === 'mousemove' && x === 640 && y === 411);
    await computer.scroll(id, { x: 640, y: 411, delta_y: 2 });
    await pages.waitFor(({ type, value }) => type === 'scroll' && value === '240');
    await computer.clickMouse(id, INSIDE);
    await computer.typeText(id, { text: 'typed' });
    await pages.waitFor(({ type, value }) => type === 'input' && value === 'typed');
    await computer.pressKey(id, { keys: ['Ctrl+a', 'Delete'] });
    await pages.waitFor(({ type, value }) => type === 'input' && value === '');
    pages.clear();
    await computer.dragMouse(id, {
      path: [
        [400, 300],
        [BUTTON_AT.x, 311],
      ],
    });
    const { x, y } = await pages.waitFor(({ type }) => type === 'mouseup');
    assert.deepEqual([x, y], [BUTTON_AT.x, 311]);
    await kernel.browsers.deleteByID(id);
  });
});
