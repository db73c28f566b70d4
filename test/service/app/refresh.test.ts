import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createClient, MAX_LISTED, type Client } from '../../../src/api';
import { loadMore, refreshExtensions, refreshPools, refreshSessions } from '../../../src/app/refresh';
import { openRecords, type ConnectionRecords } from '../../../src/state';
import { listen, portOf } from '../../support/network/listen';
import { nightly } from '../../support/nightly';

/** What a service has, and how it answers. */
interface Behaviour {
  /** Rows of a list. */
  readonly rows?: (limit: number, offset: number) => unknown[];
  /** Status of the answer to a look-up; 0: no answer. */
  readonly lookUp?: (id: string) => number;
}

const { signal } = new AbortController();

function ids(count: number): { id: string }[] {
  return Array.from({ length: count }, (_, index) => ({ id: `s${index}` }));
}

function firstIds(count: number): string[] {
  return ids(count).map(({ id }) => id);
}

function sessions(count: number): object[] {
  return ids(count).map(({ id }) => ({ session_id: id }));
}

describe('A refresh', () => {
  let server: Server;
  let behaviour: Behaviour = {};
  let requests: string[] = [];
  let [underWay, most] = [0, 0];
  let closed: Promise<unknown>[] = [];
  let client: Client;
  let records: ConnectionRecords;

  before(async () => {
    server = createServer(({ url = '', socket }, response) => {
      requests.push(url);
      most = Math.max(most, ++underWay);
      closed.push(once(response, 'close').then(() => underWay--));
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const id = /^\/browsers\/(.+)$/.exec(pathname)?.[1];
      if (id === undefined) {
        const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name)));
        response.writeHead(200).end(JSON.stringify(behaviour.rows?.(limit ?? 0, offset ?? 0) ?? []));
        return;
      }
      const status = behaviour.lookUp?.(decodeURIComponent(id)) ?? 404;
      // After a turn of the event loop, so that all requests that are sent at the same time have arrived.
      const body = JSON.stringify(status === 200 ? { session_id: decodeURIComponent(id) } : { message: 'no' });
      if (status) setImmediate(() => response.writeHead(status).end(body));
      else socket.resume();
    });
    await listen(server);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    const values = new Map<string, unknown>();
    const storage = {
      get: (key: string) => values.get(key),
      update: async (key: string, value: unknown) => void values.set(key, structuredClone(value)),
    };
    records = openRecords(storage, { name: 'a', address: 'https://a' }, () => {});
    const port = portOf(server);
    client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'the-token', wait: async () => {} });
    [behaviour, requests, closed, underWay, most] = [{}, [], [], 0, 0];
  });
  afterEach(() => client.close());

  const refresh = (stop = signal): ReturnType<typeof refreshSessions> =>
    refreshSessions({ client, sessions: records.sessions }, stop);
  const more = (): ReturnType<typeof loadMore> => loadMore({ client, ...records }, 'sessions', signal);
  const shown = (): string[] => records.sessions.all().map(({ id }) => id);
  const lookUps = (): string[] => requests.filter((url) => url.startsWith('/browsers/'));

  nightly('takes the beginning of a list of 300,000 rows that minds no limit, and then what follows', async () => {
    const rows = sessions(300_000);
    behaviour = { rows: () => rows };
    await refresh();
    assert.deepEqual(shown(), firstIds(MAX_LISTED));
    assert.deepEqual([records.sessions.listEnd, requests.length], [{ end: MAX_LISTED, isCut: true }, 1]);
    await more();
    assert.deepEqual([shown(), requests.length], [firstIds(2 * MAX_LISTED), 2]);
  });

  it('reads on page by page where it ended, to the end of the list', async () => {
    const rows = sessions(3250);
    behaviour = { rows: (limit, offset) => rows.slice(offset, offset + limit) };
    await refresh();
    assert.deepEqual(shown(), firstIds(1000));
    for (const [count, isCut] of [
      [2000, true],
      [3000, true],
      [3250, false],
    ] as const) {
      requests = [];
      await more();
      assert.deepEqual([shown(), records.sessions.listEnd], [firstIds(count), { end: count, isCut }]);
      assert.match(requests[0] ?? '', /offset=[123]000&/);
    }
    assert.deepEqual(lookUps(), []);
  });

  it('comes as far as was read before, so that nothing vanishes', async () => {
    behaviour = { rows: (limit, offset) => sessions(2600).slice(offset, offset + limit) };
    await refresh();
    await more();
    await more();
    behaviour = { rows: (limit, offset) => sessions(9000).slice(offset, offset + limit) };
    requests = [];
    await refresh();
    assert.deepEqual([shown(), requests.length], [firstIds(3000), 30]);
    assert.equal(records.sessions.listEnd.isCut, true);
  });

  it('reads on in the lists of pools and extensions too', async () => {
    behaviour = { rows: (limit, offset) => ids(1500).slice(offset, offset + limit) };
    await refreshPools({ client, pools: records.pools }, signal);
    await refreshExtensions({ client, extensions: records.extensions }, signal);
    for (const kind of ['pools', 'extensions'] as const) {
      assert.equal(records[kind].all().length, 1000);
      await loadMore({ client, ...records }, kind, signal);
      assert.deepEqual([records[kind].all().length, records[kind].listEnd.isCut], [1500, false]);
    }
  });

  it('ends where the pages do not', async () => {
    behaviour = { rows: (limit, offset) => sessions(offset + limit).slice(offset) };
    await refresh();
    assert.equal(records.sessions.listEnd.isCut, true);
    assert.deepEqual([records.sessions.all().length, requests.length], [MAX_LISTED, 10]);
  });

  it('ends where each page is the same', async () => {
    behaviour = { rows: (limit) => sessions(limit) };
    assert.equal(await refresh(), 'refreshed');
    assert.deepEqual([records.sessions.all().length, requests.length], [100, 2]);
  });

  it('takes a longer page than it asked for as all that there is', async () => {
    behaviour = { rows: () => sessions(150) };
    assert.equal(await refresh(), 'refreshed');
    assert.deepEqual([records.sessions.all().length, requests.length], [150, 1]);
  });

  it('marks nothing as gone that a list which is cut does not have', async () => {
    await records.pools.remember({ id: 'mine' });
    await records.extensions.remember({ id: 'mine' });
    behaviour = { rows: () => ids(2000) };
    await refreshPools({ client, pools: records.pools }, signal);
    await refreshExtensions({ client, extensions: records.extensions }, signal);
    assert.ok(records.pools.listEnd.isCut && records.extensions.listEnd.isCut);
    assert.deepEqual([records.pools.get('mine'), records.extensions.get('mine')], [{ id: 'mine' }, { id: 'mine' }]);
    behaviour = { rows: () => ids(3) };
    await refreshPools({ client, pools: records.pools }, signal);
    assert.equal(records.pools.get('mine')?.gone, true);
  });

  it('looks up a bounded number of 10,000 sessions, a few at a time, and still shows what the service lists', async () => {
    await records.sessions.replace(ids(10_000).map(({ id }) => ({ id: `old-${id}` })));
    behaviour = { rows: () => sessions(5) };
    assert.equal(await refresh(), 'refreshed');
    assert.equal(lookUps().length, 40);
    assert.ok(most <= 4, `${most} at a time`);
    const all = records.sessions.all();
    assert.deepEqual([all.length, all.filter(({ gone }) => gone).length], [2000, 40 - 5]);
    assert.deepEqual(
      all.slice(-5).map(({ id }) => id),
      ids(5).map(({ id }) => id),
    );
  });

  it('looks up first what was used last', async () => {
    const used = { id: 'used', lastClick: { text: '1, 2', at: 5 } };
    const upload = { name: 'n', title: 'N', version: '1', bytes: 1, sha256: '', at: 4, folder: '/n' };
    const older = { id: 'older', uploads: [upload] };
    await records.sessions.replace([...ids(60), older, used]);
    await refresh();
    assert.deepEqual(lookUps().toSorted(), [used, older, ...ids(38)].map(({ id }) => `/browsers/${id}`).toSorted());
  });

  it('keeps what it could learn where a look-up fails, and tells of that', async () => {
    await records.sessions.replace(ids(10));
    behaviour = { rows: () => [{ session_id: 'new' }], lookUp: (id) => (id === 's3' ? 500 : id === 's4' ? 200 : 404) };
    await assert.rejects(refresh(), { name: 'ServiceError', status: 500, message: /Couldn’t look up “s3”/ });
    assert.ok(records.sessions.get('new'));
    assert.deepEqual(
      records.sessions
        .all()
        .filter(({ gone }) => !gone)
        .map(({ id }) => id),
      ['s3', 's4', 'new'],
    );
  });

  it('asks no further where the service fails again and again', async () => {
    await records.sessions.replace(ids(30));
    behaviour = { lookUp: () => 500 };
    await assert.rejects(refresh(), { status: 500 });
    assert.ok(lookUps().length <= 7, `${lookUps().length} look-ups`);
    assert.deepEqual(
      records.sessions.all().filter(({ gone }) => gone),
      [],
    );
  });

  it('that is cancelled ends all look-ups that are under way, and begins no other', async () => {
    await records.sessions.replace(ids(30));
    const controller = new AbortController();
    const reached = new Promise<void>((resolve) => {
      behaviour = {
        lookUp: () => {
          if (most === 4) resolve();
          return 0;
        },
      };
    });
    const refreshing = refresh(controller.signal);
    await reached;
    controller.abort();
    await assert.rejects(refreshing, { name: 'Cancelled' });
    await Promise.all(closed);
    assert.equal(lookUps().length, 4);
    assert.deepEqual(records.sessions.all(), ids(30));
  });

  it('takes a record without its name where that quotes the token, and none whose ID does', async () => {
    const quoting = { session_id: 'a', name: 'is the%2Dtoken', pool: { id: 'p', name: 'the-token' } };
    behaviour = { rows: () => [quoting, { session_id: 'the-token' }] };
    await refresh();
    assert.deepEqual(records.sessions.all(), [{ id: 'a', pool: 'p' }]);
  });

  it('takes of odd records what makes sense', async () => {
    const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`);
    behaviour = {
      rows: () => [
        { session_id: 'a', name: deep, pool: deep },
        deep,
        JSON.parse('{"__proto__": {"session_id": "b"}}'),
        JSON.parse('{"session_id": "c", "name": {"__proto__": 7}, "pool": "text"}'),
        { session_id: '\ud800' },
        { session_id: '..' },
        { session_id: 'x'.repeat(100_000) },
        { session_id: 'd', name: 'y'.repeat(100_000), pool: { id: '\udc00', name: '.' } },
        { session_id: '\0', name: '\0' },
      ],
    };
    assert.equal(await refresh(), 'refreshed');
    assert.deepEqual(records.sessions.all(), [{ id: 'a' }, { id: 'c' }, { id: 'd' }, { id: '\0', name: '\0' }]);
    assert.ok(!('session_id' in {}));
  });
});
