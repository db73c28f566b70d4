import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kernel, NotFoundError } from '@onkernel/sdk';
import { type LocalService, type Reply, request, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { type Pages, startPages } from '../../support/pages';
import { addressOf, DevToolsClient } from './devtools-client';
import { extension, markingManifest } from './extension';
import { homeOf, stagedIn } from './folders';
import { browserOf } from '../../support/processes';
import { startSession, startSessionOn } from './session';
import { until } from '../../support/until';
import { formBytes, type Part, postForm, upload } from './upload';
import { zipBytes } from '../../support/zip-bytes';
import { temporaryFolder } from '../../support/temporary-folder';

/** The pages among the targets of a browser. */
function pageIds({ targetInfos }: { targetInfos: { type: string; targetId: string }[] }): string[] {
  return targetInfos.filter(({ type }) => type === 'page').map(({ targetId }) => targetId);
}

describe('The files of a session', () => {
  let service: LocalService;
  let pages: Pages;
  let session: string;
  /** The folder of its extension. */
  let folder: string;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
    session = service.session;
    const others = [{ name: 'inner/deep/file.txt', content: 'deep' }];
    assert.equal((await upload(service, session, { mine: extension('one', {}, others) })).status, 201);
    folder = await loadedFrom('one');
  });
  after(async () => {
    await Promise.all([service.stop(), pages.stop()]);
    assert.equal(service.complaints(), '');
  });

  /** Where Chromium says that the extension of a name lies. */
  async function loadedFrom(name: string, id = session): Promise<string> {
    const found = (await extensionsOf(id)).find((each) => each.name === name);
    assert.ok(found);
    return found.path;
  }

  async function extensionsOf(id: string): Promise<{ id: string; name: string; version: string; path: string }[]> {
    const client = await DevToolsClient.connect(await addressOf(service, id));
    const { extensions } = await client.send('Extensions.getExtensions');
    await client.close();
    return extensions;
  }

  const list = (place: string): Promise<Reply> =>
    request(service, 'GET', `/browsers/${session}/fs/list_files?path=${encodeURIComponent(place)}`);
  const remove = (kind: 'file' | 'directory', place: string): Promise<Reply> =>
    request(service, 'PUT', `/browsers/${session}/fs/delete_${kind}`, { path: place });
  const zipInto = (place: string, zip: Buffer, more: Part[] = []): Promise<Reply> =>
    postForm(
      service,
      `/browsers/${session}/fs/upload_zip`,
      formBytes([['dest_path', place], ['zip_file', zip], ...more]),
    );

  async function write(place: string, content: Buffer | string, mode?: string): Promise<Reply> {
    const query = `path=${encodeURIComponent(place)}${mode === undefined ? '' : `&mode=${mode}`}`;
    const response = await fetch(`${service.url}/browsers/${session}/fs/write_file?${query}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(Buffer.from(content)),
    });
    return { status: response.status, headers: response.headers, text: await response.text(), body: undefined };
  }

  /** All files below the folder. */
  const files = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();

  it('are listed, of the folder of an extension', async () => {
    const { status, text } = await list(folder);
    assert.equal(status, 200, text);
    const rows: { name: string; mod_time: string }[] = JSON.parse(text);
    const size = statSync(path.join(folder, 'content.js')).size;
    assert.deepEqual(
      rows.map((row) => ({ ...row, mod_time: new Date(row.mod_time).getTime() > 0 })).slice(0, 2),
      [
        ['content.js', size, false, '-rw-r--r--'],
        ['inner', 0, true, 'drwxr-xr-x'],
      ].map(([name, size_bytes, is_dir, mode]) => ({
        name,
        path: path.join(folder, String(name)),
        size_bytes,
        is_dir,
        mod_time: true,
        mode,
      })),
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['content.js', 'inner', 'manifest.json'],
    );
  });

  it('are written one by one, with the folders above them', async () => {
    const place = path.join(folder, 'new', 'folder', 'file.bin');
    const content = Buffer.from([0, 1, 255]);
    assert.deepEqual([(await write(place, content)).status, readFileSync(place)], [201, content]);
    assert.equal(statSync(place).mode & 0o777, 0o644);
    assert.equal((await write(place, 'again', '600')).status, 201);
    assert.deepEqual([readFileSync(place, 'utf8'), statSync(place).mode & 0o777], ['again', 0o600]);
    assert.equal((await write(place, '')).status, 201);
    assert.equal(readFileSync(place, 'utf8'), '');
  });

  it('are removed: a file, and a folder with all that is in it', async () => {
    for (const name of ['gone/one', 'gone/inner/two']) await write(path.join(folder, name), 'x');
    assert.equal((await remove('file', path.join(folder, 'gone/one'))).status, 200);
    assert.ok(!files().includes('gone/one') && files().includes('gone/inner/two'));
    assert.equal((await remove('directory', path.join(folder, 'gone/'))).status, 200);
    assert.ok(!files().includes('gone'));
    for (const kind of ['file', 'directory'] as const)
      assert.equal((await remove(kind, path.join(folder, 'gone'))).status, 404);
    assert.equal((await list(path.join(folder, 'gone'))).status, 404);
  });

  it('are written over by those of a zip, and none is removed', async () => {
    const place = path.join(folder, 'zipped');
    const entries = [{ name: 'a.txt', content: 'one' }, { name: 'b/c.txt', content: 'one' }, { name: 'empty/' }];
    assert.equal((await zipInto(place, zipBytes(entries))).status, 201);
    assert.equal((await zipInto(place, zipBytes([{ name: 'b/c.txt', content: 'two' }]))).status, 201);
    assert.deepEqual(
      ['a.txt', 'b/c.txt'].map((name) => readFileSync(path.join(place, name), 'utf8')),
      ['one', 'two'],
    );
    assert.ok(statSync(path.join(place, 'empty')).isDirectory());
    assert.equal(stagedIn(service), 0);
  });

  it('stay as they are when a zip is bad, or does not fit', async () => {
    const before = files();
    const good = { name: 'good.txt', content: 'x' };
    const bad = [
      [good, { name: '../out.txt', content: 'x' }],
      [good, { name: '/etc/out.txt', content: 'x' }],
      [good, { name: 'link', content: '/etc/passwd', mode: 0o120777 }],
      [good, { name: 'lie', content: 'x', claimedChecksum: 1 }],
      [good, good],
      [good, { name: 'inner', content: 'a file for a folder' }],
      [good, { name: 'content.js/x', content: 'a folder for a file' }],
    ];
    for (const entries of bad) assert.equal((await zipInto(folder, zipBytes(entries))).status, 400);
    assert.equal((await zipInto(folder, Buffer.from('no zip'))).status, 400);
    assert.equal((await zipInto(path.join(folder, 'content.js'), zipBytes([good]))).status, 400);
    assert.deepEqual(files(), before);
    assert.equal(stagedIn(service), 0);
  });

  it('are not touched by a form with other fields, or without one', async () => {
    const zip = zipBytes([{ name: 'x.txt', content: 'x' }]);
    const { status, text } = await zipInto(folder, zip, [['mode', '644']]);
    assert.equal(status, 400);
    assert.match(text, /invalid field: mode/);
    const place = `/browsers/${session}/fs/upload_zip`;
    assert.match((await postForm(service, place, formBytes([['zip_file', zip]]))).text, /dest_path is required/);
    assert.match((await postForm(service, place, formBytes([['dest_path', folder]]))).text, /zip_file is required/);
    assert.ok(!files().includes('x.txt'));
  });

  it('are not reached by any other way', async () => {
    const other = await startSession(service);
    assert.equal((await upload(service, other, { mine: extension('other') })).status, 201);
    const foreign = path.join(homeOf(service), other, 'extensions', 'mine');
    symlinkSync(foreign, path.join(folder, 'link'));
    symlinkSync(path.join(foreign, 'manifest.json'), path.join(folder, 'linked.json'));
    const places: [string, number[]][] = [
      ['', [400]],
      ['manifest.json', [400]],
      ['./manifest.json', [400]],
      [`${folder}/../mine/manifest.json`, [400]],
      [`${folder}/../../profile`, [400]],
      [`${folder}/./manifest.json`, [400]],
      [`${folder}//manifest.json`, [400]],
      [`${folder}/manifest.json\0.txt`, [400]],
      [`${folder}/line\nbreak`, [400]],
      [`${folder}/manifest.json/x`, [400]],
      [`${folder}/${'x'.repeat(300)}`, [400]],
      ['/', [400]],
      ['/etc/passwd', [403]],
      [homeOf(service), [403]],
      [path.dirname(folder), [403]],
      [`${folder}2/x`, [403]],
      [foreign, [403]],
      [path.join(foreign, 'manifest.json'), [403]],
      [path.join(folder, 'link'), [403]],
      [path.join(folder, 'link', 'manifest.json'), [403]],
      [path.join(folder, 'linked.json'), [403]],
    ];
    const before = [files(), readdirSync(foreign)];
    const zip = zipBytes([{ name: 'x.txt', content: 'x' }]);
    for (const [place, expected] of places) {
      // A form has lines, and no zero byte.
      const viaForm = /[\0\n]/.test(place) ? [] : [await zipInto(place, zip)];
      const replies = [
        ...viaForm,
        await list(place),
        await remove('file', place),
        await remove('directory', place),
        await write(place, 'x'),
      ];
      for (const { status, text } of replies) {
        assert.ok(expected.includes(status), `${JSON.stringify(place)}: ${status} ${text}`);
        const { code, message }: { code: string; message: string } = JSON.parse(text);
        assert.ok(code === (status === 400 ? 'bad_request' : 'forbidden') && message !== '', text);
      }
    }
    // A zip that would go through a link that lies deeper.
    assert.equal((await zipInto(folder, zipBytes([{ name: 'link/x.txt', content: 'x' }]))).status, 403);
    assert.deepEqual([files(), readdirSync(foreign)], before);
    for (const name of ['link', 'linked.json']) rmSync(path.join(folder, name));
  });

  it('are not taken for what they are not, and an extension keeps its folder', async () => {
    assert.equal((await remove('directory', folder)).status, 403);
    assert.equal((await remove('directory', `${folder}/`)).status, 403);
    assert.equal((await remove('file', folder)).status, 400);
    assert.equal((await remove('file', path.join(folder, 'inner'))).status, 400);
    assert.equal((await remove('directory', path.join(folder, 'content.js'))).status, 400);
    assert.equal((await list(path.join(folder, 'content.js'))).status, 400);
    assert.equal((await write(path.join(folder, 'inner'), 'x')).status, 400);
    for (const mode of ['', '9', '4755', '0o644'])
      assert.equal((await write(path.join(folder, 'x'), 'x', mode)).status, 400);
    assert.equal((await write(path.join(folder, 'x'), Buffer.alloc(50 * 1024 * 1024 + 1))).status, 400);
    assert.ok(!files().includes('x'));
    assert.equal((await request(service, 'GET', `/browsers/${session}/fs/list_files`)).status, 400);
    assert.equal((await request(service, 'PUT', `/browsers/${session}/fs/delete_file`, {})).status, 400);
  });

  it('are those of a session that is there, for whoever has the token', async () => {
    assert.equal((await request(service, 'GET', `/browsers/x/fs/list_files?path=/`)).status, 404);
    assert.equal((await fetch(`${service.url}/browsers/${session}/fs/list_files?path=${folder}`)).status, 401);
    assert.equal((await request(service, 'POST', `/browsers/${session}/fs/list_files`)).status, 405);
  });

  it('are changed, and the extension is loaded again in its place: the browser and its pages stay', async () => {
    const own = await startSessionOn(service, pages, '/plain');
    assert.equal((await upload(service, own, { mine: extension('before') })).status, 201);
    const place = await loadedFrom('before', own);
    const [first] = await extensionsOf(own);
    const browser = browserOf(service.pid, own);
    const zip = zipBytes([markingManifest('after', { version: '2.0' })]);
    const form = formBytes([
      ['dest_path', place],
      ['zip_file', zip],
    ]);
    assert.equal((await postForm(service, `/browsers/${own}/fs/upload_zip`, form)).status, 201);
    const client = await DevToolsClient.connect(await addressOf(service, own));
    const pagesBefore = await client.send('Target.getTargets');
    assert.deepEqual(await client.send('Extensions.loadUnpacked', { path: place }), { id: first?.id });
    assert.deepEqual(pageIds(await client.send('Target.getTargets')), pageIds(pagesBefore));
    await client.close();
    const [second, ...none] = await extensionsOf(own);
    assert.deepEqual([{ ...second }, none], [{ ...first, name: 'after', version: '2.0' }, []]);
    assert.equal(browserOf(service.pid, own), browser);
  });

  it('may be broken: the session goes on without the extension until they are mended', async () => {
    const own = await startSession(service);
    assert.equal((await upload(service, own, { mine: extension('mine') })).status, 201);
    const place = path.join(await loadedFrom('mine', own), 'manifest.json');
    const good = readFileSync(place);
    writeFileSync(place, '{');
    const pid = browserOf(service.pid, own);
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    await until('it has ended', () => browserOf(service.pid, own) !== pid);
    assert.equal((await request(service, 'POST', `/browsers/${own}/computer/screenshot`, {})).status, 200);
    assert.deepEqual(await extensionsOf(own), []);
    writeFileSync(place, good);
    const client = await DevToolsClient.connect(await addressOf(service, own));
    await client.send('Extensions.loadUnpacked', { path: path.dirname(place) });
    await client.close();
    assert.equal((await extensionsOf(own))[0]?.name, 'mine');
  });

  nightly('wait for an upload, which restarts the browser', async () => {
    const own = await startSession(service);
    assert.equal((await upload(service, own, { first: extension('first') })).status, 201);
    const first = await loadedFrom('first', own);
    const second = path.join(path.dirname(first), 'second');
    const before = browserOf(service.pid, own);
    const uploading = upload(service, own, { second: extension('second') });
    await until('it restarts', () => browserOf(service.pid, own) !== before);
    const listed = await request(service, 'GET', `/browsers/${own}/fs/list_files?path=${encodeURIComponent(second)}`);
    assert.deepEqual([listed.status, (await uploading).status], [200, 201]);
  });

  nightly('are reached by the path that Chromium tells, also where the temporary folder is a link', async () => {
    const real = temporaryFolder();
    // A longer one is not used: Chromium's own folders would be too long.
    const link = path.join(tmpdir(), 'link');
    symlinkSync(real, link);
    const other = await startLocalService({ env: { TMPDIR: link } });
    assert.equal((await upload(other, other.session, { mine: extension('mine') })).status, 201);
    const client = await DevToolsClient.connect(await addressOf(other, other.session));
    const { extensions } = await client.send('Extensions.getExtensions');
    const ours = path.join(homeOf(other, link), other.session, 'extensions', 'mine');
    for (const place of [extensions[0].path, ours, ours.replace(link, real)]) {
      const listing = `/browsers/${other.session}/fs/list_files?path=${encodeURIComponent(place)}`;
      assert.equal((await request(other, 'GET', listing)).status, 200, place);
    }
    await other.stop();
    rmSync(link);
  });

  it('are reached with the official SDK', async () => {
    const { fs } = new Kernel({ apiKey: service.token, baseURL: service.url, maxRetries: 0 }).browsers;
    const zip_file = new File([new Uint8Array(zipBytes([{ name: 'a.txt', content: 'a' }]))], 'changes.zip');
    const place = path.join(folder, 'sdk');
    await fs.uploadZip(session, { dest_path: place, zip_file });
    await fs.writeFile(session, 'b', { path: path.join(place, 'b.txt'), mode: '644' });
    const names = async (): Promise<string[]> => (await fs.listFiles(session, { path: place })).map(({ name }) => name);
    assert.deepEqual(await names(), ['a.txt', 'b.txt']);
    await fs.deleteFile(session, { path: path.join(place, 'a.txt') });
    assert.deepEqual(await names(), ['b.txt']);
    await fs.deleteDirectory(session, { path: place });
    await assert.rejects(names(), NotFoundError);
    mkdirSync(place);
    assert.deepEqual(await names(), []);
    await fs.deleteDirectory(session, { path: place });
  });
});
