import assert from 'node:assert/strict';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { addressOf, DevToolsClient, refusalOf } from './devtools-client';
import { extension } from './extension';
import { browserOf } from '../../support/processes';
import { sessionId, startSession } from './session';
import { until } from '../../support/until';
import { upload } from './upload';
import { nightly } from '../../support/nightly';

const GONE = { code: 1001, reason: 'the browser has ended' };
const RELEASED = { code: 1001, reason: 'the session has ended or was released' };

describe('A connection to DevTools', () => {
  let service: LocalService;

  before(async () => {
    service = await startLocalService();
  });
  after(async () => {
    await service.stop();
    assert.equal(service.complaints(), '');
  });

  const acquire = async (): Promise<string> =>
    sessionId(await request(service, 'POST', `/browser_pools/${service.pool}/acquire`, {}));
  const release = (session: string, reuse: boolean) =>
    request(service, 'POST', `/browser_pools/${service.pool}/release`, { session_id: session, reuse });
  const screenshot = (session: string) => request(service, 'POST', `/browsers/${session}/computer/screenshot`, {});

  async function kill(session: string): Promise<void> {
    const pid = browserOf(service.pid, session);
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
  }

  it('ends with the browser; the next one starts it again, at the same address', async () => {
    const address = await addressOf(service, service.session);
    const clients = await Promise.all([1, 2].map(() => DevToolsClient.connect(address)));
    await kill(service.session);
    for (const client of clients) assert.deepEqual(await client.closed, GONE);
    assert.equal(await addressOf(service, service.session), address);
    const again = await DevToolsClient.connect(address);
    assert.equal(await again.evaluate('1 + 1', await again.openPage()), 2);
    await again.close();
  });

  it('ends when a client closes the browser, which is back for the next', async () => {
    const address = await addressOf(service, service.session);
    const [client, other] = await Promise.all([DevToolsClient.connect(address), DevToolsClient.connect(address)]);
    await client.ask('Browser.close');
    assert.deepEqual([await client.closed, await other.closed], [GONE, GONE]);
    const again = await DevToolsClient.connect(address);
    await again.send('Browser.getVersion');
    await again.close();
  });

  it('ends with an upload, which restarts the browser; one that comes meanwhile waits for it', async () => {
    const session = await startSession(service);
    const address = await addressOf(service, session);
    const client = await DevToolsClient.connect(address);
    const uploading = upload(service, session, { mine: extension('mine') });
    assert.deepEqual(await client.closed, GONE);
    const next = await DevToolsClient.connect(address);
    const { extensions } = await next.send('Extensions.getExtensions');
    assert.deepEqual(
      extensions.map(({ name }: { name: string }) => name),
      ['mine'],
    );
    assert.equal((await uploading).status, 201);
    await next.close();
  });

  it('holds up nothing that is asked of the session', async () => {
    const client = await DevToolsClient.connect(await addressOf(service, service.session));
    const page = await client.openPage();
    assert.equal((await screenshot(service.session)).status, 200);
    assert.equal(await client.evaluate('1 + 1', page), 2);
    await client.close();
  });

  it('leaves the dialogs and the pages of the session to the service', async () => {
    const session = await startSession(service);
    const client = await DevToolsClient.connect(await addressOf(service, session));
    await client.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    const { params } = await client.waitFor(({ params: told }) => told?.targetInfo?.type === 'page');
    assert.equal(await client.evaluate('alert("nobody is there"), 1', params.sessionId), 1);
    assert.equal((await screenshot(session)).status, 200);
    await client.close();
    assert.equal((await screenshot(session)).status, 200);
  });

  for (const reuse of [true, false]) {
    it(`ends with the lease, and the address with it (reuse ${reuse})`, async () => {
      const session = await acquire();
      const address = await addressOf(service, session);
      const clients = await Promise.all([1, 2].map(() => DevToolsClient.connect(address)));
      assert.equal((await release(session, reuse)).status, 204);
      for (const client of clients) assert.deepEqual(await client.closed, RELEASED);
      assert.equal((await refusalOf(address)).status, 404);
      const next = await acquire();
      assert.equal(next === session, reuse);
      const nextAddress = await addressOf(service, next);
      assert.notEqual(nextAddress, address);
      assert.equal((await refusalOf(address)).status, 404);
      const client = await DevToolsClient.connect(nextAddress);
      await client.send('Browser.getVersion');
      await client.close();
      await release(next, false);
    });
  }

  it('does nothing more when its lease has ended: what a client set is taken back', async () => {
    const session = await acquire();
    const client = await DevToolsClient.connect(await addressOf(service, session));
    await client.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    const { params } = await client.waitFor(({ params: told }) => told?.targetInfo?.type === 'page');
    await client.send('Emulation.setEmulatedMedia', { media: 'print' }, params.sessionId);
    await release(session, true);
    assert.equal(await acquire(), session);
    const next = await DevToolsClient.connect(await addressOf(service, session));
    const { targetId } = params.targetInfo;
    const { sessionId: page } = await next.send('Target.attachToTarget', { targetId, flatten: true });
    assert.equal(await next.evaluate('matchMedia("print").matches', page), false);
    assert.equal(await next.evaluate('1 + 1', await next.openPage('data:text/html,new')), 2);
    await next.close();
    await release(session, false);
  });

  it('that waits for the browser is refused when the lease ends', async () => {
    const session = await acquire();
    const address = await addressOf(service, session);
    const before = browserOf(service.pid, session);
    const uploading = upload(service, session, { mine: extension('mine') });
    await until('the browser restarts', () => browserOf(service.pid, session) !== before);
    const refused = refusalOf(address);
    const released = release(session, true);
    assert.equal((await refused).status, 404);
    assert.equal((await released).status, 204);
    await uploading;
    const next = await acquire();
    await release(next, false);
  });

  it('ends with the session', async () => {
    const session = await startSession(service);
    const address = await addressOf(service, session);
    const client = await DevToolsClient.connect(address);
    assert.equal((await request(service, 'DELETE', `/browsers/${session}`)).status, 204);
    assert.equal((await client.closed).code, 1001);
    assert.equal((await refusalOf(address)).status, 404);
  });

  nightly('keeps the session from ending of idleness, for as long as it lasts', async () => {
    const session = await startSession(service, { timeout_seconds: 10 });
    const client = await DevToolsClient.connect(await addressOf(service, session));
    const page = await client.openPage();
    const params = { expression: 'new Promise((resolve) => setTimeout(resolve, 12_000))', awaitPromise: true };
    await client.send('Runtime.evaluate', params, page);
    assert.equal((await request(service, 'GET', `/browsers/${session}`)).status, 200);
    await client.close();
    await until('it has ended', async () => (await request(service, 'GET', `/browsers/${session}`)).status === 404);
  });

  it('ends with the service, also one that nobody reads', async () => {
    const other = await startLocalService();
    const address = await addressOf(other, other.session);
    const [client, deaf] = await Promise.all([DevToolsClient.connect(address), DevToolsClient.connect(address)]);
    deaf.socket.pause();
    await other.stop();
    assert.equal((await client.closed).code, 1001);
    deaf.socket.resume();
    await deaf.closed;
    assert.equal(other.complaints(), '');
  });
});
