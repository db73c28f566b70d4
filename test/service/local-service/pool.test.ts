import assert from 'node:assert/strict';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { type Pages, startPages } from '../../support/pages';
import { click, sessionId } from './session';

describe('pools', () => {
  let service: LocalService;
  let pages: Pages;

  before(async () => {
    pages = await startPages();
    service = await startLocalService({ args: ['--start-url', `${pages.url}/cookie`] });
  });
  after(() => Promise.all([service.stop(), pages.stop()]));

  const acquire = (pool = service.pool, seconds = 10) =>
    request(service, 'POST', `/browser_pools/${pool}/acquire`, { acquire_timeout_seconds: seconds });
  const release = (session: string, more: object = {}, pool = service.pool) =>
    request(service, 'POST', `/browser_pools/${pool}/release`, { session_id: session, ...more });

  /** The first click sets a cookie in the page; every click reports the cookies from before it. */
  async function cookieOf(session: string): Promise<string> {
    pages.clear();
    await click(service, session, { x: 10, y: 10 });
    return (await pages.waitFor(({ type }) => type === 'cookie')).cookie ?? '';
  }

  it('hand out a browser that names its pool', async () => {
    const reply = await acquire();
    const session = sessionId(reply);
    const { pool }: { pool: { name: string } } = JSON.parse(reply.text);
    assert.equal(pool.name, 'local-pool');
    assert.equal((await release(session)).status, 204);
  });

  it('keep the very browser with its cookies, unless told otherwise', async () => {
    const session = sessionId(await acquire());
    await cookieOf(session);
    const { status, text } = await release(session);
    assert.deepEqual([status, text], [204, '']);
    const again = sessionId(await acquire());
    assert.equal(again, session);
    assert.match(await cookieOf(again), /clicked=yes/);
    await release(again, { reuse: true });
  });

  it('build a new browser with reuse false: another id, no cookie', async () => {
    const session = sessionId(await acquire());
    await cookieOf(session);
    assert.equal((await release(session, { reuse: false })).status, 204);
    const fresh = sessionId(await acquire());
    assert.notEqual(fresh, session);
    assert.doesNotMatch(await cookieOf(fresh), /clicked=yes/);
    assert.equal((await request(service, 'GET', `/browsers/${session}`)).status, 404);
    await release(fresh);
  });

  it('replace the free browsers at a flush, and keep those that are acquired', async () => {
    const flush = (pool: string, body?: object) => request(service, 'POST', `/browser_pools/${pool}/flush`, body);
    const free = sessionId(await acquire());
    await release(free);
    const { status, text } = await flush(service.pool);
    assert.deepEqual([status, text], [204, '']);
    const fresh = sessionId(await acquire());
    assert.notEqual(fresh, free);
    assert.equal((await flush(service.pool)).status, 204);
    assert.equal((await request(service, 'GET', `/browsers/${fresh}`)).status, 200);
    assert.equal((await acquire(service.pool, 0)).status, 204, 'one browser, and it is acquired');
    await release(fresh);
    assert.equal((await flush('nothing')).status, 404);
    assert.equal((await flush(service.pool, { force: true })).status, 400);
  });

  it('do not let a released session be operated', async () => {
    const session = sessionId(await acquire());
    await release(session);
    assert.equal((await click(service, session, { x: 1, y: 1 })).status, 404);
    assert.equal((await request(service, 'GET', `/browsers/${session}`)).status, 404);
  });

  it('say that a session was released already, is of another pool, or of none', async () => {
    assert.equal((await request(service, 'POST', '/browser_pools', { name: 'other', size: 1 })).status, 200);
    const session = sessionId(await acquire());
    const wrongPool = await release(session, {}, 'other');
    assert.deepEqual(
      [wrongPool.status, wrongPool.body],
      [400, { code: 'bad_request', message: `session ${session} belongs to pool local-pool, not to pool other` }],
    );
    assert.equal((await release(session)).status, 204);
    const twice = await release(session);
    assert.deepEqual(
      [twice.status, twice.body],
      [400, { code: 'bad_request', message: `session ${session} was already released to pool local-pool` }],
    );
    const plain = await release(service.session);
    assert.deepEqual(
      [plain.status, plain.body],
      [400, { code: 'bad_request', message: `session ${service.session} belongs to no pool, not to pool local-pool` }],
    );
    assert.equal((await release('nobody')).status, 404);
    assert.equal((await release(session, {}, 'nowhere')).status, 404);
  });

  it('answer 204 when no browser is free in time, and hand it over when one becomes free', async () => {
    const session = sessionId(await acquire());
    assert.equal((await acquire(service.pool, 0)).status, 204);
    const waiting = acquire(service.pool, 30);
    await release(session);
    assert.equal(sessionId(await waiting), session);
    await release(session);
  });

  it('do not hand a browser to somebody who has gone', async () => {
    const session = sessionId(await acquire());
    const leaving = new AbortController();
    const left = fetch(`${service.url}/browser_pools/${service.pool}/acquire`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}` },
      signal: leaving.signal,
    }).catch(() => 'left');
    await request(service, 'GET', '/browser_pools');
    leaving.abort();
    assert.equal(await left, 'left');
    await release(session);
    assert.equal(sessionId(await acquire()), session);
    await release(session);
  });

  it('replace a browser that was deleted while it was acquired', async () => {
    const session = sessionId(await acquire());
    assert.equal((await request(service, 'DELETE', `/browsers/${session}`)).status, 204);
    const fresh = sessionId(await acquire());
    assert.notEqual(fresh, session);
    await release(fresh);
  });

  async function counts(): Promise<unknown> {
    const pool: Record<string, unknown> = JSON.parse(
      (await request(service, 'GET', `/browser_pools/${service.pool}`)).text,
    );
    return [pool['name'], pool['available_count'], pool['acquired_count'], pool['browser_pool_config']];
  }

  it('tell how many browsers are free and taken', async () => {
    const session = sessionId(await acquire());
    assert.deepEqual(await counts(), ['local-pool', 0, 1, { name: 'local-pool', size: 1 }]);
    await release(session);
    assert.deepEqual(await counts(), ['local-pool', 1, 0, { name: 'local-pool', size: 1 }]);
  });

  it('refuse a release without a session, and fields they do not know', async () => {
    assert.equal((await request(service, 'POST', `/browser_pools/${service.pool}/release`, {})).status, 400);
    assert.equal((await release('x', { reuse: 'no' })).status, 400);
    assert.equal((await release('x', { force: true })).status, 400);
  });
});
