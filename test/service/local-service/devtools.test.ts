import assert from 'node:assert/strict';
import { request as open } from 'node:http';
import { once } from 'node:events';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { addressOf, DevToolsClient, type Message, refusalOf } from './devtools-client';
import { extension } from './extension';
import { until } from '../../support/until';
import { upload } from './upload';

const SESSION_NOT_FOUND = { code: -32001, message: 'Session with given id not found.' };
const AUTO_ATTACH = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };

/** The ids of the answers, in the order they came. */
function idsOf({ heard }: DevToolsClient): number[] {
  return heard.flatMap(({ id }) => id ?? []);
}

describe('The DevTools address of a session', () => {
  let service: LocalService;
  let address: string;
  let clients: DevToolsClient[] = [];

  before(async () => {
    service = await startLocalService();
    address = await addressOf(service, service.session);
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    clients = [];
  });
  after(async () => {
    await service.stop();
    assert.equal(service.complaints(), '');
  });

  async function connect(): Promise<DevToolsClient> {
    const client = await DevToolsClient.connect(address);
    clients.push(client);
    return client;
  }

  it('is on this machine, ends in a secret, and is the same each time it is told', async () => {
    const { port } = new URL(service.url);
    assert.match(address, new RegExp(`^ws://127\\.0\\.0\\.1:${port}/devtools/browser/[\\w-]{43}$`));
    const { text } = await request(service, 'GET', '/browsers');
    const browsers: { cdp_ws_url: string }[] = JSON.parse(text);
    assert.deepEqual(
      browsers.map(({ cdp_ws_url }) => cdp_ws_url),
      [address],
    );
  });

  it('serves the browser that the extensions are loaded in', async () => {
    const client = await connect();
    const { product } = await client.send('Browser.getVersion');
    assert.match(product, /^Chrome\//);
    await client.close();
    assert.equal((await upload(service, service.session, { mine: extension('mine') })).status, 201);
    const again = await connect();
    const { extensions } = await again.send('Extensions.getExtensions');
    assert.equal(extensions.length, 1);
    assert.match(extensions[0].path, new RegExp(`/${service.session}/extensions/mine$`));
  });

  const refused: [string, (right: string) => string, object, number][] = [
    ['no secret', (right) => right.replace(/[^/]+$/, ''), {}, 404],
    ['another secret', (right) => right.replace(/[^/]+$/, 'x'.repeat(43)), {}, 404],
    ['a secret that is longer', (right) => `${right}x`, {}, 404],
    ['another path', (right) => right.replace('/devtools/browser/', '/devtools/page/'), {}, 404],
    ['a web page, which says where it comes from', (right) => right, { origin: 'http://127.0.0.1' }, 403],
    ['a web page that says it comes from nowhere', (right) => right, { headers: { Origin: 'null' } }, 403],
    ['a name that leads to this machine', (right) => right, { headers: { Host: 'evil.example' } }, 403],
  ];
  for (const [what, place, options, expected] of refused) {
    it(`refuses ${what}, with the error object`, async () => {
      const { status, text } = await refusalOf(place(address), options);
      assert.equal(status, expected, text);
      const { code }: { code: string } = JSON.parse(text);
      assert.equal(code, expected === 404 ? 'not_found' : 'forbidden');
    });
  }

  it('is nothing for a request that does not change to WebSocket', async () => {
    const place = new URL(address).pathname;
    assert.equal((await fetch(`${service.url}${place}`)).status, 401);
    assert.equal((await request(service, 'GET', place)).status, 404);
  });

  it('refuses a handshake that is none, and serves the next', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const [response] = await once(open(address.replace('ws:', 'http:'), { headers }).end(), 'response');
    assert.equal(response.statusCode, 400);
    response.resume();
    await (await connect()).send('Browser.getVersion');
  });

  it('serves several clients at a time, each as if it were alone', async () => {
    const [one, other] = await Promise.all([connect(), connect()]);
    await Promise.all([one, other].map((client) => client.send('Target.setAutoAttach', AUTO_ATTACH)));
    const page = await one.openPage('data:text/html,<title>mine</title>');
    const inOther = await other.waitFor(({ params }) => params?.targetInfo?.url.includes('mine') === true);
    assert.notEqual(inOther.params.sessionId, page);
    await one.send('Runtime.enable', {}, page);
    await one.evaluate('console.log("for one only"), 1', page);
    await one.waitFor(({ method, sessionId }) => method === 'Runtime.consoleAPICalled' && sessionId === page);
    await until(
      'the page is loaded',
      async () => (await other.evaluate('document.title', inOther.params.sessionId)) === 'mine',
    );
    for (const client of [one, other]) {
      const ids = idsOf(client).toSorted((a, b) => a - b);
      assert.deepEqual(
        ids,
        ids.map((_id, index) => index + 1),
      );
    }
    for (const [client, foreign] of [
      [one, inOther.params.sessionId],
      [other, page],
    ] as const) {
      const strange = ({ sessionId, params }: Message): boolean =>
        sessionId === foreign || params?.sessionId === foreign;
      assert.deepEqual(client.heard.filter(strange), []);
    }
    assert.deepEqual(
      other.heard.filter(({ method }) => method === 'Runtime.consoleAPICalled'),
      [],
    );
  });

  it('has nothing of the session that carries a client, and of the service’s own', async () => {
    const client = await connect();
    await client.send('Target.setDiscoverTargets', { discover: true });
    const page = await client.openPage();
    await client.evaluate('1', page);
    for (const { sessionId } of client.heard) assert.ok(sessionId === undefined || sessionId === page, sessionId);
  });

  it('refuses the session of another client, as Chromium does one that is not there', async () => {
    const [one, other] = await Promise.all([connect(), connect()]);
    const page = await one.openPage();
    assert.deepEqual(await other.ask('Runtime.evaluate', { expression: '1' }, page), {
      id: 1,
      error: SESSION_NOT_FOUND,
      sessionId: page,
    });
    const { error } = await other.ask('Target.detachFromTarget', { sessionId: page });
    assert.ok(error);
    assert.equal(await one.evaluate('1 + 1', page), 2);
  });

  it('serves sessions that were opened in sessions, and forgets them with those', async () => {
    const client = await connect();
    const { sessionId: inner } = await client.send('Target.attachToBrowserTarget');
    const { targetId } = await client.send('Target.createTarget', { url: 'about:blank' }, inner);
    const { sessionId: page } = await client.send('Target.attachToTarget', { targetId, flatten: true }, inner);
    assert.equal(await client.evaluate('1 + 1', page), 2);
    await client.send('Target.detachFromTarget', { sessionId: inner });
    for (const sessionId of [inner, page])
      assert.deepEqual((await client.ask('Browser.getVersion', {}, sessionId)).error, SESSION_NOT_FOUND);
  });

  it('answers what was still open in a session that ends', async () => {
    const client = await connect();
    const { targetId } = await client.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await client.send('Target.attachToTarget', { targetId, flatten: true });
    const asked = client.ask(
      'Runtime.evaluate',
      { expression: 'new Promise(() => {})', awaitPromise: true },
      sessionId,
    );
    await client.send('Target.closeTarget', { targetId });
    assert.notEqual((await asked).error, undefined);
  });

  it('ends what a client has opened when it goes, and nothing of another', async () => {
    const [one, other] = await Promise.all([connect(), connect()]);
    const page = await other.openPage();
    await one.send('Target.setAutoAttach', { ...AUTO_ATTACH, waitForDebuggerOnStart: true });
    one.socket.terminate();
    await one.closed;
    assert.equal(await other.evaluate('1 + 1', page), 2);
    // A page that waits for a debugger that has gone would wait for ever.
    assert.equal(await other.evaluate('2 + 2', await other.openPage('data:text/html,new')), 4);
  });

  it('answers what is not of the protocol in Chromium’s words, and stays', async () => {
    const client = await connect();
    const wrong: [string, number][] = [
      ['nonsense', -32700],
      ['[]', -32600],
      ['null', -32600],
      ['{"method":"Browser.getVersion"}', -32600],
      ['{"id":"1","method":"Browser.getVersion"}', -32600],
      ['{"id":1.5,"method":"Browser.getVersion"}', -32600],
      ['{"id":4294967296,"method":"Browser.getVersion"}', -32600],
      ['{"id":1,"method":"Browser.getVersion","sessionId":7}', -32600],
      ['{"id":2}', -32600],
      ['{"id":3,"method":"No.such"}', -32601],
    ];
    for (const [text] of wrong) client.socket.send(text);
    await client.waitFor(({ id }) => id === 3);
    assert.deepEqual(
      client.heard.map(({ error }) => error?.code),
      wrong.map(([, code]) => code),
    );
    client.heard.length = 0;
    await client.send('Browser.getVersion');
  });

  it('closes the connection for bytes that are no text, and for a message beyond all measure', async () => {
    const binary = await connect();
    binary.socket.send(Buffer.from('{}'));
    assert.equal((await binary.closed).code, 1003);
    const huge = await connect();
    huge.socket.send(JSON.stringify({ id: 1, method: 'x'.repeat(65 * 1024 * 1024) }));
    assert.equal((await huge.closed).code, 1009);
    await (await connect()).send('Browser.getVersion');
  });

  it('passes on a message of many megabytes whole, both ways', async () => {
    const client = await connect();
    const page = await client.openPage();
    const long = 'ü'.repeat(5_000_000);
    assert.equal(await client.evaluate(`${JSON.stringify(long)}.length`, page), long.length);
    assert.equal(await client.evaluate(`'ü'.repeat(${long.length})`, page), long);
  });

  nightly('closes the connection of a client that does not read, and serves the others meanwhile', async () => {
    const [slow, quick] = await Promise.all([connect(), connect()]);
    const { targetId } = await slow.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await slow.send('Target.attachToTarget', { targetId, flatten: true });
    const { sessionId: other } = await quick.send('Target.attachToTarget', { targetId, flatten: true });
    // What a session sets ends with it.
    await slow.send('Emulation.setEmulatedMedia', { media: 'print' }, sessionId);
    const isEmulated = (): Promise<unknown> => quick.evaluate('matchMedia("print").matches', other);
    assert.equal(await isEmulated(), true);
    slow.socket.pause();
    const params = { expression: `'x'.repeat(4e6)`, returnByValue: true };
    for (let id = 100; id < 140; id++)
      slow.socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params, sessionId }));
    await until('its session has ended', async () => (await isEmulated()) === false);
    slow.socket.resume();
    assert.deepEqual(await slow.closed, { code: 1013, reason: 'the client reads too slowly' });
    assert.equal(await quick.evaluate('1 + 1', await quick.openPage()), 2);
  });
});
