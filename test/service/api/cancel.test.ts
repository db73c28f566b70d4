import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createClient, type Client } from '../../../src/api';
import { FaultServer, type Misbehaviour } from '../../support/faults/fault-server';
import { answer } from '../../support/faults/faults';
import { listen } from '../../support/network/listen';

const zip = Buffer.alloc(20_000_000, 'zip');

/** In each of these phases nothing happens until the request is cancelled. */
const PHASES: Record<string, { will: Misbehaviour; ask: (client: Client, signal: AbortSignal) => Promise<unknown> }> = {
  'while the request is sent': {
    will: ({ stall }) => stall(),
    ask: (client, signal) => client.uploadExtensions('s1', [{ name: 'one', zip }], { signal }),
  },
  'while the answer is waited for': {
    will: ({ body }) => body(),
    ask: (client, signal) => client.click('s1', { x: 1, y: 2 }, signal),
  },
  'while a good answer is read': {
    will: ({ write }) => write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[{'),
    ask: (client, signal) => client.listSessions(signal),
  },
  'while an error is read': {
    will: ({ write }) => write('HTTP/1.1 500 E\r\ncontent-length: 100\r\n\r\n{"'),
    ask: (client, signal) => client.listSessions(signal),
  },
  'while only 1xx come': {
    will: ({ write }) => write('HTTP/1.1 102 Processing\r\n\r\n'),
    ask: (client, signal) => client.click('s1', { x: 1, y: 2 }, signal),
  },
  'while it waits to ask again': {
    will: ({ write }) => write(answer(429, '', { 'retry-after': '60' })),
    ask: (client, signal) => client.click('s1', { x: 1, y: 2 }, signal),
  },
};

describe('Cancelling on the wire', () => {
  let server: FaultServer;
  before(async () => (server = await FaultServer.start()));
  after(() => server.stop());

  for (const [phase, { will, ask }] of Object.entries(PHASES)) {
    it(`${phase} ends it at once and closes the connection; it is no error`, async () => {
      const client = createClient({ baseUrl: server.url, token: 't' });
      const controller = new AbortController();
      const reached = new Promise<void>((resolve) =>
        server.will(async (exchange) => {
          await will(exchange);
          setImmediate(resolve);
        }),
      );
      const asked = ask(client, controller.signal);
      await reached;
      controller.abort();
      await assert.rejects(asked, { name: 'Cancelled' });
      assert.equal(server.arrived.length, 1);
      client.close();
      server.readOn();
      await server.empty();
    });
  }

  it('while the connection is made ends it at once', async () => {
    const sockets: Socket[] = [];
    // Accepts the connection, but never starts TLS.
    const mute = createServer((socket) => sockets.push(socket.on('error', () => {})));
    const port = await listen(mute);
    const client = createClient({
      baseUrl: `https://127.0.0.1:${port}`,
      token: 't',
    });
    const controller = new AbortController();
    const asked = client.click('s1', { x: 1, y: 2 }, controller.signal);
    await once(mute, 'connection');
    controller.abort();
    await assert.rejects(asked, { name: 'Cancelled' });
    for (const socket of sockets) if (!socket.closed) await once(socket.resume(), 'close');
    mute.close();
  });
});

describe('A proxy that takes the connection, and says nothing', () => {
  let proxy: FaultServer;
  let asked: Promise<void>;
  let client: Client | undefined;
  beforeEach(async () => {
    proxy = await FaultServer.start();
    asked = new Promise((resolve) => proxy.will(() => resolve()));
  });
  afterEach(async () => {
    client?.close();
    await proxy.stop();
  });

  function clientOf(timeouts: { connect?: number }): Client {
    const network = { proxyTo: () => ({ url: proxy.url, authorization: 'Basic eA==' }) };
    client = createClient({ baseUrl: 'https://service.example', token: 't', network, timeouts });
    return client;
  }

  it('is left at once by Cancel', async () => {
    const controller = new AbortController();
    const click = clientOf({}).click('s1', { x: 1, y: 2 }, controller.signal);
    await asked;
    controller.abort();
    await assert.rejects(click, { name: 'Cancelled' });
  });

  it('is left when the time for a connection is over', async () => {
    await assert.rejects(
      clientOf({ connect: 500 }).click('s1', { x: 1, y: 2 }, new AbortController().signal),
      /The connection timed out\. Nothing was sent/,
    );
  });
});

describe('The progress of an upload', () => {
  it('is what has left: it grows with what the service takes, and ends with all', async () => {
    const server = await FaultServer.start();
    // 1 MB every 50 ms.
    server.will(async ({ socket, body, write, request }) => {
      socket.pause();
      const timer = setInterval(() => {
        socket.resume();
        const most = request.bodyBytes + 1_000_000;
        socket.on('data', function stop() {
          if (request.bodyBytes < most) return;
          socket.pause();
          socket.off('data', stop);
        });
      }, 50);
      socket.on('close', () => clearInterval(timer));
      await body();
      write(answer(201));
    });
    const client = createClient({ baseUrl: server.url, token: 't' });
    const reports: { sent: number; taken: number }[] = [];
    await client.uploadExtensions('s1', [{ name: 'one', zip }], {
      signal: new AbortController().signal,
      onProgress: (sent) => reports.push({ sent, taken: server.arrived[0]?.bodyBytes ?? 0 }),
    });
    client.close();
    const sent = reports.map((report) => report.sent);
    assert.ok(reports.length >= 100, `${reports.length} reports`);
    assert.deepEqual(
      sent,
      sent.toSorted((one, other) => one - other),
    );
    assert.equal(sent.at(-1), server.arrived[0]?.bodyBytes);
    assert.equal(server.arrived[0]?.headers['content-length'], String(sent.at(-1)));
    // The difference can be at most what the system's buffers at both ends hold.
    assert.ok(
      reports.every((report) => report.sent - report.taken < 12_000_000),
      'more was told than can have left',
    );
    await server.stop();
  });
});
