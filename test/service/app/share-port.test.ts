import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { nightly } from '../../support/nightly';
import { temporaryFolder } from '../../support/temporary-folder';
import { until } from '../../support/until';
import { DevServer, ShareFixture } from './share-fixture';

/** What a request got, or what went wrong. */
const TOLD = `async (url, options) => {
  try { const answer = await fetch(url, options); return answer.status + ' ' + await answer.text(); }
  catch (error) { return error.name; }
}`;

describe('A port of this machine that is shared with a session', () => {
  let fixture: ShareFixture;
  let dev: DevServer;
  let other: DevServer;

  before(async () => {
    [fixture, dev, other] = await Promise.all([ShareFixture.open(), DevServer.start(), DevServer.start()]);
    dev.on('/app', (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<title>loading</title><script type="module" src="/main.js"></script>'),
    );
    dev.on('/main.js', (_, response) =>
      response
        .setHeader('content-type', 'text/javascript')
        .end(`import { word } from './dep.js'; document.title = word;`),
    );
    dev.on('/dep.js', (_, response) =>
      response.setHeader('content-type', 'text/javascript').end(`export const word = 'imported';`),
    );
  });
  afterEach(() => {
    fixture.stop();
    for (const each of [dev, other]) each.asked.splice(0);
  });
  after(async () => {
    dev.stop();
    other.stop();
    await fixture.close();
  });

  it('answers pages, modules and requests of the session, until it is stopped', async () => {
    const page = await fixture.open(dev.origin).catch(() => undefined);
    assert.equal(dev.asked.length, 0, 'the browser reached this machine by itself');
    assert.ok(page);
    await fixture.share(dev.port);
    const app = await fixture.open(`${dev.origin}/app?a=1`);
    await until('the module has run', async () => (await app.run('document.title')) === 'imported');
    assert.equal(await app.run(`(${TOLD})('/x', { method: 'POST', body: 'é' })`), '200 <title>/x</title><p>page</p>');
    assert.deepEqual(dev.lines, ['GET /app?a=1', 'GET /main.js', 'GET /dep.js', 'POST /x']);
    assert.equal(dev.asked[3]?.body, 'é');
    assert.equal(dev.asked[0]?.headers.host, `localhost:${dev.port}`);
    assert.deepEqual(fixture.activity?.ports, [dev.port]);
    await assert.rejects(fixture.share(dev.port), /is already shared with/);
    fixture.stop();
    await until('nothing is shared', async () => (await app.run(`(${TOLD})('/after')`)) === 'TypeError');
    assert.ok(!dev.lines.includes('GET /after'));
  });

  it('takes uploads, redirects, ranges and cookies as the server gives them', async () => {
    dev.on('/moves', (_, response) => response.writeHead(302, { location: '/moved?a' }).end());
    dev.on('/sets', (_, response) =>
      response
        .setHeader('set-cookie', ['seen=1', 'hidden=2; HttpOnly', 'strict=3; SameSite=Strict'])
        .setHeader('x-latin', Buffer.from('caf\xe9', 'latin1').toString('latin1'))
        .end(Buffer.from('set')),
    );
    dev.on('/range', (request, response) =>
      response.writeHead(206, { 'content-range': 'bytes 1-2/4' }).end(String(request.headers.range)),
    );
    dev.on('/packed', (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('unpacked')));
    await fixture.share(dev.port);
    const page = await fixture.open(`${dev.origin}/moves`);
    assert.equal(await page.run('location.pathname + location.search'), '/moved?a');
    assert.equal(await page.run(`fetch('/sets').then((answer) => answer.headers.get('x-latin'))`), 'café');
    assert.equal(await page.run('document.cookie'), 'seen=1; strict=3');
    assert.equal(await page.run(`(${TOLD})('/range', { headers: { range: 'bytes=1-2' } })`), '206 bytes=1-2');
    assert.equal(await page.run(`(${TOLD})('/packed')`), '200 unpacked');
    assert.equal(dev.asked.find(({ line }) => line === 'GET /range')?.headers.cookie, 'seen=1; hidden=2; strict=3');
    dev.asked.splice(0);
    await page.run(`(async () => {
      const form = new FormData();
      form.append('name', 'value');
      form.append('file', new Blob([new Uint8Array([1, 2, 3])]), 'bytes.bin');
      await fetch('/upload', { method: 'POST', body: form });
      document.body.innerHTML = '<form method="post" action="/form"><input name="a" value="b c"></form>';
      document.forms[0].submit();
    })()`);
    await until('the form has come', () => dev.lines.includes('POST /form'));
    assert.match(dev.asked[0]?.body ?? '', /name="name"\r\n\r\nvalue\r\n[^]*filename="bytes.bin"\r\n/);
    const form = dev.asked.find(({ line }) => line === 'POST /form');
    assert.equal(form?.body, 'a=b+c');
    assert.equal(form?.headers.origin, dev.origin);
  });

  it('takes a file that a person has chosen, if a script sends it', async () => {
    const file = path.join(temporaryFolder(), 'chosen é.txt');
    writeFileSync(file, 'of the session’s machine');
    dev.on('/choose', (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<form method="post" action="/sent" enctype="multipart/form-data"><input type="file" name="file"></form>'),
    );
    await fixture.share(dev.port);
    const page = await fixture.open(`${dev.origin}/choose`);
    const { root } = JSON.parse(JSON.stringify(await page.send('DOM.getDocument', {})));
    const { nodeId } = JSON.parse(
      JSON.stringify(await page.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input' })),
    );
    await page.send('DOM.setFileInputFiles', { nodeId, files: [file] });
    const sent = `fetch('/fetched', { method: 'POST', body: new FormData(document.forms[0]) })`;
    assert.equal(await page.run(`${sent}.then((answer) => answer.status)`), 200);
    const { body } = dev.asked.find(({ line }) => line === 'POST /fetched') ?? assert.fail();
    assert.match(body, /filename="chosen é.txt"\r\nContent-Type: text\/plain\r\n\r\nof the session’s machine\r\n--/);
    // What leads to another page can't be read.
    await page.run('document.forms[0].submit()');
    await until('it is told', async () => (await page.run('document.title')).startsWith('An upload to '));
    assert.ok(!dev.lines.includes('POST /sent'));
  });

  it('leaves it to the server which other origins may read, with a preflight', async () => {
    dev.on('/open', (request, response) => {
      response.setHeader('access-control-allow-origin', String(request.headers.origin));
      response.setHeader('access-control-allow-methods', 'PUT');
      response.end('open');
    });
    await fixture.share(dev.port);
    await fixture.share(other.port);
    assert.deepEqual(fixture.activity?.ports, [dev.port, other.port]);
    const page = await fixture.open(other.origin);
    assert.equal(await page.run(`(${TOLD})('${dev.origin}/closed')`), 'TypeError');
    assert.equal(await page.run(`(${TOLD})('${dev.origin}/closed', { method: 'PUT' })`), 'TypeError');
    assert.equal(await page.run(`(${TOLD})('${dev.origin}/open', { method: 'PUT' })`), '200 open');
    assert.deepEqual(dev.lines, ['GET /closed', 'OPTIONS /closed', 'OPTIONS /open', 'PUT /open']);
    assert.equal(dev.asked.at(-1)?.headers.origin, other.origin);
  });

  nightly(
    'tells in the page what is too large, what streams and what is down, and comes back with the server',
    async () => {
      const large = Buffer.alloc(1024 * 1024, 'x');
      dev.on('/fits', (_, response) => {
        response.writeHead(200, { 'content-length': 20 * large.length });
        for (let count = 0; count < 20; count++) response.write(large);
        response.end();
      });
      dev.on('/large', (_, response) => {
        for (let count = 0; count < 33; count++) response.write(large);
        response.end();
      });
      dev.on(
        '/stream',
        (_, response) => void response.setHeader('content-type', 'text/event-stream').write('data: 1\n\n'),
      );
      await fixture.share(dev.port);
      const page = await fixture.open(dev.origin);
      assert.equal(
        await page.run(`fetch('/fits').then((answer) => answer.blob()).then(({ size }) => size)`),
        20 * 1024 * 1024,
      );
      const name = `localhost:${dev.port}`;
      assert.equal(
        await page.run(`(${TOLD})('/large')`),
        `502 A response of ${name} is larger than 32 MB, which can’t be shared.`,
      );
      assert.equal(fixture.problem, `A response of ${name} is larger than 32 MB, which can’t be shared.`);
      const ended = `new Promise((resolve) => { const all = new EventSource('/stream'); all.onerror = () => resolve(all.readyState); })`;
      assert.equal(await page.run(ended), 2);
      assert.equal(fixture.problem, `A response of ${name} streams without an end, which can’t be shared.`);
      const again = await DevServer.start();
      const { port } = again;
      await fixture.share(port);
      again.stop();
      const down = await fixture.open(`http://localhost:${port}/down`);
      const words = `Nothing answers at localhost:${port} on the machine that shares it.`;
      assert.equal(await down.run('document.body.innerText.replaceAll(/\\s+/g, " ")'), `${words} Try Again`);
      assert.equal(fixture.problem, words);
      assert.equal(await page.run(`(${TOLD})('http://localhost:${port}/')`), 'TypeError');
      const began = await down.run('performance.timeOrigin');
      await down.run(`document.querySelector('a').click()`);
      await until(
        'it is asked once more',
        async () => (await down.run('performance.timeOrigin').catch(() => began)) > began,
      );
      assert.equal(fixture.activity?.isDown, true);
      const back = await DevServer.start(undefined, port);
      try {
        await fixture.activity?.tryAgain(new AbortController().signal);
        await until('the server is asked', () => back.lines.includes('GET /down'));
        await until('it is told no more', () => fixture.problem?.includes(String(port)) !== true);
      } finally {
        back.stop();
      }
    },
  );

  it('is found at the newer loopback address too', async () => {
    const six = await DevServer.start('::1');
    try {
      await fixture.share(six.port);
      const page = await fixture.open(`${six.origin}/six`);
      assert.equal(await page.run('document.title'), '/six');
      const socket = `new Promise((resolve) => { const all = new WebSocket('ws://localhost:${six.port}'); all.onopen = () => resolve('open'); all.onclose = () => resolve('closed'); })`;
      assert.equal(await page.run(socket), 'open');
    } finally {
      six.stop();
    }
  });
});
