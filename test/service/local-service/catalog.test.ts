import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { type Pages, startPages } from '../../support/pages';
import { extension } from './extension';
import { startSession } from './session';
import { formBytes, postForm } from './upload';

interface Entry {
  id: string;
  name?: string;
  size_bytes: number;
  checksum: string;
  created_at: string;
  last_used_at?: string;
}

describe('the catalog of extensions', () => {
  let service: LocalService;
  let pages: Pages;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
  });
  after(() => Promise.all([service.stop(), pages.stop()]));

  async function add(name: string, zip = extension(name)): Promise<Entry> {
    const reply = await postForm(
      service,
      '/extensions',
      formBytes([
        ['name', name],
        ['file', zip],
      ]),
    );
    assert.equal(reply.status, 201, reply.text);
    return JSON.parse(reply.text);
  }

  async function list(query = ''): Promise<Entry[]> {
    return JSON.parse((await request(service, 'GET', `/extensions${query}`)).text);
  }

  it('takes a zip under a name, and gives the same bytes back', async () => {
    const zip = extension('bytes');
    const entry = await add('bytes', zip);
    assert.deepEqual(
      [entry.name, entry.size_bytes, entry.checksum],
      ['bytes', zip.length, createHash('sha256').update(zip).digest('hex')],
    );
    for (const idOrName of ['bytes', entry.id]) {
      const response = await fetch(`${service.url}/extensions/${idOrName}`, {
        headers: { authorization: `Bearer ${service.token}` },
      });
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), zip);
    }
  });

  it('refuses a name that is taken with 409', async () => {
    await add('taken');
    const { status, body } = await postForm(
      service,
      '/extensions',
      formBytes([
        ['name', 'taken'],
        ['file', extension('other')],
      ]),
    );
    assert.deepEqual(
      [status, body],
      [409, { code: 'already_exists', message: 'extension name already exists: taken' }],
    );
  });

  it('refuses what is no extension', async () => {
    assert.equal((await postForm(service, '/extensions', formBytes([['name', 'none']]))).status, 400);
    assert.equal(
      (
        await postForm(
          service,
          '/extensions',
          formBytes([
            ['name', 'none'],
            ['file', Buffer.from('no zip')],
          ]),
        )
      ).status,
      400,
    );
    assert.equal(
      (
        await postForm(
          service,
          '/extensions',
          formBytes([
            ['name', '..'],
            ['file', extension('x')],
          ]),
        )
      ).status,
      400,
    );
  });

  it('gives its extensions to new sessions, and says when', async () => {
    const { id } = await add('given');
    await startSession(service, { start_url: `${pages.url}/plain`, extensions: [{ name: 'given' }] });
    await pages.waitFor(({ by }) => by === 'given ');
    const used = (await list('?limit=100')).find((entry) => entry.id === id)?.last_used_at;
    assert.ok(used && Date.parse(used) <= Date.now());
  });

  it('deletes by name and by id; a session that has it loaded keeps it', async () => {
    const [byName, byId] = [await add('by-name'), await add('by-id')];
    const session = await startSession(service, { start_url: `${pages.url}/link`, extensions: [{ id: byName.id }] });
    for (const idOrName of ['by-name', byId.id]) {
      const { status, text } = await request(service, 'DELETE', `/extensions/${idOrName}`);
      assert.deepEqual([status, text], [204, '']);
      assert.equal((await request(service, 'DELETE', `/extensions/${idOrName}`)).status, 404);
    }
    pages.clear();
    await request(service, 'POST', `/browsers/${session}/computer/click_mouse`, { x: 10, y: 10 });
    assert.equal((await pages.waitFor(({ type, path }) => type === 'changed' && path === '/button')).by, 'by-name ');
  });

  it('refuses a new session with an extension that Chromium does not load, in its words', async () => {
    await add('old', extension('old', { manifest_version: 2 }));
    const { status, text } = await request(service, 'POST', '/browsers', {
      extensions: [{ name: 'old' }, { name: 'old' }],
    });
    assert.equal(status, 400);
    assert.match(
      text,
      /invalid extension old: Cannot install extension because it uses an unsupported manifest version/,
    );
  });

  it('refuses a new session with an extension that it does not have', async () => {
    const { status, body } = await request(service, 'POST', '/browsers', { extensions: [{ name: 'nothing' }] });
    assert.deepEqual([status, body], [404, { code: 'not_found', message: 'extension not found: nothing' }]);
  });

  it('is listed page by page', async () => {
    await add('page-1');
    await add('page-2');
    const all = await list('?limit=100');
    const first = await request(service, 'GET', '/extensions?limit=1');
    assert.deepEqual([first.headers.get('x-has-more'), first.headers.get('x-next-offset')], ['true', '1']);
    const last = await request(service, 'GET', `/extensions?limit=1&offset=${all.length - 1}`);
    assert.deepEqual([last.headers.get('x-has-more'), last.headers.get('x-next-offset')], ['false', null]);
    assert.deepEqual(last.body, all.slice(-1));
    assert.equal((await request(service, 'GET', '/extensions?limit=101')).status, 400);
  });
});
