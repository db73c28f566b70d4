import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { Cancelled } from '../../../src/core/errors';
import { ConnectionClosed, DevToolsConnection, listLoaded, ProtocolError } from '../../../src/devtools';
import { directly } from '../../support/browser';
import { listen } from '../../support/network/listen';

const { signal } = new AbortController();

/** A host that speaks WebSocket, and answers each message as a test wants. */
async function hostThat(answers: (socket: WebSocket, id: number) => void): Promise<{
  connection: DevToolsConnection;
  stop: () => Promise<void>;
}> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => {
      const { id }: { id: number } = JSON.parse(data.toString());
      answers(socket, id);
    });
  });
  const port = await listen(server);
  const address = new URL(`ws://127.0.0.1:${port}/devtools`);
  return {
    connection: await DevToolsConnection.open(address, directly, signal),
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('A host that is not what DevTools are', () => {
  it('answers with what is no message, and then well: the answer is found', async () => {
    const { connection, stop } = await hostThat((socket, id) => {
      for (const text of ['', '{', '[]', 'null', '7', '{"id":"x"}', `{"id":${id + 7},"result":{}}`, '{"method":5}'])
        socket.send(text);
      socket.send(Buffer.from([1, 2, 3]));
      socket.send(JSON.stringify({ id, result: { extensions: [] } }));
    });
    assert.deepEqual(await listLoaded(connection, signal), []);
    await stop();
  });

  it('lists what are no extensions: only what makes sense is taken, and not more than a session has', async () => {
    const good = { id: 'a'.repeat(32), path: '/x', name: 7, version: {}, enabled: 'no' };
    const { connection, stop } = await hostThat((socket, id) =>
      socket.send(
        JSON.stringify({
          id,
          result: {
            extensions: [null, 3, [], {}, { id: 5, path: '/a' }, good, ...Array.from({ length: 5000 }, () => good)],
          },
        }),
      ),
    );
    const listed = await listLoaded(connection, signal);
    assert.deepEqual(listed[0], { id: good.id, name: good.id, version: '', path: '/x', enabled: true });
    assert.ok(listed.length <= 500, `${listed.length}`);
    await stop();
  });

  it('answers with an error that has no words, or of another kind', async () => {
    const errors: unknown[] = [{}, 'no', 7, { message: 5, code: 'x' }];
    const { connection, stop } = await hostThat((socket, id) =>
      socket.send(JSON.stringify({ id, error: errors[id - 1] })),
    );
    for (const _ of errors) await assert.rejects(listLoaded(connection, signal), ProtocolError);
    await stop();
  });

  it('sends a message of more than 64 MB: the connection ends, and the memory with it', async () => {
    const { connection, stop } = await hostThat((socket) => socket.send('x'.repeat(65 * 1024 * 1024)));
    await assert.rejects(listLoaded(connection, signal), ConnectionClosed);
    await stop();
  });

  it('floods: what is asked meanwhile is answered', async () => {
    const { connection, stop } = await hostThat((socket, id) => {
      for (let count = 0; count < 20_000; count++)
        socket.send(JSON.stringify({ method: 'Target.targetCreated', count }));
      socket.send(JSON.stringify({ id, result: { extensions: [] } }));
    });
    assert.deepEqual(await listLoaded(connection, signal), []);
    await stop();
  });

  it('never answers: Cancel ends the wait at once', async () => {
    const cancelling = new AbortController();
    const { connection, stop } = await hostThat(() => cancelling.abort());
    await assert.rejects(listLoaded(connection, cancelling.signal), Cancelled);
    await stop();
  });

  it('closes in the middle of a call', async () => {
    const { connection, stop } = await hostThat((socket) => socket.terminate());
    await assert.rejects(listLoaded(connection, signal), ConnectionClosed);
    assert.equal(connection.isOpen, false);
    await stop();
  });
});
