import assert from 'node:assert/strict';
import { Kernel } from '@onkernel/sdk';
import { createClient, type Client, type ServiceOptions } from '../../src/api';
import { PastSessions } from '../../src/app/past-sessions';
import { refreshSessions } from '../../src/app/refresh';
import { saveProfile } from '../../src/app/profiles';
import { createSession, findKnownSessions, findSessions, renameSession } from '../../src/app/sessions';
import { openRecords, type ConnectionRecords } from '../../src/state';
import { startSdkService, type AddRoutes, type SdkService } from '../support/sdk-service';
import { addSessionRoutes, sessionState } from '../support/sdk-service/sessions';
import { storage } from '../support/storage';

const { signal } = new AbortController();
const PROJECT = 'project-1';
const PROFILES = [
  { id: 'profile1', created_at: '2026-01-02T03:04:05.000Z', name: 'shopper' },
  { id: 'profile2', created_at: '2026-01-02T03:04:05.000Z', name: null },
];
const usedAt = Date.parse('2026-01-02T03:04:05.000Z');
const PROXIES = [
  { id: 'proxy1', name: 'home', type: 'isp' as const },
  { id: 'proxy2', name: 'twice', type: 'isp' as const },
  { id: 'proxy3', name: 'twice', type: 'datacenter' as const },
];

/** Two clients of one service: what one writes, the other reads. */
describe('Our client and the official SDK', () => {
  let service: SdkService;
  let kernel: Kernel;
  let client: Client;
  let sessions: ConnectionRecords['sessions'];

  async function serve(add: AddRoutes = (app) => addSessionRoutes(app, sessionState(PROFILES))): Promise<void> {
    service = await startSdkService(add);
    kernel = new Kernel({ apiKey: service.token, baseURL: service.url, maxRetries: 0 });
    client = open();
    ({ sessions } = openRecords(storage(), { name: 'a', address: service.url }, () => {}));
  }
  const open = (more: Partial<Pick<ServiceOptions, 'tags' | 'project' | 'defaults'>> = {}): Client =>
    createClient({ baseUrl: service.url, token: service.token, ...more });

  afterEach(async () => {
    client.close();
    await service.stop();
  });

  it('agree on a name, which everybody sees and nobody else may have', async () => {
    await serve();
    const { id } = await createSession({ client, sessions }, signal);
    const other = await kernel.browsers.create({ name: 'taken' });
    await sessions.remember({ id, alias: 'mine' });
    assert.equal(await renameSession({ client, sessions }, id, ' checkout ', signal), 'service');
    assert.equal((await kernel.browsers.retrieve(id)).name, 'checkout');
    assert.deepEqual([sessions.get(id)?.name, sessions.get(id)?.alias], ['checkout', undefined]);
    await assert.rejects(renameSession({ client, sessions }, id, 'taken', signal), { status: 409 });
    assert.equal(sessions.get(id)?.name, 'checkout');
    await kernel.browsers.update(other.session_id, { name: 'free' });
    await kernel.browsers.update(id, { name: 'renamed' });
    await refreshSessions({ client, sessions }, signal);
    assert.equal(sessions.get(id)?.name, 'renamed');
    await renameSession({ client, sessions }, id, '', signal);
    assert.equal((await kernel.browsers.retrieve(id)).name, undefined);
    assert.equal(sessions.get(id)?.name, undefined);
  });

  it('agree that a name that was cleared, and tags that were removed, are gone', async () => {
    await serve();
    const { session_id: id } = await kernel.browsers.create({ name: 'one', tags: { team: 'web' } });
    await refreshSessions({ client, sessions }, signal);
    assert.deepEqual([sessions.get(id)?.name, sessions.get(id)?.tags], ['one', { team: 'web' }]);
    await kernel.browsers.update(id, { name: '', tags: {} });
    await refreshSessions({ client, sessions }, signal);
    assert.deepEqual([sessions.get(id)?.name, sessions.get(id)?.tags], [undefined, undefined]);
  });

  for (const status of [404, 405, 501, 403] as const)
    it(`keep a name here if the service answers ${status}`, async () => {
      await serve((app) => {
        app.patch('/browsers/:id', (c) => c.json({ code: 'no' }, status));
        addSessionRoutes(app, sessionState());
      });
      const { session_id: id } = await kernel.browsers.create({ name: 'own' });
      await refreshSessions({ client, sessions }, signal);
      assert.equal(await renameSession({ client, sessions }, id, 'mine', signal), 'here');
      assert.deepEqual([sessions.get(id)?.name, sessions.get(id)?.alias], ['own', 'mine']);
      await renameSession({ client, sessions }, id, '', signal);
      assert.deepEqual([sessions.get(id)?.name, sessions.get(id)?.alias], ['own', undefined]);
    });

  it('agree on the profile and the tags of a new session', async () => {
    await serve();
    assert.deepEqual((await client.listProfiles(signal))?.items, [
      { id: 'profile1', name: 'shopper', size: undefined, usedAt },
      { id: 'profile2', name: undefined, size: undefined, usedAt },
    ]);
    const tags = { team: 'web', 'env & more': 'a=b, "c"' };
    const { id } = await client.createSession({ profile: { id: 'profile1' }, tags }, signal);
    const record = await kernel.browsers.retrieve(id);
    assert.deepEqual([record.profile?.name, record.tags], ['shopper', tags]);
    await assert.rejects(client.createSession({ profile: { id: 'else' } }, signal), { status: 404 });
  });

  it('agree on profiles that are made, started from with their changes saved, and deleted', async () => {
    const state = sessionState(PROFILES);
    await serve((app) => addSessionRoutes(app, state));
    const made = await createSession({ client, sessions }, signal, { profile: { name: 'new' }, savesChanges: true });
    const again = await createSession({ client, sessions }, signal, { profile: { name: 'new' }, savesChanges: true });
    const read = await createSession({ client, sessions }, signal, { profile: { name: 'new' } });
    assert.deepEqual(
      [made, again, read].map(({ id }) => [state.saving.get(id), sessions.get(id)?.profile]),
      [
        [true, 'new'],
        [true, 'new'],
        [false, 'new'],
      ],
    );
    assert.equal((await kernel.profiles.list({ query: 'new' })).items.filter(({ name }) => name === 'new').length, 1);
    await client.deleteProfile('new', signal);
    await assert.rejects(client.deleteProfile('new', signal), { status: 404 });
    await assert.rejects(createSession({ client, sessions }, signal, { profile: { name: 'new' } }), { status: 404 });
    // This service has no such operation.
    await assert.rejects(saveProfile({ client, sessions }, made.id, 'new', signal), { ability: 'saveProfile' });
  });

  it('agree on what a session is started with, chosen or by default', async () => {
    await serve((app) => addSessionRoutes(app, sessionState(PROFILES, PROXIES)));
    const chromePolicy = { BookmarkBarEnabled: true, '3rdparty': { extensions: { a: { server: 'b' } } } };
    const options = { stealth: true, proxy: 'home', timeoutSeconds: 600, chromePolicy };
    const { id } = await client.createSession(options, signal);
    const record = await kernel.browsers.retrieve(id);
    assert.deepEqual(
      [record.stealth, record.proxy_id, record.timeout_seconds, record.chrome_policy],
      [true, 'proxy1', 600, chromePolicy],
    );
    for (const [proxy, said] of [
      ['none', /no proxy “none”/],
      ['twice', /2 proxies are named “twice”/],
    ] as const)
      await assert.rejects(client.createSession({ proxy }, signal), said);
    assert.equal((await kernel.browsers.list()).items.length, 1);
    client.close();
    client = open({ defaults: { profile: 'shopper', stealth: true, timeoutSeconds: 300 } });
    const usual = await kernel.browsers.retrieve((await client.createSession({ timeoutSeconds: 60 }, signal)).id);
    assert.deepEqual([usual.profile?.name, usual.stealth, usual.timeout_seconds], ['shopper', true, 60]);
    const none = await kernel.browsers.retrieve((await client.createSession({ profile: null }, signal)).id);
    assert.equal(none.profile, undefined);
  });

  for (const status of [403, 404, 405, 501] as const)
    it(`have no profiles where the service answers ${status}`, async () => {
      await serve((app) => app.get('/profiles', (c) => c.json({}, status)));
      assert.equal(await client.listProfiles(signal), undefined);
    });

  it('find the same sessions by their tags, all of which have to match', async () => {
    await serve();
    const { session_id: one } = await kernel.browsers.create({ name: 'cart', tags: { team: 'web', env: 'a b' } });
    await kernel.browsers.create({ name: 'cart-2', tags: { team: 'web' } });
    await kernel.browsers.create({ tags: { env: 'a b' } });
    const query = { tags: { team: 'web', env: 'a b' } };
    assert.deepEqual(ids(await client.listSessions(signal, undefined, query)), [one]);
    assert.deepEqual(
      (await kernel.browsers.list(query)).items.map(({ session_id: id }) => id),
      [one],
    );
    const [ours, theirs] = service.arrived
      .filter(({ path }) => path.includes('tags'))
      .map(({ path }) => searchOf(path));
    assert.deepEqual([ours?.get('tags[team]'), ours?.get('tags[env]')], ['web', 'a b']);
    assert.deepEqual([theirs?.get('tags[team]'), theirs?.get('tags[env]')], ['web', 'a b']);
    const found = await findSessions({ client, sessions }, 'car team=web env="a b"', signal);
    assert.deepEqual(
      found?.sessions.map(({ id }) => id),
      [one],
    );
  });

  it('list what has ended, page by page', async () => {
    await serve();
    const { session_id: id } = await kernel.browsers.create({ name: 'old', tags: { team: 'web' } });
    await kernel.browsers.create();
    await kernel.browsers.deleteByID(id);
    const [ended] = (await kernel.browsers.list({ status: 'deleted' })).items;
    const listed = await client.listEnded(signal);
    assert.deepEqual(listed?.items, [
      { id, name: 'old', tags: { team: 'web' }, endedAt: Date.parse(ended?.deleted_at ?? '') },
    ]);
    assert.deepEqual(ids(await client.listEnded(signal, { from: 1, to: 2 })), []);
  });

  for (const status of [403, 404, 405, 501] as const)
    it(`know nothing that has ended where the service answers ${status}`, async () => {
      await serve((app) => app.get('/browsers', (c) => c.json({}, status)));
      assert.equal(await client.listEnded(signal), undefined);
    });

  it('lists no running session as one that has ended, if a service ignores the question', async () => {
    await serve((app) => app.get('/browsers', (c) => c.json([{ session_id: 'running' }])));
    assert.equal(await client.listEnded(signal), undefined);
  });

  describe('and the sessions that have ended', () => {
    let past: PastSessions;
    let shown: number;
    const here = { name: 'a', address: 'https://a' };
    const there = { name: 'a', address: 'https://a#project' };
    beforeEach(() => {
      past = new PastSessions();
      shown = 0;
      past.onDidChange(() => void shown++);
    });

    it('are looked for with one small request, and loaded when they are wanted, the last twenty first', async () => {
      await serve();
      await past.look(here, client, signal);
      assert.equal(past.has(here), false);
      for (let count = 0; count < 101; count++)
        await kernel.browsers.deleteByID((await kernel.browsers.create()).session_id);
      service.arrived.length = 0;
      await past.look(here, client, signal);
      assert.deepEqual([past.has(here), past.get(here), shown], [true, undefined, 1]);
      assert.deepEqual(
        service.arrived.map(({ path }) => searchOf(path).get('limit')),
        ['1'],
      );
      await Promise.all([1, 2].map(() => past.load(here, 'beginning', client, signal)));
      assert.deepEqual([service.arrived.length, past.get(here)?.items.length, past.get(here)?.isCut], [2, 20, true]);
      await past.load(here, 'end', client, signal);
      assert.deepEqual([past.get(here)?.items.length, past.get(here)?.isCut], [101, false]);
      await past.load(here, 'beginning', client, signal);
      assert.equal(past.get(here)?.items.length, 101);
      assert.equal(past.has(there), false);
    });

    for (const [what, status, body] of [
      ['does not tell', 501, {}],
      ['lets the token not ask', 403, {}],
      ['does not know the question', 400, {}],
      ['ignores question and limit', 200, [{ session_id: 'one' }, { session_id: 'two' }]],
    ] as const)
      it(`are not looked for again where the service ${what}`, async () => {
        await serve((app) => app.get('/browsers', (c) => c.json(body, status)));
        for (let count = 0; count < 2; count++) await past.look(here, client, signal);
        assert.deepEqual([past.has(here), service.arrived.length, shown], [false, 1, 0]);
      });

    it('are forgotten with the token that saw them, and what it asked for comes too late', async () => {
      await serve();
      await kernel.browsers.deleteByID((await kernel.browsers.create()).session_id);
      await past.load(here, 'beginning', client, signal);
      assert.equal(past.get(here)?.items.length, 1);
      const late = [past.load(here, 'beginning', client, signal), past.look(there, client, signal)];
      past.forget();
      await Promise.all(late);
      assert.deepEqual([past.get(here), past.has(here), past.has(there)], [undefined, false, false]);
      await past.look(here, client, signal);
      assert.equal(past.has(here), true);
    });

    it('are kept if the service fails later, which is said', async () => {
      let fails = false;
      await serve((app) => {
        app.use(async (c, next) => (fails ? c.json({}, 400) : next()));
        addSessionRoutes(app, sessionState());
      });
      await kernel.browsers.deleteByID((await kernel.browsers.create()).session_id);
      await past.load(here, 'beginning', client, signal);
      fails = true;
      await assert.rejects(past.load(here, 'beginning', client, signal), { status: 400 });
      assert.deepEqual([past.has(here), past.get(here)?.items.length, past.get(here)?.hasFailed], [true, 1, true]);
      fails = false;
      await past.load(here, 'beginning', client, signal);
      assert.equal(past.get(here)?.hasFailed, undefined);
    });
  });

  describe('of a connection with tags', () => {
    const tags = { team: 'web' };

    it('are neither asked for nor started with its token in a tag', async () => {
      await serve();
      client = open({ tags: { team: `x-${service.token}` } });
      const refused = /A tag contains the connection’s token\. Nothing was sent/;
      await assert.rejects(client.listSessions(signal), refused);
      await assert.rejects(client.listEnded(signal), refused);
      await assert.rejects(client.createSession({}, signal), refused);
      assert.deepEqual(service.arrived, []);
    });

    it('list only its sessions, and mark new ones', async () => {
      await serve();
      client = open({ tags });
      sessions.tags = tags;
      await kernel.browsers.create({ tags: { team: 'api' } });
      await kernel.browsers.create();
      const { id } = await createSession({ client, sessions }, signal, { tags: { env: 'test' } });
      assert.deepEqual((await kernel.browsers.retrieve(id)).tags, { team: 'web', env: 'test' });
      await refreshSessions({ client, sessions }, signal);
      assert.deepEqual(
        sessions.all().map((each) => each.id),
        [id],
      );
      // It belongs to another team now.
      await kernel.browsers.update(id, { tags: { team: 'api' } });
      await refreshSessions({ client, sessions }, signal);
      assert.deepEqual(sessions.notReleased(), []);
      assert.deepEqual(findKnownSessions(sessions, '').sessions, []);
    });

    it('checks the tags again, since a service may ignore them', async () => {
      const records = [{ session_id: 'a', tags }, { session_id: 'b', tags: { team: 'api' } }, { session_id: 'c' }];
      await serve((app) => app.get('/browsers', (c) => c.json(records)));
      client = open({ tags });
      assert.deepEqual(ids(await client.listSessions(signal)), ['a']);
    });

    it('still shows what was shown by its ID or acquired here', async () => {
      await serve();
      sessions.tags = tags;
      await sessions.replace([
        { id: 'shown', shownById: true },
        { id: 'acquired', pool: 'p', activeAt: 1 },
        { id: 'of-others', pool: 'p' },
        { id: 'before' },
      ]);
      assert.deepEqual(
        sessions.notReleased().map(({ id }) => id),
        ['shown', 'acquired'],
      );
    });

    it('still shows what was shown by its ID after the list came', async () => {
      await serve();
      client = open({ tags });
      sessions.tags = tags;
      const { session_id: shown } = await kernel.browsers.create();
      await sessions.replace([{ id: shown, shownById: true }]);
      for (let count = 0; count < 2; count++) {
        await refreshSessions({ client, sessions }, signal);
        assert.deepEqual(
          sessions.notReleased().map(({ id }) => id),
          [shown],
        );
      }
      await kernel.browsers.update(shown, { tags });
      await refreshSessions({ client, sessions }, signal);
      assert.deepEqual(
        sessions.notReleased().map(({ id, shownById }) => [id, shownById]),
        [[shown, false]],
      );
    });
  });

  it('keep the sessions of projects apart', async () => {
    await serve();
    const inProject = open({ project: PROJECT });
    const other = new Kernel({ apiKey: service.token, baseURL: service.url, projectID: PROJECT, maxRetries: 0 });
    const { id } = await inProject.createSession({ name: 'same' }, signal);
    const own = await client.createSession({ name: 'same' }, signal);
    assert.equal((await other.browsers.retrieve('same')).session_id, id);
    assert.equal((await kernel.browsers.retrieve('same')).session_id, own.id);
    assert.equal(await client.getSession(id, signal), undefined);
    await inProject.endSession(id, signal);
    assert.deepEqual(ids(await client.listSessions(signal)), [own.id]);
    inProject.close();
  });
});

function searchOf(path: string): URLSearchParams {
  return new URL(path, 'http://localhost').searchParams;
}

function ids(found: { readonly items: readonly { readonly id: string }[] } | undefined): string[] | undefined {
  return found?.items.map(({ id }) => id);
}
