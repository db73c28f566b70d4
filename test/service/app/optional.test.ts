import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createClient, type Client } from '../../../src/api';
import { addToCatalog, downloadExtension } from '../../../src/app/catalog';
import { drag, moveMouse, pressKeys, scroll, takeScreenshot, typeText } from '../../../src/app/computer';
import { DevToolsSessions } from '../../../src/app/devtools-sessions';
import { LoadedReader } from '../../../src/app/loaded/ask-loaded';
import { LoadedExtensions } from '../../../src/app/loaded/loaded-extensions';
import { flushPool } from '../../../src/app/pools';
import { refreshExtensions, refreshPools, refreshSessions } from '../../../src/app/refresh';
import { listElements } from '../../../src/app/page/elements';
import { createSession, endSession } from '../../../src/app/sessions';
import { openRecords, type ConnectionRecords } from '../../../src/state';
import { startLocalService, type LocalService } from '../../support/local-service';
import { startPages, type Pages } from '../../support/pages';
import { extension } from '../local-service/extension';
import { storage } from '../../support/storage';
import { listen } from '../../support/network/listen';

const { signal } = new AbortController();
const HERE = { name: 'here', address: 'https://here' };

describe('The optional use cases', () => {
  let records: ConnectionRecords;
  let client: Client;

  /** All inputs, each once, into one session. */
  function inputs(sessionId: string): (() => Promise<void>)[] {
    const parts = { client, sessions: records.sessions };
    return [
      () => moveMouse(parts, { sessionId, to: { x: 1, y: 2 } }, signal),
      () => scroll(parts, { sessionId, scroll: { x: 1, y: 2, deltaX: 0, deltaY: 1 } }, signal),
      () => typeText(parts, { sessionId, text: 'a' }, signal),
      () => pressKeys(parts, { sessionId, keys: ['Return'] }, signal),
      () =>
        drag(
          parts,
          {
            sessionId,
            path: [
              { x: 1, y: 2 },
              { x: 3, y: 4 },
            ],
          },
          signal,
        ),
    ];
  }

  describe('on a real browser', () => {
    let service: LocalService;
    let pages: Pages;
    let changes: number;

    before(async () => {
      [service, pages] = await Promise.all([startLocalService(), startPages()]);
      client = createClient({ baseUrl: service.url, token: service.token });
    });
    after(async () => {
      client.close();
      await Promise.all([service.stop(), pages.stop()]);
    });
    beforeEach(() => {
      changes = 0;
      records = openRecords(storage(), HERE, () => changes++);
      pages.clear();
    });

    it('start a session with what was chosen, and remember what the service says of it', async () => {
      const { sessions, extensions } = records;
      const zip = extension('wanted');
      const added = await addToCatalog({ client, extensions }, { name: 'wanted', zip }, signal);
      const startUrl = `${pages.url}/input`;
      const { id } = await createSession({ client, sessions }, signal, {
        name: 'mine',
        headless: true,
        viewport: { width: 700, height: 500 },
        startUrl,
        timeoutSeconds: 300,
        extensions: [{ name: 'wanted' }],
      });
      await pages.waitFor(({ by }) => by === 'wanted ');
      const { createdAt, ...rest } = sessions.get(id) ?? {};
      assert.deepEqual(rest, {
        id,
        name: 'mine',
        viewport: { width: 700, height: 500 },
        timeoutSeconds: 300,
        headless: true,
        startUrl,
      });
      assert.ok(createdAt !== undefined && Math.abs(createdAt - Date.now()) < 60_000);
      assert.equal(await refreshExtensions({ client, extensions }, signal), 'refreshed');
      const known = extensions.get(added.id ?? '');
      assert.equal(known?.bytes, zip.length);
      assert.ok(known.lastUsedAt !== undefined && known.createdAt !== undefined);
      // What is read is what is remembered: a refresh with nothing new changes nothing.
      for (let times = 0; times < 2; times++) await refreshSessions({ client, sessions }, signal);
      const before = changes;
      await refreshSessions({ client, sessions }, signal);
      await refreshExtensions({ client, extensions }, signal);
      assert.equal(changes, before);
      await endSession({ client, sessions, pools: records.pools }, id, signal);
      assert.equal(sessions.get(id), undefined);
      await assert.rejects(
        endSession({ client, sessions, pools: records.pools }, id, signal),
        /has ended or belongs to another account/,
      );
      assert.equal(sessions.get(id)?.gone, true);
    });

    it('send input, in the order in which it was asked for', async () => {
      const { id } = await createSession({ client, sessions: records.sessions }, signal, {
        startUrl: `${pages.url}/input`,
      });
      await pages.waitFor(({ type }) => type === 'load');
      for (const input of inputs(id)) await input();
      const { x, y } = await pages.waitFor(({ type }) => type === 'mouseup');
      assert.deepEqual([x, y], [3, 4]);
      for (const wanted of ['a', 'Enter']) await pages.waitFor(({ type, key }) => type === 'keydown' && key === wanted);
      await pages.waitFor(({ type, deltaY }) => type === 'wheel' && deltaY === 120);
      assert.equal(records.sessions.get(id)?.gone, false);
    });

    it('mark a session as gone that the service does not know, and reach none that was released', async () => {
      for (const input of inputs('nowhere')) await assert.rejects(input(), { status: 404 });
      assert.equal(records.sessions.get('nowhere')?.gone, true);
      await records.sessions.remember({ id: service.session, released: true });
      for (const input of inputs(service.session)) await assert.rejects(input(), /was released and may belong/);
      await assert.rejects(endSession({ client, ...records }, service.session, signal), /was released and may belong/);
    });

    it('another error marks nothing', async () => {
      const parts = { client, sessions: records.sessions };
      await assert.rejects(pressKeys(parts, { sessionId: service.session, keys: ['Any'] }, signal), {
        message: /Couldn’t press keys in “.+”\. The service says: “invalid keys: "Any" \(a name of X11 such as/,
      });
      assert.deepEqual(records.sessions.all(), []);
    });

    it('flush a pool, and mark one that is not there', async () => {
      const { pools } = records;
      await refreshPools({ client, pools }, signal);
      await flushPool({ client, pools }, service.pool, signal);
      await pools.remember({ id: 'nothing' });
      await assert.rejects(flushPool({ client, pools }, 'nothing', signal), /Pool “nothing” no longer exists/);
      assert.equal(pools.get('nothing')?.gone, true);
    });

    it('fill the catalog, and download from it', async () => {
      const { extensions } = records;
      const zip = extension('stored');
      const added = await addToCatalog({ client, extensions }, { name: 'stored', zip }, signal);
      assert.equal(extensions.get(added.id ?? '')?.name, 'stored');
      assert.ok((await downloadExtension({ client, extensions }, 'stored', signal)).equals(zip));
      await assert.rejects(addToCatalog({ client, extensions }, { name: 'stored', zip }, signal), { status: 409 });
      await extensions.remember({ id: 'nothing' });
      await assert.rejects(downloadExtension({ client, extensions }, 'nothing', signal), { status: 404 });
      assert.equal(extensions.get('nothing')?.gone, true);
      assert.ok(!extensions.get(added.id ?? '')?.gone);
    });
  });

  /** Services that lack the operations, as real servers. */
  const lacking: [what: string, answer: (method: string, url: string) => [status: number, body: string]][] = [
    ['that has only the four operations', () => [404, '']],
    ['that answers 405', () => [405, '']],
    [
      'that knows the session, the pool and the extension, and not the operation',
      (method, url) => {
        if (method !== 'GET') return [404, ''];
        if (url === '/browsers/s1') return [200, '{"session_id":"s1"}'];
        return /\/(browser_pools|extensions)\?/.test(url) ? [200, '[{"id":"p1"},{"id":"e1"}]'] : [404, ''];
      },
    ],
  ];
  for (const [what, answer] of lacking)
    it(`at a service ${what} are not offered, and nothing is marked as gone`, async () => {
      const server = createServer((request, response) => {
        const [status, body] = answer(request.method ?? '', request.url ?? '');
        request.resume().on('end', () => response.writeHead(status).end(body));
      });
      const port = await listen(server);
      client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 't' });
      records = openRecords(storage(), HERE, () => {});
      const { sessions, pools, extensions } = records;
      await Promise.all([
        sessions.remember({ id: 's1' }),
        pools.remember({ id: 'p1' }),
        extensions.remember({ id: 'e1' }),
      ]);
      const isNotOffered = { name: 'NotOffered' };
      for (const input of inputs('s1')) await assert.rejects(input(), isNotOffered);
      await assert.rejects(takeScreenshot({ client, sessions }, 's1', signal), isNotOffered);
      const devtools = new DevToolsSessions();
      const parts = { client, sessions, devtools };
      const loaded = new LoadedExtensions();
      await new LoadedReader(devtools).ask({ ...parts, connection: { name: 'n', address: 'a' }, loaded }, 's1', signal);
      await assert.rejects(listElements(parts, { id: 's1' }, signal));
      await assert.rejects(endSession({ client, sessions, pools }, 's1', signal), isNotOffered);
      await assert.rejects(flushPool({ client, pools }, 'p1', signal), isNotOffered);
      await assert.rejects(downloadExtension({ client, extensions }, 'e1', signal), isNotOffered);
      const zip = Buffer.from('a zip');
      await assert.rejects(addToCatalog({ client, extensions }, { name: 'e2', zip }, signal), isNotOffered);
      assert.deepEqual(
        [...sessions.all(), ...pools.all(), ...extensions.all()].map(({ id, gone }) => [id, gone]),
        [
          ['s1', undefined],
          ['p1', undefined],
          ['e1', undefined],
        ],
      );
      client.close();
      server.closeAllConnections();
      server.close();
    });
});
