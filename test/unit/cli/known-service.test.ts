import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { processHost } from '../../../src/cli/host';
import { knownService, tellOfService } from '../../../src/cli/known-service';
import { PROOF_PATH, proofOf } from '../../../src/core/service-proof';
import { temporaryFolder } from '../../support/temporary-folder';

describe('A local service that was killed', () => {
  let folder: string;
  let other: Server;
  beforeEach(() => (folder = temporaryFolder()));
  afterEach(() => other.close());

  /** What a command finds while another program listens at the port, and answers so. */
  async function foundWith(answer: (socket: Socket) => void): Promise<unknown> {
    other = createServer((socket) => {
      // A command that has read enough breaks the connection.
      socket.once('data', () => answer(socket)).on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address !== null && typeof address === 'object');
    tellOfService(folder, { address: `http://127.0.0.1:${address.port}`, token: 'secret', pid: process.pid });
    return knownService(folder);
  }

  // A promise that never settles ends a command with no word, and leaves an agent without an answer.
  it('is none to a command, however another program at its port answers', async () => {
    for (const answer of [
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nproof',
      `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(100_000)}`,
      'HTTP/1.1 204 No Content\r\n\r\n',
      'SSH-2.0-OpenSSH\r\n',
      '',
    ]) {
      assert.equal(await foundWith((socket) => socket.end(answer)), undefined, answer.slice(0, 40));
      other.close();
    }
  });

  it('hands its token to nobody else, also in a command that has begun before', async () => {
    const seen: IncomingHttpHeaders[] = [];
    /** Answers as a service with this token would, at the address of the one that was started first. */
    const listen = async (token: string, port = 0): Promise<number> => {
      const server = createHttpServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', address);
        if (pathname !== PROOF_PATH) seen.push(request.headers);
        if (pathname !== PROOF_PATH) response.end('[]');
        else void proofOf(token, address, searchParams.get('nonce') ?? '').then((proof) => response.end(proof));
      });
      other = server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      const at = server.address();
      end = () => server.closeAllConnections();
      return at !== null && typeof at === 'object' ? at.port : assert.fail();
    };
    let [address, end] = ['', (): void => {}];
    const port = await listen('secret');
    address = `http://127.0.0.1:${port}`;
    tellOfService(path.join(folder, 'browser-sessions'), { address, token: 'secret', pid: process.pid });
    const host = processHost({ BROWSER_SESSIONS_STATE: folder }, folder);
    const { client } = await host.connect();
    const signal = AbortSignal.timeout(30_000);
    assert.deepEqual((await client.listSessions(signal))?.items, []);
    assert.deepEqual(
      seen.splice(0).map(({ authorization }) => authorization),
      ['Bearer secret'],
    );
    end();
    other.close();
    await assert.rejects(client.listSessions(signal), { name: 'ConnectionError', message: /Connection refused\./ });
    await listen('guessed', port);
    await assert.rejects(client.listSessions(signal), { name: 'ConnectionError', message: /another program listens/ });
    const lookUp = client.network.requestFactoryFor(new URL(address));
    await assert.rejects(lookUp, /another program listens/);
    assert.deepEqual(seen, []);
    end();
    host.close();
  });
});
