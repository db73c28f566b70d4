import assert from 'node:assert/strict';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { type Pages, startPages } from '../../support/pages';
import { startSession } from './session';
import { until } from '../../support/until';

describe('sessions', () => {
  let service: LocalService;
  let pages: Pages;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
  });
  after(() => Promise.all([service.stop(), pages.stop()]));

  it('are made with a name, a size and a first page, and are found by their name', async () => {
    const settings = {
      name: 'My session',
      viewport: { width: 900, height: 700 },
      start_url: `${pages.url}/plain`,
      headless: true,
      stealth: false,
    };
    const session = await startSession(service, settings);
    await pages.waitFor(({ type, path }) => type === 'load' && path === '/plain');
    const reply = await request(service, 'GET', '/browsers?query=my%20ses');
    const [found, ...others]: Record<string, unknown>[] = JSON.parse(reply.text);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...found, created_at: '', cdp_ws_url: '' },
      { ...settings, session_id: session, created_at: '', cdp_ws_url: '', timeout_seconds: 0 },
    );
    assert.deepEqual((await request(service, 'GET', `/browsers/${session}`)).body, found);
  });

  it('are found by their pool, whatever the case', async () => {
    const acquired = await request(service, 'POST', `/browser_pools/${service.pool}/acquire`, {});
    const { session_id: id }: Record<string, unknown> = JSON.parse(acquired.text);
    const reply = await request(service, 'GET', `/browsers?query=${service.pool.slice(2).toUpperCase()}`);
    const found: Record<string, unknown>[] = JSON.parse(reply.text);
    assert.deepEqual(
      found.map((each) => each['session_id']),
      [id],
    );
  });

  it('are gone when they are deleted', async () => {
    const session = await startSession(service);
    assert.equal((await request(service, 'DELETE', `/browsers/${session}`)).status, 204);
    assert.equal((await request(service, 'DELETE', `/browsers/${session}`)).status, 404);
    assert.equal((await request(service, 'GET', `/browsers/${session}`)).status, 404);
  });

  it('end when nothing was done in them for the time they were given', async () => {
    const session = await startSession(service, { timeout_seconds: 1 });
    await until(
      'the session has ended',
      async () => (await request(service, 'GET', `/browsers/${session}`)).status === 404,
    );
  });

  it('start with a blank page on request', async () => {
    const session = await startSession(service, { start_url: 'about:blank' });
    assert.equal((await request(service, 'DELETE', `/browsers/${session}`)).status, 204);
  });

  it('have a name of their own, which is free again when they have ended', async () => {
    const session = await startSession(service, { name: 'taken' });
    const { status, body } = await request(service, 'POST', '/browsers', { name: 'taken' });
    assert.deepEqual([status, body], [409, { code: 'already_exists', message: 'browser name already exists: taken' }]);
    await request(service, 'DELETE', `/browsers/${session}`);
    await startSession(service, { name: 'taken' });
  });

  const refused: [string, object][] = [
    ['a display', { headless: false }],
    ['stealth', { stealth: true }],
    ['a name of nothing', { name: '' }],
    ['a name that is too long', { name: 'x'.repeat(256) }],
    ['a name with a line break', { name: 'a\nb' }],
    ['a page of the browser', { start_url: 'chrome://settings' }],
    ['a script for a page', { start_url: 'javascript:alert(1)' }],
    ['a page of its own', { start_url: 'data:text/html,x' }],
    ['no time at all', { timeout_seconds: 0 }],
    ['an address of a file', { start_url: 'file:///etc/passwd' }],
    ['a size out of all proportion', { viewport: { width: 100_000, height: 1 } }],
    ['a field that is not known', { proxy_id: 'x' }],
  ];
  for (const [what, settings] of refused) {
    it(`are refused with ${what}, which this service does not have`, async () => {
      assert.equal((await request(service, 'POST', '/browsers', settings)).status, 400);
    });
  }
});
