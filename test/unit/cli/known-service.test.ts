import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knownService, tellOfService } from '../../../src/cli/known-service';

describe('A local service that was killed', () => {
  let folder: string;
  let other: Server;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'known-'))));
  afterEach(() => {
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });

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
});
