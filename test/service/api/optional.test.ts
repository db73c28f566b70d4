import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createClient, type Client } from '../../../src/api';
import { startServer, type Arrived } from './recording-server';

const { signal } = new AbortController();
const path = [
  [1, 2],
  [3, 4],
] as const;

describe('The optional operations of the client', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let client: Client;

  async function serve(answer: (response: ServerResponse, request: Arrived) => void): Promise<void> {
    server = await startServer(answer);
    client = createClient({ baseUrl: server.url, token: 'the-token' });
  }

  afterEach(() => {
    client.close();
    server.server.closeAllConnections();
    server.server.close();
  });

  const optional: [request: string, body: object | undefined, ask: () => Promise<void>][] = [
    ['DELETE /browsers/s%2F1', undefined, () => client.endSession('s/1', signal)],
    ['POST /browser_pools/my%20pool/flush', {}, () => client.flushPool('my pool', signal)],
    ['PATCH /browsers/s%2F1', { name: 'new' }, () => client.updateSession('s/1', { name: 'new' }, signal)],
    ['PATCH /browsers/s2', { name: '' }, () => client.updateSession('s2', { name: '' }, signal)],
    ['POST /browsers/s1/computer/move_mouse', { x: 1, y: 2 }, () => client.moveMouse('s1', { x: 1, y: 2 }, signal)],
    [
      'POST /browsers/s1/computer/scroll',
      { x: 1, y: 2, delta_x: -3, delta_y: 4 },
      () => client.scroll('s1', { x: 1, y: 2, deltaX: -3, deltaY: 4 }, signal),
    ],
    ['POST /browsers/s1/computer/type', { text: 'ö\n' }, () => client.typeText('s1', 'ö\n', signal)],
    ['POST /browsers/s1/computer/press_key', { keys: ['ctrl+a'] }, () => client.pressKey('s1', ['ctrl+a'], signal)],
    ['POST /browsers/s1/computer/drag_mouse', { path }, () => client.drag('s1', path, signal)],
  ];
  for (const [request, body, ask] of optional) {
    describe(request, () => {
      it('is sent once', async () => {
        await serve((response) => response.writeHead(200).end());
        await ask();
        assert.deepEqual(
          server.arrived.map((each) => [`${each.method} ${each.url}`, each.body.toString()]),
          [[request, body ? JSON.stringify(body) : '']],
        );
      });

      for (const status of [405, 501])
        it(`is known not to be offered by ${status}`, async () => {
          await serve((response) => response.writeHead(status).end());
          await assert.rejects(ask(), { name: 'NotOffered' });
          assert.equal(server.arrived.length, 1);
        });

      it('leaves it open what a 404 is about', async () => {
        await serve((response) => response.writeHead(404).end());
        await assert.rejects(ask(), { name: 'ServiceError', status: 404 });
      });
    });
  }

  describe('a new session', () => {
    const record = '{"session_id":"s1"}';

    it('is asked for without what was not chosen', async () => {
      await serve((response) => response.writeHead(200).end(record));
      await client.createSession({}, signal);
      await client.createSession({ extensions: [] }, signal);
      assert.deepEqual(
        server.arrived.map(({ body }) => body.toString()),
        ['{}', '{}'],
      );
    });

    it('is asked for with all that was chosen', async () => {
      await serve((response) => response.writeHead(200).end(record));
      await client.createSession(
        {
          name: 'n',
          headless: false,
          viewport: { width: 800, height: 600 },
          startUrl: 'https://a.example/',
          timeoutSeconds: 60,
          extensions: [{ name: 'e1' }],
        },
        signal,
      );
      assert.deepEqual(JSON.parse(String(server.arrived[0]?.body)), {
        name: 'n',
        headless: false,
        viewport: { width: 800, height: 600 },
        start_url: 'https://a.example/',
        timeout_seconds: 60,
        extensions: [{ name: 'e1' }],
      });
    });

    it('names what was chosen where that may be what is missing', async () => {
      await serve((response) => response.writeHead(404).end());
      await assert.rejects(client.createSession({}, signal), {
        message: 'This service doesn’t start sessions on request.',
      });
      await assert.rejects(
        client.createSession({ extensions: [{ name: 'e1' }] }, signal),
        /no longer in the catalog, or this service/,
      );
      await assert.rejects(
        client.createSession({ profile: { id: 'p1' } }, signal),
        /profile or extension no longer exists, or this service/,
      );
    });
  });

  describe('the catalog', () => {
    const zip = Buffer.from('PK\u0003\u0004 content PK\u0005\u0006 end of the zip');

    it('gets a form with name and file, of a length that is told, and progress is reported', async () => {
      await serve((response) => response.writeHead(201).end('{"id":"e1","name":"one","size_bytes":5}'));
      const reports: number[] = [];
      const added = await client.addToCatalog('one', zip, signal, (sent, total) => reports.push(sent / total));
      assert.deepEqual([added.id, added.name, added.bytes], ['e1', 'one', 5]);
      const [request] = server.arrived;
      assert.equal(`${request?.method} ${request?.url}`, 'POST /extensions');
      assert.equal(request?.headers['content-length'], String(request?.body.length));
      assert.deepEqual(
        [...String(request?.body).matchAll(/name="([^"]+)"(?:; filename="([^"]+)")?/g)].map(([, name, file]) => [
          name,
          file,
        ]),
        [
          ['name', undefined],
          ['file', 'one.zip'],
        ],
      );
      assert.ok(request?.body.includes(zip));
      assert.equal(reports.at(-1), 1);
    });

    for (const status of [404, 405, 501])
      it(`is known by ${status} not to be filled by this service`, async () => {
        await serve((response) => response.writeHead(status).end());
        await assert.rejects(client.addToCatalog('one', zip, signal), { name: 'NotOffered', ability: 'addToCatalog' });
      });

    it('says that a name is taken, in the service’s words, and asks once', async () => {
      await serve((response) => response.writeHead(409).end('{"message":"extension name already exists: one"}'));
      await assert.rejects(client.addToCatalog('one', zip, signal), {
        status: 409,
        message: 'Couldn’t upload “one” to the catalog. The service says: “extension name already exists: one”',
      });
      assert.equal(server.arrived.length, 1);
    });

    it('says so if the record of what was added cannot be read', async () => {
      await serve((response) => response.writeHead(201).end('{}'));
      await assert.rejects(client.addToCatalog('one', zip, signal), /added the extension but didn’t return its ID/);
    });

    it('gives back the very bytes of a zip', async () => {
      await serve((response) => response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(zip));
      assert.ok(zip.equals(await client.downloadExtension('an extension', signal)));
      assert.equal(server.arrived[0]?.url, '/extensions/an%20extension');
    });

    for (const [what, bytes] of Object.entries({
      'no zip': Buffer.from('{"id":"e1"}'),
      'an empty answer': Buffer.alloc(0),
      'a zip that was cut off': zip.subarray(0, 12),
    }))
      it(`takes ${what} for no extension`, async () => {
        await serve((response) => response.writeHead(200).end(bytes));
        await assert.rejects(client.downloadExtension('e1', signal), /Couldn’t download “e1”\. Unexpected response/);
      });

    it('reads no answer that does not end', async () => {
      const block = Buffer.concat([zip, Buffer.alloc(1024 * 1024)]);
      await serve((response) => {
        response.on('error', () => {});
        const more = (): void => {
          while (!response.destroyed && response.write(block));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      });
      await assert.rejects(client.downloadExtension('e1', signal), /The response is too large/);
    });
  });

  describe('the address of the live view', () => {
    for (const [given, safe] of [
      ['https://live.example/?jwt=secret', true],
      ['http://127.0.0.1:8080/view?jwt=secret', true],
      ['http://localhost/view', true],
      ['http://live.example/?jwt=secret', false],
      ['https://user:password@live.example/', false],
      ['javascript:alert(1)', false],
      ['file:///etc/passwd', false],
      ['command:workbench.action.quit', false],
      ['no address', false],
      [7, false],
      [undefined, false],
    ] as const)
      it(`is ${safe ? '' : 'not '}taken from ${String(given)}`, async () => {
        await serve((response) =>
          response.writeHead(200).end(JSON.stringify({ session_id: 's1', browser_live_view_url: given })),
        );
        assert.equal((await client.liveViewAddress('s1', signal))?.href, safe ? given : undefined);
        // Of the address, a record has only that there is one.
        assert.deepEqual(Object.values((await client.getSession('s1', signal)) ?? {}).filter(Boolean), [
          's1',
          ...(safe ? [true] : []),
        ]);
      });
  });

  it('are read as far as they make sense', async () => {
    const session = {
      session_id: 's1',
      created_at: '2026-01-31T12:00:00.5Z',
      viewport: { width: 1280, height: 800, refresh_rate: 60 },
      timeout_seconds: 0,
      headless: false,
      start_url: 'https://a.example/',
      tags: { team: 'web', count: 7, quoted: 'the-token' },
    };
    const wrong = {
      session_id: 's2',
      created_at: 'yesterday',
      viewport: { width: '1280', height: 800 },
      timeout_seconds: -1,
      headless: 'no',
      start_url: 'https://user:password@a.example/',
      tags: 'team=web',
    };
    await serve((response) =>
      response
        .writeHead(200)
        .end(
          JSON.stringify([
            session,
            wrong,
            { ...wrong, session_id: 's3', viewport: [0], start_url: 'https://a.example/?the-token-is-quoted' },
          ]),
        ),
    );
    const [first, ...others] = (await client.listSessions(signal))?.items ?? [];
    assert.deepEqual(first, {
      id: 's1',
      name: undefined,
      pool: undefined,
      profile: undefined,
      savesChanges: undefined,
      viewport: { width: 1280, height: 800 },
      timeoutSeconds: 0,
      createdAt: Date.UTC(2026, 0, 31, 12, 0, 0, 500),
      headless: false,
      startUrl: 'https://a.example/',
      hasLiveView: undefined,
      tags: { team: 'web' },
    });
    assert.deepEqual(
      others.map((other) => Object.values(other).filter((value) => value !== undefined)),
      [['s2'], ['s3']],
    );
    server.server.closeAllConnections();
    server.server.close();
    client.close();
    const checksum = '0123456789abcdef'.repeat(4);
    await serve((response) =>
      response
        .writeHead(200)
        .end(
          '[{"id":"e1","size_bytes":7,"created_at":"2026-01-31T12:00:00Z","last_used_at":"2026-02-01T00:00:00+01:00","checksum":"CHECKSUM"},{"id":"e2","size_bytes":"7","created_at":1,"last_used_at":"9".repeat}]'
            .replace('"9".repeat', '"999999999-01-01T00:00:00Z"')
            .replace('CHECKSUM', checksum),
        ),
    );
    assert.deepEqual((await client.listExtensions(signal))?.items, [
      {
        id: 'e1',
        name: undefined,
        bytes: 7,
        createdAt: Date.UTC(2026, 0, 31, 12),
        lastUsedAt: Date.UTC(2026, 0, 31, 23),
        checksum,
      },
      { id: 'e2', name: undefined, bytes: undefined, createdAt: undefined, lastUsedAt: undefined, checksum: undefined },
    ]);
  });
});
