import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { until } from '../../support/until';
import { Cancelled } from '../../../src/core/errors';
import {
  ConnectionClosed,
  DevToolsConnection,
  listLoaded,
  loadUnpacked,
  NotReachable,
  ProtocolError,
  SessionDevTools,
} from '../../../src/devtools';
import { DebuggedBrowser, directly } from '../../support/browser';
import { listen } from '../../support/network/listen';

const { signal } = new AbortController();

describe('A connection to DevTools', () => {
  const browser = new DebuggedBrowser();
  before(() => browser.start());
  after(() => browser.kill());

  it('tells what is loaded, and from where', async () => {
    const connection = await browser.connect();
    const path = browser.write('one', { name: 'One' });
    await loadUnpacked(connection, path, signal);
    const [one] = (await listLoaded(connection, signal)).filter((each) => each.path === path);
    assert.match(one?.id ?? '', /^[a-p]{32}$/);
    assert.deepEqual({ ...one, id: '' }, { id: '', name: 'One', version: '1.0', path, enabled: true });
    connection.close();
  });

  it('reloads in place: the new version runs under the same ID', async () => {
    const connection = await browser.connect();
    const path = browser.write('two', { name: 'Two' });
    await loadUnpacked(connection, path, signal);
    const before = (await listLoaded(connection, signal)).find((each) => each.path === path);
    browser.write('two', { name: 'Two', version: '2.0' });
    await loadUnpacked(connection, path, signal);
    const after = (await listLoaded(connection, signal)).find((each) => each.path === path);
    assert.deepEqual(after, { ...before, version: '2.0' });
    connection.close();
  });

  it('refuses in Chromium’s own words, and the version from before keeps running', async () => {
    const connection = await browser.connect();
    const path = browser.write('three', { name: 'Three' });
    await loadUnpacked(connection, path, signal);
    browser.write('three', { name: 'Three', version: 'next' });
    await assert.rejects(loadUnpacked(connection, path, signal), (error) => {
      assert.ok(error instanceof ProtocolError);
      assert.match(error.message, /'version' is missing or invalid/);
      return true;
    });
    const three = (await listLoaded(connection, signal)).find((each) => each.path === path);
    assert.deepEqual([three?.version, three?.enabled], ['1.0', true]);
    connection.close();
  });

  it('ends its calls when it is closed, and takes no more', async () => {
    const connection = await browser.connect();
    const call = connection.send('Browser.getVersion', undefined, { signal });
    connection.close();
    await assert.rejects(call, ConnectionClosed);
    await assert.rejects(connection.send('Browser.getVersion', undefined, { signal }), ConnectionClosed);
    assert.equal(connection.isOpen, false);
  });

  it('ends one call when that is cancelled; the others go on', async () => {
    const connection = await browser.connect();
    const cancelling = new AbortController();
    const cancelled = connection.send('Browser.getVersion', undefined, { signal: cancelling.signal });
    const other = listLoaded(connection, signal);
    cancelling.abort();
    await assert.rejects(cancelled, Cancelled);
    assert.ok(Array.isArray(await other));
    await assert.rejects(connection.send('Browser.getVersion', undefined, { signal: cancelling.signal }), Cancelled);
    connection.close();
  });

  it('is refused at an address that the browser does not have, without its secret in the words', async () => {
    const wrong = new URL('/devtools/browser/a-secret', browser.address);
    await assert.rejects(DevToolsConnection.open(wrong, directly, signal), (error) => {
      assert.ok(error instanceof NotReachable);
      assert.equal(error.status, 404);
      assert.ok(!`${error.stack} ${String(error.cause)}`.includes('a-secret'));
      return true;
    });
  });
});

describe('The DevTools of a session', () => {
  const browser = new DebuggedBrowser();
  before(() => browser.start());
  after(() => browser.kill());

  it('are one connection for all that need it at a time, and close when nobody does', async () => {
    const opened: DevToolsConnection[] = [];
    const devtools = new SessionDevTools({
      open: async (stop) => {
        opened.push(await browser.connect(stop));
        return opened[0] ?? assert.fail();
      },
      idle: 50,
    });
    await Promise.all([1, 2, 3].map(() => devtools.use((connection) => listLoaded(connection, signal), signal)));
    assert.equal(opened.length, 1);
    await until('it is closed', () => opened[0]?.isOpen === false);
  });

  it('come back after the browser has ended and started again', async () => {
    let restarting: Promise<void> | undefined;
    let tries = 0;
    const devtools = new SessionDevTools({
      open: async (stop) => {
        // The last try would come too early for a browser that starts slowly.
        if (restarting && ++tries > 3) await restarting;
        return browser.connect(stop);
      },
    });
    await devtools.use((connection) => listLoaded(connection, signal), signal);
    await browser.kill();
    const later = devtools.use((connection) => listLoaded(connection, signal), signal);
    restarting = browser.start();
    await restarting;
    assert.ok(Array.isArray(await later));
    devtools.close();
  });

  it('do once more what was under way when the connection broke', async () => {
    const devtools = new SessionDevTools({ open: (stop) => browser.connect(stop) });
    let tries = 0;
    const listed = await devtools.use(async (connection) => {
      if (++tries === 1) connection.close();
      return listLoaded(connection, signal);
    }, signal);
    assert.ok(Array.isArray(listed));
    assert.equal(tries, 2);
    devtools.close();
  });

  for (const [status, expected, title] of [
    [404, 1, 'that refuses, at once'],
    [503, 8, 'that is never there, after some tries'],
  ] as const) {
    it(`give up on a host ${title}`, async () => {
      const answers = await answering(status);
      let tries = 0;
      const devtools = new SessionDevTools({
        open: (stop) => {
          tries++;
          return DevToolsConnection.open(answers.address, directly, stop);
        },
      });
      await assert.rejects(
        devtools.use(async () => {}, signal),
        NotReachable,
      );
      assert.equal(tries, expected);
      answers.server.close();
    });
  }

  it('let go of whoever cancels while they are opened, and of all when they are closed', async () => {
    const answers = await answering(503);
    const devtools = new SessionDevTools({ open: (stop) => DevToolsConnection.open(answers.address, directly, stop) });
    const cancelling = new AbortController();
    const cancelled = devtools.use(async () => {}, cancelling.signal);
    const other = devtools.use(async () => {}, signal);
    cancelling.abort();
    await assert.rejects(cancelled, Cancelled);
    devtools.close();
    await assert.rejects(other, ConnectionClosed);
    answers.server.close();
  });

  it('tell whoever waits that they are closed while a host has not answered', async () => {
    const silent = createServer().on('upgrade', () => {});
    const address = await listening(silent);
    const devtools = new SessionDevTools({ open: (stop) => DevToolsConnection.open(address, directly, stop) });
    const waiting = devtools.use(async () => {}, signal);
    await once(silent, 'upgrade');
    devtools.close();
    await assert.rejects(waiting, ConnectionClosed);
    silent.close();
  });
});

/** A host that answers each request for an upgrade with a status. */
async function answering(status: number): Promise<{ server: Server; address: URL }> {
  const server = createServer().on('upgrade', (_request, socket) => {
    socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
  return { server, address: await listening(server) };
}

async function listening(server: Server): Promise<URL> {
  const port = await listen(server);
  return new URL(`ws://127.0.0.1:${port}/devtools`);
}
