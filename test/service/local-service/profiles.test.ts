import assert from 'node:assert/strict';
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { APIError, ConflictError, Kernel, NotFoundError } from '@onkernel/sdk';
import { manifest } from '../../support/files';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { type Pages, startPages } from '../../support/pages';
import { temporaryFolder } from '../../support/temporary-folder';
import { until } from '../../support/until';
import { zipBytes } from '../../support/zip-bytes';
import { addressOf, DevToolsClient } from './devtools-client';
import { upload } from './upload';

describe('Profiles', () => {
  let pages: Pages;
  let state: string;
  let service: LocalService;
  let kernel: Kernel;
  const services: LocalService[] = [];

  before(async () => (pages = await startPages()));
  after(() => pages.stop());
  beforeEach(async () => {
    state = temporaryFolder();
    service = await startOne();
    kernel = kernelOf(service);
  });
  afterEach(() => Promise.all(services.splice(0).map((each) => each.stop())));

  async function startOne(): Promise<LocalService> {
    const started = await startLocalService({ env: { BROWSER_SESSIONS_STATE: state }, args: ['--pool-size', '0'] });
    services.push(started);
    return started;
  }

  /** Starts a session on the page of cookies. @returns its ID, and the cookies that the page has found. */
  async function start(
    profile: { name: string; save_changes?: boolean },
    { at = kernel, set = '' } = {},
  ): Promise<{ id: string; cookies: string }> {
    pages.clear();
    const { session_id: id } = await at.browsers.create({ profile, start_url: `${pages.url}/cookie${set}` });
    const { cookie = '' } = await pages.waitFor(({ type, path: page }) => type === 'load' && page === '/cookie');
    return { id, cookies: cookie };
  }

  it('keep logins of a session that saves its changes, for a service that is started later', async () => {
    const { id: profile } = await kernel.profiles.create({ name: 'work' });
    const first = await start({ name: 'work', save_changes: true }, { set: '?set=login' });
    await evaluate(service, first.id, `${pages.url}/plain`, 'localStorage.setItem("theme", "dark")');
    const told = await kernel.browsers.retrieve(first.id);
    assert.equal(told.profile?.id, profile);
    assert.equal(Object(told).profile_save_changes, true);
    // Not deleted: the service ends with it.
    await service.stop();
    const later = await startOne();
    const second = await start({ name: 'work' }, { at: kernelOf(later) });
    assert.match(second.cookies, /login/);
    assert.equal(await evaluate(later, second.id, `${pages.url}/plain`, 'localStorage.getItem("theme")'), 'dark');
    const [listed]: { size_bytes: number }[] = JSON.parse((await request(later, 'GET', '/profiles')).text);
    assert.ok(listed && listed.size_bytes > 10_000 && listed.size_bytes < 20_000_000, JSON.stringify(listed));
  });

  it('stay as they are without save_changes, and in a session without a profile nothing is left', async () => {
    await kernel.profiles.create({ name: 'work' });
    const first = await start({ name: 'work' }, { set: '?set=login' });
    await kernel.browsers.deleteByID(first.id);
    const second = await start({ name: 'work' });
    assert.equal(second.cookies, '');
  });

  it('have one session at a time that saves, in all services of this machine, and cannot be deleted then', async () => {
    await kernel.profiles.create({ name: 'work' });
    const { id } = await start({ name: 'work', save_changes: true });
    const other = kernelOf(await startOne());
    await assert.rejects(other.browsers.create({ profile: { name: 'work', save_changes: true } }), ConflictError);
    await assert.rejects(kernel.browsers.create({ profile: { name: 'work', save_changes: true } }), ConflictError);
    await assert.rejects(other.profiles.delete('work'), ConflictError);
    await start({ name: 'work' }, { at: other });
    await kernel.browsers.deleteByID(id);
    await other.profiles.delete('work');
    await assert.rejects(kernel.profiles.retrieve('work'), NotFoundError);
    await assert.rejects(kernel.browsers.create({ profile: { name: 'work' } }), NotFoundError);
  });

  nightly('are made of a session that runs, which goes on with its pages', async () => {
    pages.clear();
    const { session_id: id } = await kernel.browsers.create({ start_url: `${pages.url}/cookie?set=login` });
    await pages.waitFor(({ type }) => type === 'load');
    pages.clear();
    const made = await request(service, 'POST', `/browsers/${id}/profiles`, { name: 'made' });
    assert.equal(made.status, 201, made.text);
    await pages.waitFor(({ type, cookie }) => type === 'load' && /login/.test(cookie ?? ''));
    assert.equal((await request(service, 'POST', `/browsers/${id}/profiles`, { name: 'made' })).status, 200);
    assert.match((await start({ name: 'made' })).cookies, /login/);
  });

  nightly('keep the storage of an extension that is uploaded again by the same name', async () => {
    const files = {
      'manifest.json': JSON.stringify(manifest('Keeper', { permissions: ['storage'] })),
      'page.html': '<!doctype html>',
    };
    const zip = zipBytes(Object.entries(files).map(([name, content]) => ({ name, content })));
    await kernel.profiles.create({ name: 'work' });
    const use = async (expression: string): Promise<unknown> => {
      const { id } = await start({ name: 'work', save_changes: true });
      assert.equal((await upload(service, id, { keeper: zip })).status, 201);
      const client = await DevToolsClient.connect(await addressOf(service, id));
      const { extensions } = await client.send('Extensions.getExtensions');
      await client.close();
      const value = await evaluate(service, id, `chrome-extension://${extensions[0].id}/page.html`, expression);
      await kernel.browsers.deleteByID(id);
      return [extensions[0].id, value];
    };
    const first = await use(
      'chrome.storage.local.set({ count: 3 }).then(() => localStorage.setItem("seen", "yes")).then(() => "3 yes")',
    );
    const second = await use(
      'chrome.storage.local.get("count").then(({ count }) => count + " " + localStorage.getItem("seen"))',
    );
    assert.deepEqual(second, first);
  });

  nightly('are free again after a service was killed, with nothing left behind', async () => {
    await kernel.profiles.create({ name: 'work' });
    const { id } = await start({ name: 'work', save_changes: true });
    await evaluate(service, id, `${pages.url}/plain`, 'localStorage.setItem("theme", "dark")');
    const running = path.join(state, 'browser-sessions', 'profiles');
    process.kill(service.pid, 'SIGKILL');
    services.length = 0;
    const later = await startOne();
    await until('the profile is free', async () => {
      try {
        const { session_id } = await kernelOf(later).browsers.create({ profile: { name: 'work', save_changes: true } });
        await kernelOf(later).browsers.deleteByID(session_id);
        return true;
      } catch (error) {
        assert.ok(error instanceof ConflictError, String(error));
        return false;
      }
    });
    const [profile] = await readdir(running);
    assert.deepEqual((await readdir(path.join(running, profile ?? ''))).toSorted(), ['data', 'profile.json']);
  });

  it('are for this user alone, and take no name or ID that leads elsewhere', async () => {
    await mkdir(path.join(state, 'browser-sessions', 'profiles'), { recursive: true, mode: 0o755 });
    await kernel.profiles.create({ name: 'work' });
    if (process.platform !== 'win32') {
      const folder = path.join(state, 'browser-sessions', 'profiles');
      const [id = ''] = await readdir(folder);
      for (const each of [folder, path.join(folder, id)]) assert.equal((await stat(each)).mode & 0o077, 0, each);
    }
    for (const name of ['..', '.', '', 'a/b', '../work', 'a\\b', 'a b', 'x'.repeat(256)])
      await assert.rejects(kernel.profiles.create({ name }), { status: 400 }, name);
    await assert.rejects(kernel.profiles.create({ name: 'work' }), ConflictError);
    for (const id of ['..', '../../etc', 'profiles', 'x'.repeat(24)])
      await assert.rejects(kernel.browsers.create({ profile: { id } }), NotFoundError, id);
    for (const profile of [{}, { id: 'x', name: 'y' }, { name: 'work', save_changes: JSON.parse('"yes"') }])
      await assert.rejects(
        kernel.browsers.create({ profile }),
        (error) => error instanceof APIError && error.status === 400,
      );
    for (const id of ['..%2F..', '%2e%2e', 'work%2F..'])
      assert.ok([400, 404].includes((await request(service, 'DELETE', `/profiles/${id}`)).status), id);
    assert.deepEqual(
      (await kernel.profiles.list()).items.map(({ name }) => name),
      ['work'],
    );
  });
});

function kernelOf({ url, token }: LocalService): Kernel {
  return new Kernel({ apiKey: token, baseURL: url, maxRetries: 0 });
}

/** What an expression comes to in a new tab of a session. */
async function evaluate(at: LocalService, session: string, url: string, expression: string): Promise<unknown> {
  const client = await DevToolsClient.connect(await addressOf(at, session));
  const { targetId } = await client.send('Target.createTarget', { url });
  const { sessionId } = await client.send('Target.attachToTarget', { targetId, flatten: true });
  await until('the page has loaded', async () => {
    const loaded = await client.send(
      'Runtime.evaluate',
      { expression: 'location.href + document.readyState', returnByValue: true },
      sessionId,
    );
    return loaded.result.value === `${url}complete`;
  });
  const answer = await client.send(
    'Runtime.evaluate',
    { expression, awaitPromise: true, returnByValue: true },
    sessionId,
  );
  await client.close();
  return answer.result.value;
}
