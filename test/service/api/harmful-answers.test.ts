import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { createClient } from '../../../src/api';
import { nightly } from '../../support/nightly';
import { PATIENCE } from '../../support/until';
import { listen, portOf } from '../../support/network/listen';

const MB = 1024 * 1024;
/** The heap of the client's process, in megabytes: a tenth of what an extension host has. */
const HEAP = 100;

/** A message of the service with this many characters, compressed. */
async function packed(characters: number, packer: ReturnType<typeof createGzip>): Promise<Buffer> {
  const part = Buffer.alloc(MB, 'a');
  function* body(): Generator<Buffer | string> {
    yield '{"code":"hostile","message":"';
    for (let left = characters; left > 0; left -= MB) yield part;
    yield '"}';
  }
  return buffer(Readable.from(body()).pipe(packer));
}

describe('A service whose answers mean harm', () => {
  let server: Server;
  let answer: (method: string) => { status: number; headers: Record<string, string>; body: Buffer };
  before(async () => {
    server = createServer((request, response) => {
      const { status, headers, body } = answer(request.method ?? '');
      response.writeHead(status, headers).end(body);
    });
    await listen(server);
  });
  after(() => server.close());

  /** What a client in a small process of its own says to the answer. */
  async function asked(): Promise<string> {
    const api = path.resolve(process.env['BROWSER_SESSIONS_ROOT'] ?? '.', 'out/api/index.mjs');
    const child = spawn(process.execPath, [
      `--max-old-space-size=${HEAP}`,
      '--input-type=module',
      '--eval',
      `const { createClient } = await import(${JSON.stringify(`file://${api}`)});
       const client = createClient({ baseUrl: 'http://127.0.0.1:${portOf(server)}', token: 'the-token-of-this-person' });
       const said = await client.listSessions(new AbortController().signal).then(() => 'done', ({ message }) => message);
       console.log(said);
       client.close();`,
    ]);
    const [out, wrong] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    assert.equal(child.exitCode, 0, wrong.slice(-2000));
    return out.trim();
  }

  it('is told that its error of 60 kB, which would become 60 MB, is one', async () => {
    const body = await packed(60 * MB, createGzip({ level: 9 }));
    assert.ok(body.length < 64 * 1024);
    answer = () => ({ status: 500, headers: { 'content-encoding': 'gzip' }, body });
    assert.match(await asked(), /500/);
  });

  it('is told the same of 2 kB that would become a gigabyte', async () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
    const body = await packed(1024 * MB, createBrotliCompress({ params }));
    assert.ok(body.length < 64 * 1024);
    answer = () => ({ status: 500, headers: { 'content-encoding': 'br' }, body });
    assert.match(await asked(), /500/);
  });

  nightly('is told that a list of fifteen million empty lists is none', async () => {
    answer = () => ({ status: 200, headers: {}, body: Buffer.from(`[${'[],'.repeat(15 * MB)}[]]`) });
    assert.match(await asked(), /Unexpected response/);
  });

  it('is not waited for as a whole when its answer comes byte by byte', async () => {
    const slow = createServer((_request, response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    });
    await listen(slow);
    const timeouts = { connect: PATIENCE, answer: 1000, slowAnswer: 1000 };
    const baseUrl = `http://127.0.0.1:${portOf(slow)}`;
    const client = createClient({ baseUrl, token: 'the-token', timeouts, wait: async () => {} });
    try {
      await assert.rejects(client.listSessions(new AbortController().signal), /The response was cut off\./);
    } finally {
      client.close();
      slow.closeAllConnections();
      slow.close();
    }
  });

  it('is understood when its error is short, compressed as it likes', async () => {
    for (const [encoding, packer] of [
      ['gzip', createGzip()],
      ['br', createBrotliCompress()],
    ] as const) {
      const body = await buffer(Readable.from(['{"code":"x","message":"no such thing"}']).pipe(packer));
      answer = () => ({ status: 500, headers: { 'content-encoding': encoding }, body });
      assert.match(await asked(), /no such thing/, encoding);
    }
  });
});
