import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Client } from '../../../src/api';
import { DevToolsSessions } from '../../../src/app/devtools-sessions';
import { createBrowserClient } from '../../../src/app/one-browser/browser-client';
import { parseDevToolsAddress, devToolsSecret } from '../../../src/core/devtools-address';
import { UserError } from '../../../src/core/errors';
import { pngSize } from '../../../src/core/screen/picture-size';
import { ConnectionError, isNotFound, NotOffered, ServiceError } from '../../../src/core/service-error';
import { listLoaded, openTab, ScreenStream, withFront, type ScreenFrame } from '../../../src/devtools';
import { DebuggedBrowser } from '../../support/browser';
import { manifest } from '../../support/files';
import { DevToolsHost, type HostManners } from '../../support/network/devtools-host';
import { listen } from '../../support/network/listen';
import { nightly } from '../../support/nightly';
import { BUTTON_AT, startPages, type Pages } from '../../support/pages';
import { until } from '../../support/until';
import { zipBytes } from '../../support/zip-bytes';

const { signal } = new AbortController();
const zipOf = (files: Readonly<Record<string, string>>): Buffer =>
  zipBytes(Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })));
const SECRET = 'secret-of-a-vendor-51c0ffee';

async function onlySession(client: Client): Promise<string> {
  const { items = [] } = (await client.listSessions(signal)) ?? {};
  assert.equal(items.length, 1);
  return items[0]?.id ?? '';
}

const accepts = (wanted: string): HostManners => ({ accepts: ({ headers }) => headers.authorization === wanted });

async function failure(work: Promise<unknown>): Promise<UserError> {
  let thrown: unknown;
  await work.catch((error: unknown) => (thrown = error));
  assert.ok(thrown instanceof UserError, String(thrown));
  assert.ok(!thrown.message.includes(SECRET), thrown.message);
  return thrown;
}

const create = (address: string, secret: string) => (): Client => createBrowserClient({ address, secret });

const files = (version: string): Record<string, string> => ({
  'manifest.json': JSON.stringify(manifest('Uploaded', { version })),
  'page.html': 'the page',
});
const upload = async (client: Client, name: string, content: Record<string, string>): Promise<void> =>
  client.uploadExtensions(await onlySession(client), [{ name, zip: zipOf(content) }], { signal });
const loaded = async (client: Client): Promise<readonly { path: string; version: string }[]> =>
  new DevToolsSessions()
    .of(client, await onlySession(client))
    .use((connection) => listLoaded(connection, signal), signal);

describe('The client of a browser that runs already', () => {
  const browser = new DebuggedBrowser();
  const clients: Client[] = [];
  const hosts: DevToolsHost[] = [];
  /** Besides the one that all share. */
  const others: DebuggedBrowser[] = [];
  let pages: Pages;
  before(async () => {
    [pages] = await Promise.all([startPages(), browser.start()]);
  });
  afterEach(async () => {
    for (const each of clients.splice(0)) each.close();
    for (const each of hosts.splice(0)) await each.stop();
    for (const each of others.splice(0)) await each.kill();
  });
  after(() => Promise.all([browser.kill(), pages.stop()]));

  /** The client of what a person enters. */
  function clientOf(entered: string, token?: string): Client {
    const parsed = parseDevToolsAddress(entered);
    assert.ok('address' in parsed);
    const client = createBrowserClient({ address: parsed.address, secret: devToolsSecret(parsed.secret, token) });
    clients.push(client);
    return client;
  }

  async function host(manners: HostManners = {}, of = browser): Promise<DevToolsHost> {
    const made = new DevToolsHost(() => of.address, manners);
    hosts.push(made);
    await made.start();
    return made;
  }

  describe('is reached', () => {
    it('by http:// with the port, and by the address of its WebSocket: as the same session', async () => {
      const byPort = clientOf(`http://${browser.address.host}`);
      const [session] = (await byPort.listSessions(signal))?.items ?? [];
      assert.match(session?.name ?? '', /^Chrome \d+$/);
      assert.equal(session?.headless, true);
      assert.equal(await onlySession(clientOf(browser.address.href)), session?.id);
      assert.equal(await onlySession(clientOf(browser.address.host)), session?.id);
      assert.equal((await byPort.getSession(session?.id ?? '', signal))?.id, session?.id);
      assert.equal(await byPort.getSession('browser-00000000', signal), undefined);
    });

    it('at the host that was asked, whatever address the browser tells, as in a container', async () => {
      const container = await host({ host: '10.255.255.1:9222' });
      assert.equal(
        await onlySession(clientOf(`http://${container.host}`)),
        await onlySession(clientOf(browser.address.host)),
      );
    });

    it('with a token in its query, which goes with each request', async () => {
      const vendor = await host({ accepts: ({ url = '' }) => url.includes(`token=${SECRET}`) });
      await onlySession(clientOf(`http://${vendor.host}?token=${SECRET}`));
      await onlySession(clientOf(`ws://${vendor.host}/?token=${SECRET}`));
      assert.equal(vendor.asked.length, 3);
    });

    it('with a token in the header Authorization, and with a login', async () => {
      const bearer = await host(accepts(`Bearer ${SECRET}`));
      await onlySession(clientOf(`ws://${bearer.host}`, SECRET));
      await onlySession(clientOf(`ws://${bearer.host}/devtools/browser/abc`, SECRET));
      const basic = await host(accepts(`Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}`));
      await onlySession(clientOf(`http://me:${SECRET}@${basic.host}`));
    });

    it('over one connection, whatever is done', async () => {
      const vendor = await host();
      const client = clientOf(`ws://${vendor.host}/one`);
      const devtools = new DevToolsSessions();
      const session = await onlySession(client);
      await Promise.all([
        client.listSessions(signal),
        client.screenshot(session, signal),
        devtools.of(client, session).use((connection) => listLoaded(connection, signal), signal),
      ]);
      assert.deepEqual(vendor.asked, ['/one']);
    });
  });

  describe('says what is wrong', () => {
    it('when nothing listens there', async () => {
      const server = createServer();
      const port = await listen(server);
      server.close();
      const error = await failure(clientOf(`http://127.0.0.1:${port}?token=${SECRET}`).listSessions(signal));
      assert.ok(error instanceof ConnectionError);
      assert.equal(error.message, `Couldn’t reach “ws://127.0.0.1:${port}”. Connection refused. Nothing was sent.`);
    });

    it('when the host does not take the token', async () => {
      const vendor = await host({ accepts: () => false });
      for (const entered of [`http://${vendor.host}?token=${SECRET}`, `ws://${vendor.host}/a?token=${SECRET}`]) {
        const error = await failure(clientOf(entered).listSessions(signal));
        assert.ok(error instanceof ServiceError);
        assert.deepEqual([error.status, error.recovery], [401, 'setToken']);
      }
      const unchecked = await failure(clientOf(`ws://${vendor.host}`, SECRET).checkToken(signal));
      assert.equal(unchecked.recovery, 'setToken');
    });

    it('when Chrome takes no names of hosts', async () => {
      const container = await host({ host: 'chrome:9222' });
      const error = await failure(clientOf(`http://${container.host}`).listSessions(signal));
      assert.match(error.message, /by IP address or “localhost” only\. Use its IP address in place of the name\.$/);
    });

    it('when the browser of an address has ended', async () => {
      const error = await failure(clientOf(`ws://${browser.address.host}/devtools/browser/gone`).listSessions(signal));
      assert.match(error.message, /has no such browser\. An address with an ID is valid until its browser ends\.$/);
    });

    const lies: Record<string, (outgoing: ServerResponse) => void> = {
      'a page': (outgoing) => outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
      'JSON of something else': (outgoing) => outgoing.end('{"webSocketDebuggerUrl": ["ws://x"]}'),
      'an address that is none': (outgoing) => outgoing.end('{"webSocketDebuggerUrl": "here"}'),
      'more than any browser tells': (outgoing) => {
        const more = (): void => void (outgoing.write('a'.repeat(100_000)) && setImmediate(more));
        outgoing.on('drain', more);
        more();
      },
    };
    for (const [what, version] of Object.entries(lies))
      it(`when the answer is ${what}`, async () => {
        const odd = await host({ version: (_, outgoing) => version(outgoing) });
        const error = await failure(clientOf(`http://${odd.host}?token=${SECRET}`).listSessions(signal));
        assert.match(
          error.message,
          /answers, but not as a browser with remote debugging\. Check the address and the port\.$/,
        );
        assert.equal(odd.asked.length, 1);
      });

    nightly('when the answer comes byte by byte, and never ends', async () => {
      const odd = await host({
        version: (_, outgoing) => {
          const timer = setInterval(() => outgoing.write(' '), 100);
          outgoing.on('close', () => clearInterval(timer));
        },
      });
      const error = await failure(clientOf(`http://${odd.host}?token=${SECRET}`).listSessions(signal));
      assert.equal(error.message, `Couldn’t reach “ws://${odd.host}”. The connection timed out. Nothing was sent.`);
    });

    it('when it is sent elsewhere, where nothing is asked', async () => {
      const elsewhere = await host();
      const odd = await host({
        version: (_, outgoing) => outgoing.writeHead(302, { location: `http://${elsewhere.host}/json/version` }).end(),
      });
      const error = await failure(clientOf(`http://${odd.host}?token=${SECRET}`).listSessions(signal));
      assert.match(error.message, /answered 302 instead of opening a DevTools connection/);
      assert.deepEqual(elsewhere.asked, []);
    });

    it('and connects to no other host that an answer names', async () => {
      const other = await host();
      const odd = await host({
        version: (_, outgoing) =>
          outgoing.end(JSON.stringify({ webSocketDebuggerUrl: `ws://${other.host}/devtools/browser/1` })),
      });
      await onlySession(clientOf(`http://${odd.host}`));
      assert.deepEqual([odd.asked, other.asked], [['/json/version', '/devtools/browser/1'], []]);
    });

    it('for what only a service has', async () => {
      const client = clientOf(browser.address.host);
      assert.equal(await client.listPools(signal), undefined);
      assert.equal(await client.listExtensions(signal), undefined);
      assert.equal(await client.listEnded(signal), undefined);
      await assert.rejects(client.createSession({}, signal), NotOffered);
      await assert.rejects(client.endSession(await onlySession(client), signal), NotOffered);
    });

    it('when the secret is for another host, or would be sent unencrypted', () => {
      assert.throws(
        create('wss://one.example', 'wss://other.example/?token=1'),
        /is for another host than wss:\/\/one\.example/,
      );
      assert.throws(create('ws://one.example', SECRET), /it would be sent unencrypted/);
      assert.throws(create('ws://one.example', `ws://one.example/?token=${SECRET}`), /it would be sent unencrypted/);
    });
  });

  it('clicks, types, scrolls and presses keys in the page that is in front, and takes its picture', async () => {
    const client = clientOf(browser.address.host);
    const session = await onlySession(client);
    const open = (page: string): Promise<string> =>
      new DevToolsSessions()
        .of(client, session)
        .use((connection) => openTab(connection, pages.url + page, signal), signal);
    await open('/button');
    await pages.waitFor(({ type, path: at }) => type === 'load' && at === '/button');
    await client.click(session, { ...BUTTON_AT, clicks: 2, holdKeys: ['shift'] }, signal);
    const { detail, shift } = await pages.waitFor(({ type }) => type === 'dblclick');
    assert.deepEqual([detail, shift], [2, true]);
    const { width, height } = pngSize(await client.screenshot(session, signal)) ?? { width: 0, height: 0 };
    assert.ok(width > 300 && height > 200);
    await assert.rejects(
      client.click(session, { x: width, y: 1 }, signal),
      /outside the page, which is \d+ × \d+ pixels/,
    );
    await open('/input');
    await pages.waitFor(({ type, path: at }) => type === 'load' && at === '/input');
    await client.click(session, { x: 150, y: 150 }, signal);
    await client.typeText(session, 'häß1', signal);
    await client.pressKey(session, ['BackSpace'], signal);
    await pages.waitFor(({ type, value }) => type === 'input' && value === 'häß');
    await client.scroll(session, { x: 150, y: 300, deltaX: 0, deltaY: 2 }, signal);
    await pages.waitFor(({ type, deltaY }) => type === 'wheel' && (deltaY ?? 0) > 0);
  });

  it('counts a click that opens a dialog as done, and says why nothing more can be done', async () => {
    const client = clientOf(browser.address.host);
    const session = await onlySession(client);
    const devtools = new DevToolsSessions().of(client, session);
    const tab = await devtools.use((connection) => openTab(connection, `${pages.url}/alert`, signal), signal);
    await pages.waitFor(({ type, path: at }) => type === 'load' && at === '/alert');
    await client.click(session, BUTTON_AT, signal);
    await assert.rejects(client.click(session, BUTTON_AT, signal), /It may show a dialog: answer it in the browser/);
    await devtools.use((connection) => connection.send('Target.closeTarget', { targetId: tab }, { signal }), signal);
  });

  it('has points that are CSS pixels, in pictures and in frames, where the display has more', async () => {
    const sharp = new DebuggedBrowser();
    others.push(sharp);
    await sharp.start('--force-device-scale-factor=2');
    const client = clientOf(sharp.address.host);
    const session = await onlySession(client);
    const devtools = new DevToolsSessions().of(client, session);
    await devtools.use((connection) => openTab(connection, `${pages.url}/button`, signal), signal);
    const shown = await devtools.use(
      (connection) =>
        withFront(connection, signal, async ({ page }) => page && { width: page.width, height: page.height }),
      signal,
    );
    assert.ok(shown);
    assert.deepEqual(pngSize(await client.screenshot(session, signal)), shown);
    const frames: ScreenFrame[] = [];
    const stream = new ScreenStream({
      onFrame: (frame) => {
        frames.push(frame);
        frame.acknowledge();
      },
      onPopup: () => {},
      onPage: () => {},
      onTabs: () => {},
    });
    const watching = new AbortController();
    await devtools.use((connection) => stream.follow(connection, watching.signal), signal);
    await until('a still frame comes', () => frames.some(({ mime }) => mime === 'image/png'));
    for (const { width, height } of frames) assert.deepEqual({ width, height }, shown);
    assert.equal(
      pngSize(frames.find(({ mime }) => mime === 'image/png')?.bytes ?? Buffer.alloc(0))?.width,
      shown.width * 2,
    );
    watching.abort();
  });

  describe('takes an upload', () => {
    it('where it reads the files of this machine; they can be changed, and nothing else', async () => {
      const client = clientOf(browser.address.host);
      const session = await onlySession(client);
      await upload(client, 'uploaded', files('1.0'));
      const { path: folder = '' } =
        (await loaded(client)).find((each) => each.path.endsWith('/extensions/uploaded')) ?? {};
      assert.equal(readFileSync(path.join(folder, 'page.html'), 'utf8'), 'the page');
      await assert.rejects(upload(client, 'uploaded', files('2.0')), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.body.message, 'extension name already exists: uploaded');
        return true;
      });
      assert.equal(await client.writeFiles(session, folder, zipOf({ 'page.html': 'other' }), signal), true);
      assert.equal(readFileSync(path.join(folder, 'page.html'), 'utf8'), 'other');
      assert.deepEqual((await client.listFiles(session, folder, signal))?.map(({ name }) => name).toSorted(), [
        'manifest.json',
        'page.html',
      ]);
      assert.equal(await client.deleteFile(session, path.join(folder, 'page.html'), signal), true);
      assert.equal(await client.deleteFile(session, path.join(folder, 'page.html'), signal), false);
      const victim = browser.write('victim', {});
      for (const outside of [
        victim,
        path.dirname(folder),
        path.join(folder, '../../..'),
        path.join(folder, '..'),
        'extensions',
        '/',
      ]) {
        assert.equal(await client.writeFiles(session, outside, zipOf({ 'a.txt': 'a' }), signal), false, outside);
        assert.equal(await client.listFiles(session, outside, signal), undefined, outside);
        assert.equal(await client.deleteFolder(session, outside, signal), false, outside);
      }
      assert.equal(await client.deleteFile(session, path.join(victim, 'manifest.json'), signal), false);
      assert.ok(readFileSync(path.join(victim, 'manifest.json')));
      rmSync(path.resolve(folder, '../..'), { recursive: true });
    });

    it('all of it or nothing, with Chromium’s own words', async () => {
      const client = clientOf(browser.address.host);
      const session = await onlySession(client);
      const good = { name: 'good', zip: zipOf(files('1.0')) };
      const bad = { name: 'bad', zip: zipOf(files('one')) };
      await assert.rejects(client.uploadExtensions(session, [good, bad], { signal }), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.match(error.body.message ?? '', /^invalid extension bad: .*'version'/);
        return true;
      });
      assert.deepEqual(
        (await loaded(client)).filter((each) => /\/extensions\/(good|bad)$/.test(each.path)),
        [],
      );
    });

    it('or says that it reads the files of another machine', async () => {
      const container = await host({
        toBrowser: (text) =>
          text.includes('loadUnpacked') ? text.replace(/"path":"[^"]*"/, '"path":"/not/here"') : text,
      });
      await assert.rejects(
        upload(clientOf(`http://${container.host}`), 'elsewhere', files('1.0')),
        /This browser can’t read this machine’s files, so nothing was uploaded/,
      );
    });
  });

  it('is another session when another browser is there, and the first one has ended', async () => {
    const first = new DebuggedBrowser();
    const second = new DebuggedBrowser();
    others.push(first, second);
    await first.start();
    let now = first;
    const vendor = new DevToolsHost(() => now.address);
    hosts.push(vendor);
    await vendor.start();
    const client = clientOf(`http://${vendor.host}`);
    const session = await onlySession(client);
    const devtools = new DevToolsSessions().of(client, session);
    await second.start();
    now = second;
    await first.kill();
    await until('another browser is a session', async () => {
      const listed = await client.listSessions(signal).catch(() => undefined);
      return listed !== undefined && listed.items[0]?.id !== session;
    });
    assert.equal(await client.getSession(session, signal), undefined);
    await assert.rejects(client.click(session, BUTTON_AT, signal), (error) => isNotFound(error));
    await assert.rejects(
      devtools.use((connection) => listLoaded(connection, signal), signal),
      (error) => isNotFound(error),
    );
  });
});
