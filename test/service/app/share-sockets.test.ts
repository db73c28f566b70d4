import assert from 'node:assert/strict';
import { RequestWatch } from '../../../src/devtools';
import { readMock } from '../../../src/core/mock';
import { until } from '../../support/until';
import { DevServer, ShareFixture, type PageInSession } from './share-fixture';

/** Opens a WebSocket in a page, and writes down what happens to it. */
const OPEN = `(address, protocols) => {
  const heard = [];
  const socket = new WebSocket(address, protocols);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => heard.push('open ' + socket.protocol);
  socket.onmessage = ({ data }) => heard.push(typeof data === 'string' ? data : [...new Uint8Array(data)].join());
  socket.onerror = () => heard.push('error');
  socket.addEventListener('close', ({ code, reason, wasClean }) => heard.push(['close', code, reason, wasClean].join(' ')));
  Object.assign(globalThis, { socket, heard });
}`;

async function heard(page: PageInSession, what: string): Promise<void> {
  await until(`the page hears ${what}`, async () => (await page.run('globalThis.heard ?? []')).includes(what));
}

/** What a page gets at an address. */
function told(url: string): string {
  return `fetch(${JSON.stringify(url)}).then((answer) => answer.text(), (error) => error.name)`;
}

describe('A WebSocket to a port that is shared with a session', () => {
  let fixture: ShareFixture;
  let dev: DevServer;
  let address: string;

  before(async () => {
    [fixture, dev] = await Promise.all([ShareFixture.open(), DevServer.start()]);
    address = `ws://localhost:${dev.port}/socket?a=1`;
  });
  afterEach(() => {
    fixture.stop();
    dev.sockets.splice(0).forEach(({ socket }) => socket.terminate());
  });
  after(async () => {
    dev.stop();
    await fixture.close();
  });

  it('takes and gives texts and bytes, with its protocol, until either side closes it', async () => {
    await fixture.share(dev.port);
    const page = await fixture.open(dev.origin);
    await page.run(`document.cookie = 'seen=1'`);
    await page.run(`(${OPEN})(${JSON.stringify(address)}, ['one', 'two'])`);
    await heard(page, 'open two');
    const [{ socket, request }] = [dev.sockets[0] ?? assert.fail()];
    assert.equal(request.url, '/socket?a=1');
    assert.equal(request.headers.origin, dev.origin);
    assert.equal(request.headers.host, `localhost:${dev.port}`);
    assert.equal(request.headers.cookie, 'seen=1');
    await page.run(`(async () => {
      socket.send('text ✓');
      socket.send(new Blob([new Uint8Array([1, 2])]));
      socket.send(new Uint8Array([0, 3, 255, 4]).subarray(1, 3));
      socket.send('last');
    })()`);
    await heard(page, 'last');
    assert.deepEqual(await page.run('heard'), ['open two', 'text ✓', '1,2', '3,255', 'last']);
    socket.close(4001, 'so');
    await heard(page, 'close 4001 so true');
    await page.run(`(${OPEN})(${JSON.stringify(address)})`);
    await heard(page, 'open ');
    const second = dev.sockets[1]?.socket ?? assert.fail();
    const closed = new Promise((resolve) =>
      second.once('close', (code, reason) => resolve(`${code} ${reason.toString()}`)),
    );
    await page.run(`socket.close(3000, 'bye')`);
    assert.equal(await closed, '3000 bye');
    await heard(page, 'close 3000 bye true');
    await page.run(`(${OPEN})(${JSON.stringify(address)})`);
    await heard(page, 'open ');
    fixture.stop();
    await heard(page, 'close 1006  false');
    await until('the server hears it', () => dev.sockets.every(({ socket: each }) => each.readyState === each.CLOSED));
  });

  it('looks like any other to the page, and those to other addresses are the browser’s own', async () => {
    await fixture.share(dev.port);
    const page = await fixture.open(dev.origin);
    assert.deepEqual(
      await page.run(`(() => {
        const nameOf = (work) => { try { work(); return 'none'; } catch (error) { return error.name; } };
        class Own extends WebSocket { send(data) { super.send('own ' + data); } }
        const socket = new WebSocket(${JSON.stringify(address)});
        const own = new Own(${JSON.stringify(address)});
        const native = new WebSocket('ws://localhost:1/');
        const url = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'url').get;
        const isNative = (each) => { try { url.call(each); return true; } catch { return false; } };
        return [
          socket instanceof WebSocket, own instanceof Own, own instanceof WebSocket, native instanceof WebSocket,
          socket.constructor === WebSocket, WebSocket.OPEN, socket.CLOSED, socket.url, own.readyState, socket.onopen,
          isNative(socket), isNative(native),
          nameOf(() => new WebSocket('ws://')), nameOf(() => new WebSocket(${JSON.stringify(`${address}#a`)})),
          nameOf(() => new WebSocket(${JSON.stringify(address)}, ['a', 'a'])), nameOf(() => socket.send('early')),
          nameOf(() => socket.close(1001)), nameOf(() => WebSocket(${JSON.stringify(address)})),
          Object.keys(globalThis).filter((each) => each.startsWith('browserSessions')).length,
        ];
      })()`),
      // prettier-ignore
      [
        true, true, true, true, true, 1, 3, address, 0, null, false, true,
        'SyntaxError', 'SyntaxError', 'SyntaxError', 'InvalidStateError', 'InvalidAccessError', 'TypeError', 0,
      ],
    );
  });

  it('is opened again by a page that was there before', async () => {
    const page = await fixture.open('about:blank#there').catch(() => fixture.open('data:text/html,<p>there'));
    await fixture.share(dev.port);
    const shared = await fixture.open(dev.origin);
    await shared.run(`(${OPEN})(${JSON.stringify(address)})`);
    await heard(shared, 'open ');
    // A page of no origin may not.
    await page.run(`(${OPEN})(${JSON.stringify(address)})`);
    await heard(page, 'close 1006  false');
    assert.equal(dev.sockets.length, 1);
  });

  it('has a limit for a message of either side', async () => {
    await fixture.share(dev.port);
    const page = await fixture.open(dev.origin);
    await page.run(`(${OPEN})(${JSON.stringify(address)})`);
    await heard(page, 'open ');
    await page.run(`socket.send('x'.repeat(7 * 1024 * 1024))`);
    await until('it comes back', async () => (await page.run('heard[1]?.length')) === 7 * 1024 * 1024);
    await page.run(`socket.send(new Uint8Array(9 * 1024 * 1024))`);
    await heard(page, 'close 1009 The message is too large to be shared. true');
    await page.run(`(${OPEN})(${JSON.stringify(address)})`);
    await heard(page, 'open ');
    dev.sockets.at(-1)?.socket.send('x'.repeat(9 * 1024 * 1024));
    await until('it is closed', async () => (await page.run('socket.readyState')) === 3);
  });

  it('of a worker is told of, because it can’t be shared', async () => {
    await fixture.share(dev.port);
    const page = await fixture.open(dev.origin);
    const script = `new WebSocket(${JSON.stringify(address)}).onclose = () => postMessage('closed')`;
    const closed = `new Promise((resolve) => (new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}]))).onmessage = ({ data }) => resolve(data)))`;
    assert.equal(await page.run(closed), 'closed');
    const words = `A worker or content script opened a WebSocket to localhost:${dev.port}: only those of pages can be shared.`;
    await until('it is told', () => fixture.problem === words);
    assert.equal(dev.sockets.length, 0);
  });
});

/**
 * What a page that wants more finds: the names of what we have in it are known to nobody, so it looks for all of them.
 */
describe('A page that wants more than the port that is shared', () => {
  let fixture: ShareFixture;
  let dev: DevServer;
  let secret: DevServer;

  before(async () => {
    [fixture, dev, secret] = await Promise.all([ShareFixture.open(), DevServer.start(), DevServer.start()]);
    await fixture.share(dev.port);
  });
  after(async () => {
    dev.stop();
    secret.stop();
    await fixture.close();
  });
  afterEach(() => {
    assert.deepEqual(secret.lines.length + secret.sockets.length, 0, 'another port was reached');
    dev.asked.splice(0);
    dev.sockets.splice(0);
  });

  it('reaches no other port, by a redirect neither', async () => {
    dev.on('/moves', (_, response) => response.writeHead(302, { location: `${secret.origin}/secret` }).end());
    const page = await fixture.open(dev.origin);
    for (const url of [
      `${secret.origin}/`,
      `http://127.0.0.1:${secret.port}/`,
      `${dev.origin}/moves`,
      `http://localhost:${dev.port}@localhost:${secret.port}/`,
    ])
      assert.equal(await page.run(told(url)), 'TypeError', url);
    const moved = await fixture.open(`${dev.origin}/moves`);
    assert.equal(await moved.run(`location.protocol`), 'chrome-error:');
  });

  it('reaches this machine by no other name', async () => {
    const page = await fixture.open(dev.origin);
    for (const host of ['localhost.', 'a.localhost', 'localtest.me', '127.0.0.2', '0.0.0.0', '[::ffff:127.0.0.1]'])
      await page.run(told(`http://${host}:${dev.port}/by-name`));
    assert.ok(!dev.lines.includes('GET /by-name'), dev.lines.join());
  });

  it('sends no other Host, and nothing that ends a request or begins another', async () => {
    const page = await fixture.open(dev.origin);
    await page.run(`fetch('/host', { headers: { Host: 'evil.example', 'X-Forwarded': 'a' } }).catch(() => {})`);
    const socket = `new Promise((resolve) => { const all = new WebSocket('ws://localhost:${dev.port}/%0d%0aHost:%20evil.example'); all.onopen = all.onclose = resolve; })`;
    await page.run(`${socket}.then(() => {})`);
    const hosts = [...dev.asked.map(({ headers }) => headers), ...dev.sockets.map(({ request }) => request.headers)];
    assert.deepEqual([...new Set(hosts.map(({ host }) => host))], [`localhost:${dev.port}`]);
  });

  it('gets nothing by calling what our script calls', async () => {
    // A frame of no origin, in which the page can look before and after our script has run.
    dev.on('/frames', (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<iframe sandbox="allow-scripts" src="/inner"></iframe><iframe src="about:blank"></iframe>'),
    );
    dev.on('/inner', (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<script>new WebSocket('ws://localhost:${dev.port}/of-frame').onopen = () => {};</script>`),
    );
    const page = await fixture.open(`${dev.origin}/frames`);
    await until('the frame has a socket', () => dev.sockets.length > 0);
    assert.equal(dev.sockets[0]?.request.headers.origin, 'null');
    const names = await page.run(`(() => {
      const posts = [];
      // What our script calls with its messages, seen by the page as it is given them.
      const { stringify } = JSON;
      const found = [globalThis, frames[1]].flatMap((world) => Object.getOwnPropertyNames(world).filter((name) => name.startsWith('browserSessions')).map((name) => [world, name]));
      for (const [world, name] of found)
        for (const message of ${JSON.stringify([
          { id: 1, open: `ws://localhost:${secret.port}/`, protocols: [] },
          { id: 2, open: `http://localhost:${secret.port}/` },
          { id: 3, open: `ws://evil.example:${dev.port}/` },
          { id: 4, open: `ws://localhost:${dev.port}@localhost:${secret.port}/` },
          { id: 5, open: 'x'.repeat(100), protocols: 'no list' },
          { id: -1, text: 'a' },
        ])})
          if (typeof world[name] === 'function') world[name](stringify(message));
      return found.map(([, name]) => name);
    })()`);
    // Only what tells our script: the binding itself is taken away.
    assert.ok(
      names.every((name: string) => name.endsWith('Told')),
      names.join(),
    );
    const answers = await page.run(`Promise.all([0, 1].map((at) => new Promise((resolve) => {
      const world = at === 0 ? globalThis : frames[1];
      const socket = new world.WebSocket('ws://localhost:${dev.port}/again' + at);
      socket.onopen = () => resolve('open');
      socket.onclose = () => resolve('closed');
    })))`);
    assert.deepEqual(answers, ['open', 'open']);
    const origins = dev.sockets.slice(1).map(({ request }) => request.headers.origin);
    assert.deepEqual(origins, [dev.origin, dev.origin]);
  });

  it('of a website is let to reach this machine only as far as the browser lets it', async () => {
    const { client, devtools } = fixture.person;
    const ending = new AbortController();
    const watch = new RequestWatch();
    await new Promise<void>((resolve, reject) => {
      void devtools
        .of(client, fixture.service.session)
        .keep(async (open, { signal }) => {
          await watch.begin(open, signal);
          resolve();
        }, ending.signal)
        .catch(reject);
    });
    try {
      const mock = readMock(
        { url: 'https://site.example/*', headers: { 'content-type': 'text/html' }, body: '<p>site' },
        [],
      );
      assert.ok('url' in mock);
      await watch.answer(mock);
      const site = await fixture.open('https://site.example/');
      assert.equal(await site.run('document.body.innerText'), 'site');
      assert.equal(await site.run(told(`${dev.origin}/from-site`)), 'TypeError');
      const image = `new Promise((resolve) => Object.assign(new Image(), { onload: () => resolve('loaded'), onerror: () => resolve('error'), referrerPolicy: 'no-referrer', src: '${dev.origin}/image' }))`;
      assert.equal(await site.run(image), 'error');
      const socket = `new Promise((resolve) => { const all = new WebSocket('ws://localhost:${dev.port}/'); all.onopen = () => resolve('open'); all.onclose = () => resolve('closed'); })`;
      assert.equal(await site.run(socket), 'closed');
      await site.run(
        `new Promise((resolve) => document.body.append(Object.assign(document.createElement('iframe'), { onload: resolve, src: '${dev.origin}/framed' }))).then(() => {})`,
      );
      assert.deepEqual([dev.lines, dev.sockets.length], [[], 0]);
      assert.match(
        fixture.problem ?? '',
        /^“https:\/\/site\.example” asked for localhost:\d+: this browser lets no website/,
      );
    } finally {
      ending.abort();
    }
  });

  it('of another session reaches nothing', async () => {
    const id = (await fixture.person.client.createSession({}, new AbortController().signal)).id;
    const page = await fixture.open(dev.origin, id);
    assert.equal(await page.run('location.protocol'), 'chrome-error:');
    assert.deepEqual(dev.lines, []);
  });
});
