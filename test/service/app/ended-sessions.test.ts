import assert from 'node:assert/strict';
import { createClient, type Client } from '../../../src/api';
import { takeScreenshot } from '../../../src/app/computer';
import { EndedSessions } from '../../../src/app/ended-sessions';
import { createSession, endSession } from '../../../src/app/sessions';
import { openRecords, type ConnectionRecords, type SessionRecord } from '../../../src/state';
import { startLocalService, type LocalService } from '../../support/local-service';
import { manySessions } from '../../support/many-sessions';
import { nightly } from '../../support/nightly';
import { LoopbackServer } from '../../support/network/loopback-server';
import { storage } from '../../support/storage';

const signal = (): AbortSignal => new AbortController().signal;

describe('Sessions whose time is over', () => {
  let client: Client | undefined;
  afterEach(() => client?.close());

  function connect(service: { readonly url: string; readonly token?: string }): {
    readonly client: Client;
    readonly records: ConnectionRecords;
    readonly ask: (id: string) => Promise<readonly SessionRecord[] | undefined>;
  } {
    const connected = (client = createClient({ baseUrl: service.url, token: service.token ?? 'the-token' }));
    const records = openRecords(storage(), { name: 'here', address: service.url }, () => {});
    const ended = new EndedSessions();
    const { sessions } = records;
    const ask = (id: string): Promise<readonly SessionRecord[] | undefined> =>
      ended.verifyEnd('here', id, { client: async () => connected, sessions }, signal);
    return { client: connected, records, ask };
  }

  it('are asked about together: a thousand are one list, and one answer', async () => {
    const asked: string[] = [];
    const left = 'used-by-somebody-else';
    const server = await new LoopbackServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200).end(JSON.stringify([{ session_id: left }]));
    }).start();
    try {
      const { records, ask } = connect(server);
      const long = Date.now() - 3_600_000;
      const over = manySessions(1000).map((session) => ({ ...session, createdAt: long, timeoutSeconds: 10 }));
      await records.sessions.replace([...over, { id: left, createdAt: long, timeoutSeconds: 10 }], () => true);
      const answers = await Promise.all([...over.map(({ id }) => ask(id)), ask(left)]);
      assert.deepEqual(asked, ['/browsers?limit=100&offset=0&status=active']);
      const told = answers.filter((answer) => answer !== undefined);
      assert.deepEqual(
        told.map(({ length }) => length),
        [1000],
      );
      assert.equal(records.sessions.all().filter(({ gone }) => gone).length, 1000);
      assert.equal(records.sessions.get(left)?.gone, undefined);
    } finally {
      await server.stop();
    }
  });

  it('have not ended because they lack the tags that the connection lists alone', async () => {
    const server = await new LoopbackServer((_request, response) => response.writeHead(200).end('[]')).start();
    try {
      const { records, ask } = connect(server);
      records.sessions.tags = { team: 'web' };
      const over = { createdAt: Date.now() - 3_600_000, timeoutSeconds: 10 };
      await records.sessions.replace([
        { id: 'marked', tags: { team: 'web', env: 'test' }, ...over },
        { id: 'shown', shownById: true, ...over },
      ]);
      const answers = await Promise.all(['marked', 'shown'].map((id) => ask(id)));
      assert.deepEqual(
        answers.flatMap((answer) => answer?.map(({ id }) => id) ?? []),
        ['marked'],
      );
    } finally {
      await server.stop();
    }
  });

  nightly('have ended only when the service does not know them any more', async () => {
    const service: LocalService = await startLocalService();
    try {
      const { client: connected, records, ask } = connect(service);
      const parts = { client: connected, sessions: records.sessions, pools: records.pools };
      const { id } = await createSession(parts, signal(), { timeoutSeconds: 600 });
      const before = Date.now();
      await takeScreenshot(parts, id, signal());
      assert.ok((records.sessions.get(id)?.activeAt ?? 0) >= before);
      const isOver = { id, createdAt: 1, activeAt: 1, timeoutSeconds: 10 };
      await records.sessions.replace([{ ...records.sessions.get(id), ...isOver }]);
      assert.deepEqual(await ask(id), []);
      assert.notEqual(records.sessions.get(id)?.gone, true);
      await endSession(parts, id, signal());
      await records.sessions.replace([isOver]);
      assert.deepEqual(
        (await ask(id))?.map((session) => session.id),
        [id],
      );
      assert.equal(records.sessions.get(id)?.gone, true);
    } finally {
      await service.stop();
    }
  });
});
