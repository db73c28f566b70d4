import assert from 'node:assert/strict';
import FormData from 'form-data';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { type Pages, startPages } from '../../support/pages';
import { extension, markingManifest } from './extension';
import { click, startSessionOn } from './session';
import { formBytes, type Part, postForm, upload } from './upload';
import { zipBytes } from '../../support/zip-bytes';

describe('uploading extensions to a running session', () => {
  let service: LocalService;
  let pages: Pages;
  let session: string;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
  });
  after(() => Promise.all([service.stop(), pages.stop()]));
  beforeEach(async () => {
    session = await startSessionOn(service, pages, '/plain');
  });
  afterEach(() => request(service, 'DELETE', `/browsers/${session}`));

  it('loads the extension, which then changes the page that was open', async () => {
    const reply = await upload(service, session, { first: extension('one') });
    assert.deepEqual([reply.status, reply.text], [201, '']);
    const changed = await pages.waitFor(({ type }) => type === 'changed');
    assert.deepEqual([changed.path, changed.by], ['/plain', 'one ']);
  });

  it('keeps the extensions of earlier uploads', async () => {
    await upload(service, session, { first: extension('one') });
    await upload(service, session, { second: extension('two') });
    await pages.waitFor(({ by }) => by === 'one two ' || by === 'two one ');
  });

  const spellings: Record<string, (zips: [Buffer, Buffer]) => Part[]> = {
    'with indexes in brackets, not in order': ([one, two]) => [
      ['extensions[1][name]', 'b'],
      ['extensions[0][name]', 'a'],
      ['extensions[0][zip_file]', one],
      ['extensions[1][zip_file]', two],
    ],
    'with empty brackets, all names and then all zips': ([one, two]) => [
      ['extensions[][name]', 'a'],
      ['extensions[][name]', 'b'],
      ['extensions[][zip_file]', one],
      ['extensions[][zip_file]', two],
    ],
    'with indexes after dots, zip before name': ([one, two]) => [
      ['extensions.0.zip_file', one],
      ['extensions.0.name', 'a'],
      ['extensions.1.zip_file', two],
      ['extensions.1.name', 'b'],
    ],
    'without an index, in pairs': ([one, two]) => [
      ['extensions.name', 'a'],
      ['extensions.zip_file', one],
      ['extensions.name', 'b'],
      ['extensions.zip_file', two],
    ],
  };
  for (const [index, [spelling, parts]] of Object.entries(spellings).entries()) {
    // One function reads them all.
    const test = index === 0 ? it : nightly;
    test(`takes the array ${spelling}`, async () => {
      const form = formBytes(parts([extension('one'), extension('two')]));
      const reply = await postForm(service, `/browsers/${session}/extensions`, form);
      assert.equal(reply.status, 201, reply.text);
      await pages.waitFor(({ by }) => by === 'one two ' || by === 'two one ');
      // Each name was sent with its own zip: now each of the names is taken.
      for (const name of ['a', 'b'])
        assert.equal((await upload(service, session, { [name]: extension('three') })).status, 400);
    });
  }

  it('takes what the form-data package writes', async () => {
    const form = new FormData();
    form.append('extensions[0][name]', 'first');
    form.append('extensions[0][zip_file]', extension('one'), {
      filename: 'first.zip',
      contentType: 'application/octet-stream',
    });
    const reply = await postForm(
      service,
      `/browsers/${session}/extensions`,
      form.getBuffer(),
      form.getHeaders()['content-type'],
    );
    assert.equal(reply.status, 201, reply.text);
    await pages.waitFor(({ by }) => by === 'one ');
  });

  it('opens the tabs again in their order, with the same one in front', async () => {
    const opener = await startSessionOn(service, pages, '/opener');
    await click(service, opener, { x: 10, y: 10 });
    await pages.waitFor(({ type, path }) => type === 'load' && path === '/button');
    pages.clear();
    assert.equal((await upload(service, opener, { first: extension('one') })).status, 201);
    await pages.waitFor(({ type, path }) => type === 'changed' && path === '/opener');
    await pages.waitFor(({ type, path }) => type === 'changed' && path === '/button');
    await click(service, opener, { x: 10, y: 10 });
    assert.equal((await pages.waitFor(({ type }) => type === 'click')).path, '/button');
    await request(service, 'DELETE', `/browsers/${opener}`);
  });

  it('carries the cookies of the session over the restart', async () => {
    const visitor = await startSessionOn(service, pages, '/cookie?set=visited');
    assert.equal((await upload(service, visitor, { first: extension('one') })).status, 201);
    await click(service, visitor, { x: 10, y: 10 });
    assert.match((await pages.waitFor(({ type }) => type === 'cookie')).cookie ?? '', /visited=set/);
    await request(service, 'DELETE', `/browsers/${visitor}`);
  });

  nightly('takes twenty zips in one request', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`many-${index}`, extension(`many-${index}`)]),
    );
    const crowded = await startSessionOn(service, pages, '/button');
    assert.equal((await upload(service, crowded, many)).status, 201);
    await request(service, 'DELETE', `/browsers/${crowded}`);
    assert.equal(service.complaints(), '');
  });

  it('refuses Manifest V2 in the words of Chromium, and leaves the page as it is', async () => {
    const reply = await upload(service, session, { old: extension('old', { manifest_version: 2 }) });
    const words = 'Cannot install extension because it uses an unsupported manifest version.';
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.body, {
      code: 'bad_request',
      message: `invalid extension old: ${words}`,
      inner_error: { code: 'invalid_input', message: words },
    });
    await click(service, session, { x: 10, y: 10 });
    await pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual(
      pages.events().filter(({ type }) => type === 'load'),
      [],
      'the page was not loaded again',
    );
  });

  it('refuses all when one is refused', async () => {
    const reply = await upload(service, session, { good: extension('good'), bad: zipBytes([markingManifest('bad')]) });
    assert.equal(reply.status, 400);
    assert.match(reply.text, /invalid extension bad: Could not load javascript 'content\.js'/);
    assert.equal((await upload(service, session, { good: extension('good') })).status, 201);
  });

  it('refuses a name that the session has, and a name given twice', async () => {
    await upload(service, session, { mine: extension('one') });
    const taken = await upload(service, session, { other: extension('two'), mine: extension('two') });
    assert.deepEqual(
      [taken.status, taken.body],
      [400, { code: 'bad_request', message: 'extension name already exists: mine' }],
    );
    const twice = formBytes([
      ['extensions.name', 'x'],
      ['extensions.zip_file', extension('x')],
      ['extensions.name', 'x'],
      ['extensions.zip_file', extension('x')],
    ]);
    assert.equal((await postForm(service, `/browsers/${session}/extensions`, twice)).status, 400);
  });
});
