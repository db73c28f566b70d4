import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createClient, type Client } from '../../../src/api';
import { UserError } from '../../../src/core/errors';
import { nightly } from '../../support/nightly';
import { randomJson } from '../../support/random-json';
import { startServer, type Arrived } from './recording-server';

const { signal } = new AbortController();
const zip = Buffer.from('a zip');

describe('The client on the wire', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let client: Client;
  const lines: string[] = [];

  async function serve(answer: (response: ServerResponse, request: Arrived) => void): Promise<void> {
    server = await startServer(answer);
    client = createClient({ baseUrl: server.url, token: 'the-token', log: (line) => lines.push(line) });
  }

  afterEach(async () => {
    client.close();
    server.server.closeAllConnections();
    server.server.close();
  });

  it('sends the four operations to their paths, with the token, once each', async () => {
    await serve((response) => response.writeHead(200).end());
    await client.uploadExtensions('s/1', [{ name: 'one', zip }], { signal });
    await client.release({ pool: 'my pool', sessionId: 's1', reuse: false }, signal);
    await client.click('s1', { x: 1, y: 2, button: 'right' }, signal);
    await client.deleteExtension('an extension', signal);
    assert.deepEqual(
      server.arrived.map(({ method, url }) => `${method} ${url}`),
      [
        'POST /browsers/s%2F1/extensions',
        'POST /browser_pools/my%20pool/release',
        'POST /browsers/s1/computer/click_mouse',
        'DELETE /extensions/an%20extension',
      ],
    );
    assert.ok(server.arrived.every(({ headers }) => headers.authorization === 'Bearer the-token'));
    assert.deepEqual(JSON.parse(String(server.arrived[1]?.body)), { session_id: 's1', reuse: false });
    assert.deepEqual(JSON.parse(String(server.arrived[2]?.body)), { x: 1, y: 2, button: 'right' });
  });

  it('sends an upload with its length, not chunked', async () => {
    await serve((response) => response.writeHead(201).end());
    await client.uploadExtensions('s1', [{ name: 'one', zip }], { signal });
    const [upload] = server.arrived;
    assert.equal(upload?.headers['content-length'], String(upload?.body.length));
    assert.equal(upload?.headers['transfer-encoding'], undefined);
    assert.match(upload?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
  });

  it('reports the bytes of an upload as they leave', async () => {
    await serve((response) => response.writeHead(201).end());
    const reports: number[] = [];
    await client.uploadExtensions('s1', [{ name: 'one', zip: Buffer.alloc(5_000_000) }], {
      signal,
      onProgress: (sent) => reports.push(sent),
    });
    assert.ok(reports.length > 20, `${reports.length} reports`);
    assert.deepEqual(
      reports,
      reports.toSorted((one, other) => one - other),
    );
    assert.equal(reports.at(-1), server.arrived[0]?.body.length);
  });

  it('takes any 2xx for success', async () => {
    await serve((response) => response.writeHead(204).end());
    await client.click('s1', { x: 1, y: 2 }, signal);
    await client.uploadExtensions('s1', [{ name: 'one', zip }], { signal });
  });

  for (const status of [400, 401, 403, 404, 409, 500, 502, 503]) {
    it(`sends a click once when the answer is ${status}`, async () => {
      await serve((response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end('{"code":"c","message":"m"}'),
      );
      await assert.rejects(client.click('s1', { x: 1, y: 2 }, signal), { name: 'ServiceError', status });
      assert.equal(server.arrived.length, 1);
    });
  }

  it('shows nothing of a page of HTML', async () => {
    await serve((response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1></html>'),
    );
    await assert.rejects(
      client.click('s1', { x: 1, y: 2 }, signal),
      (error: Error) => !error.message.includes('<') && /The service failed during the click in/.test(error.message),
    );
  });

  it('repeats no token that the service quotes', async () => {
    await serve((response, { headers }) =>
      response.writeHead(400).end(JSON.stringify({ message: `bad header ${headers.authorization}` })),
    );
    await assert.rejects(
      client.click('s1', { x: 1, y: 2 }, signal),
      (error: Error) => !error.message.includes('the-token') && error.message.includes('bad header Bearer …'),
    );
  });

  it('repeats nothing of a token that the service quotes in JSON escapes, nor in its log', async () => {
    const escaped = 'the-token'
      .split('')
      .map((character) => `\\u00${character.charCodeAt(0).toString(16)}`)
      .join('');
    lines.length = 0;
    await serve((response) =>
      response
        .writeHead(400)
        .end(
          `{"code":"${escaped}","message":"${'x'.repeat(495)}${escaped}","details":[{"message":"${escaped}"}],"inner_error":{"code":"${escaped}"}}`,
        ),
    );
    await assert.rejects(
      client.click('s1', { x: 1, y: 2 }, signal),
      (error: Error) => !/the-t|\\u0/.test(error.message) && error.message.includes('x…'),
    );
    assert.doesNotMatch(lines.join('\n'), /the-t/);
  });

  it('sends nothing for an ID that is the token: it was pasted into the wrong box', async () => {
    lines.length = 0;
    await serve((response) => response.writeHead(404).end());
    for (const ask of [
      () => client.click('the-token', { x: 1, y: 2 }, signal),
      () => client.getSession('the-token', signal),
      () => client.updateSession('s1', { name: 'the-token' }, signal),
      () => client.createSession({ tags: { key: 'the-token' } }, signal),
      () => client.listSessions(signal, undefined, { tags: { key: 'the-token' } }),
      () => client.release({ pool: 'p', sessionId: 'the-token' }, signal),
    ]) {
      await assert.rejects(ask(), {
        message: 'This is the connection’s token, not an ID or name. Nothing was sent.',
      });
    }
    assert.deepEqual([server.arrived, lines], [[], []]);
  });

  it('sends nothing for an ID that is none, and says so', async () => {
    await serve((response) => response.writeHead(200).end());
    for (const id of ['\ud800', 'a\udc00b', '', '.', '..', 'x'.repeat(5000)]) {
      const asked = [
        () => client.uploadExtensions(id, [{ name: 'one', zip }], { signal }),
        () => client.click(id, { x: 1, y: 2 }, signal),
        () => client.release({ pool: id, sessionId: 's1' }, signal),
        () => client.release({ pool: 'p', sessionId: id }, signal),
        () => client.deleteExtension(id, signal),
        () => client.getSession(id, signal),
        () => client.acquire(id, signal),
        () => client.screenshot(id, signal),
        () => client.endSession(id, signal),
        () => client.liveViewAddress(id, signal),
        () => client.flushPool(id, signal),
        () => client.downloadExtension(id, signal),
        () => client.typeText(id, 'text', signal),
      ];
      for (const ask of asked)
        await assert.rejects(
          ask(),
          (error: Error) => error.name === 'UserError' && /^“.{0,61}” isn’t a valid ID or name\.$/.test(error.message),
        );
    }
    assert.equal(server.arrived.length, 0);
  });

  nightly('reads any JSON: what comes of it is an answer, or a sentence', async () => {
    const odd = Array.from({ length: 60 }, (_, index) => JSON.stringify(randomJson(index + 1)));
    const bodies = [
      '['.repeat(100_000),
      `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
      `{"message":${'{"message":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      '"\\ud800"',
      '\0',
      ...odd,
      ...odd.map((body) => `{"message":${body},"code":${body},"details":${body},"inner_error":${body}}`),
    ];
    let [body, status] = ['', 200];
    await serve((response) => response.writeHead(status).end(body));
    for (body of bodies) {
      for (status of [200, 400]) {
        for (const ask of [
          () => client.listSessions(signal),
          () => client.getSession('s1', signal),
          () => client.createSession({}, signal),
          () => client.click('s1', { x: 1, y: 2 }, signal),
          () => client.listExtensions(signal),
          () => client.addToCatalog('e1', zip, signal),
          () => client.downloadExtension('e1', signal),
          () => client.liveViewAddress('s1', signal),
        ]) {
          const error: unknown = await ask().then(
            () => undefined,
            (reason: unknown) => reason,
          );
          assert.ok(error === undefined || error instanceof UserError, `${String(error)} for ${body.slice(0, 200)}`);
        }
      }
    }
  });

  it('follows no redirect with the token', async () => {
    const other = await startServer((response) => response.writeHead(200).end());
    await serve((response) => response.writeHead(307, { location: `${other.url}/` }).end());
    await assert.rejects(client.click('s1', { x: 1, y: 2 }, signal), /The token wasn’t sent there/);
    assert.equal(other.arrived.length, 0);
    other.server.close();
  });

  it('says that a click may have happened when the connection breaks before the answer', async () => {
    await serve((response) => response.destroy());
    await assert.rejects(
      client.click('s1', { x: 1, y: 2 }, signal),
      /The click in “s1” got no answer\. The host closed the connection\. The click may have gone through\. Check the screen before you retry\./,
    );
    assert.equal(server.arrived.length, 1);
  });

  it('stops an upload at once when it is cancelled, and closes the connection', async () => {
    await serve(() => {});
    const controller = new AbortController();
    const closed = new Promise<void>((resolve) =>
      server.server.on('connection', (socket) => socket.on('close', resolve)),
    );
    const uploading = client.uploadExtensions('s1', [{ name: 'one', zip: Buffer.alloc(5_000_000) }], {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await assert.rejects(uploading, { name: 'Cancelled' });
    await closed;
  });

  it('sends nothing when it was cancelled before', async () => {
    await serve((response) => response.writeHead(200).end());
    await assert.rejects(client.click('s1', { x: 1, y: 2 }, AbortSignal.abort()), { name: 'Cancelled' });
    assert.equal(server.arrived.length, 0);
  });

  it('refuses an id that is a way to another operation, before anything is sent', async () => {
    await serve((response) => response.writeHead(200).end());
    await assert.rejects(client.click('..', { x: 1, y: 2 }, signal), /isn’t a valid ID/);
    await assert.rejects(client.deleteExtension('', signal), /isn’t a valid ID/);
    assert.equal(server.arrived.length, 0);
  });

  it('reads the error of an answer that does not end only so far', async () => {
    await serve((response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    await assert.rejects(client.click('s1', { x: 1, y: 2 }, signal), { status: 500 });
  });

  for (const status of [404, 405, 501]) {
    it(`knows by ${status} that a list is not offered`, async () => {
      await serve((response) => response.writeHead(status).end());
      assert.equal(await client.listSessions(signal), undefined);
    });
  }

  it('does not take a list of another shape for an empty one', async () => {
    await serve((response) => response.writeHead(200).end('{"items": []}'));
    await assert.rejects(client.listSessions(signal), /Couldn’t list sessions\. Unexpected response\./);
  });

  it('spells the items of an upload in the other way where the service refuses the first, and from then on', async () => {
    const spellings: string[] = [];
    await serve((response, { body }) => {
      const [, spelling = ''] = / name="([^"]+)"/.exec(body.toString()) ?? [];
      spellings.push(spelling);
      if (spelling.includes('['))
        response.writeHead(400).end(JSON.stringify({ message: `invalid field: ${spelling}` }));
      else response.writeHead(201).end();
    });
    await client.uploadExtensions('s1', [{ name: 'one', zip }], { signal });
    await client.uploadExtensions('s1', [{ name: 'two', zip }], { signal });
    assert.deepEqual(spellings, ['extensions[0][name]', 'extensions.name', 'extensions.name']);
  });

  it('does not spell it in a third way', async () => {
    await serve((response) => response.writeHead(400).end('{"message":"invalid field: whatever"}'));
    await assert.rejects(client.uploadExtensions('s1', [{ name: 'one', zip }], { signal }), /invalid field: whatever/);
    assert.equal(server.arrived.length, 2);
  });

  it('asks for the whole of a long list, page by page', async () => {
    const all = Array.from({ length: 230 }, (_, index) => ({ id: `e${index}` }));
    await serve((response, { url }) => {
      const { searchParams } = new URL(url, 'http://localhost');
      const offset = Number(searchParams.get('offset'));
      response.writeHead(200).end(JSON.stringify(all.slice(offset, offset + Number(searchParams.get('limit')))));
    });
    assert.deepEqual(
      (await client.listExtensions(signal))?.items.map(({ id }) => id),
      all.map(({ id }) => id),
    );
    assert.equal(server.arrived.length, 3);
  });

  it('knows a pool with none free from an answer that cannot be read', async () => {
    await serve((response, { url }) => response.writeHead(url.includes('/empty/') ? 204 : 200).end());
    assert.equal(await client.acquire('empty', signal), undefined);
    await assert.rejects(client.acquire('odd', signal), /provided a session but didn’t return its ID/);
  });

  it('takes of a list the records that have an ID', async () => {
    await serve((response) =>
      response.writeHead(200).end('[{"session_id":"a","cdp_ws_url":"wss://x?token=secret"},{"name":"no id"},7,null]'),
    );
    assert.deepEqual(
      (await client.listSessions(signal))?.items.map(({ id }) => id),
      ['a'],
    );
    assert.ok(!JSON.stringify(await client.listSessions(signal)).includes('secret'));
  });

  it('waits on no port that nobody listens on', async () => {
    await serve(() => {});
    const { url } = server;
    server.server.close();
    await once(server.server, 'close');
    for (const [baseUrl, remoteMachine, words] of [
      [url, undefined, /Connection refused\. Nothing was sent/],
      [
        url,
        'build-box',
        /Couldn’t reach “http:\/\/127\.0\.0\.1:\d+” on the machine “build-box”\. Connection refused\. Nothing was sent/,
      ],
    ] as const) {
      const late = createClient({ baseUrl, token: 't', remoteMachine });
      await assert.rejects(late.click('s1', { x: 1, y: 2 }, signal), words);
      late.close();
    }
  });

  it('logs requests and answers without the token', async () => {
    await serve((response) => response.writeHead(200).end());
    lines.length = 0;
    await client.uploadExtensions('s1', [{ name: 'one', zip }], { signal });
    assert.ok(
      lines.some((line) => /^→ POST \/browsers\/s1\/extensions \d+ bytes$/.test(line)),
      lines.join('\n'),
    );
    assert.ok(
      lines.some((line) => /^← 200 in \d+ ms$/.test(line.replace(/POST \S+ /, ''))),
      lines.join('\n'),
    );
    assert.ok(!lines.join('\n').includes('the-token'));
  });
});
