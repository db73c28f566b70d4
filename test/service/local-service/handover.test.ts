import assert from 'node:assert/strict';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { type OpenRequest, openRequest } from './open-request';
import { browserOf, browsersOf } from '../../support/processes';
import { sessionId } from './session';
import { until } from '../../support/until';

describe('A caller that hangs up', () => {
  let service: LocalService;
  const size = 2;

  before(async () => {
    service = await startLocalService({ args: ['--pool-size', `${size}`] });
  });
  after(async () => {
    await service.stop();
    assert.equal(service.complaints(), '');
  });

  const pool = (): string => `/browser_pools/${service.pool}`;
  const acquire = async (): Promise<string> => sessionId(await request(service, 'POST', `${pool()}/acquire`, {}));
  const release = (session: string, reuse: boolean) =>
    request(service, 'POST', `${pool()}/release`, { session_id: session, reuse });

  async function counts(): Promise<[free: unknown, acquired: unknown]> {
    const { available_count, acquired_count }: Record<string, unknown> = JSON.parse(
      (await request(service, 'GET', pool())).text,
    );
    return [available_count, acquired_count];
  }

  const untilCounts = (free: number, acquired: number): Promise<void> =>
    until(
      `the pool has ${free} free and ${acquired} acquired`,
      async () => JSON.stringify(await counts()) === JSON.stringify([free, acquired]),
    );

  /** Requests a browser and leaves the answer unread. */
  async function ask(): Promise<OpenRequest> {
    const asked = await openRequest(service, 'POST', `${pool()}/acquire`, { 'content-length': 0 });
    void asked.end().catch(() => {});
    return asked;
  }

  /** Acquires all browsers of the pool. */
  const takeAll = (): Promise<string[]> => Promise.all(Array.from({ length: size }, acquire));

  it('while the pool starts a browser: it waits for the next one', async () => {
    const [first = '', second = ''] = await takeAll();
    // The browser is ended and another one starts, which the caller waits for.
    const releasing = release(first, false);
    const asked = await ask();
    await until('another one starts', () => browserOf(service.pid, first) === undefined);
    asked.abort();
    assert.equal((await releasing).status, 204);
    await untilCounts(1, 1);
    await release(second, true);
    await untilCounts(2, 0);
    const again = await acquire();
    await release(again, true);
  });

  it('when the answer has gone out and is not read: it goes back', async () => {
    const asked = await ask();
    await untilCounts(1, 1);
    asked.reset();
    await untilCounts(2, 0);
  });

  it('with nothing lost for one that has read it and closes its connection', async () => {
    const asked = await openRequest(service, 'POST', `${pool()}/acquire`, { 'content-length': 0 });
    const { text } = await asked.end();
    asked.abort();
    const { session_id }: { session_id: string } = JSON.parse(text);
    assert.equal((await request(service, 'GET', `/browsers/${session_id}`)).status, 200);
    assert.deepEqual(await counts(), [1, 1]);
    await release(session_id, true);
  });

  it('with a browser that somebody else has since: that one keeps it', async () => {
    const asked = await ask();
    await untilCounts(1, 1);
    const list: { session_id: string; pool?: object }[] = JSON.parse((await request(service, 'GET', '/browsers')).text);
    const held = list.find((browser) => browser.pool)?.session_id ?? '';
    await release(held, true);
    const [one, other] = [await acquire(), await acquire()];
    asked.reset();
    await request(service, 'GET', '/browsers');
    assert.deepEqual(await counts(), [0, 2]);
    await Promise.all([release(one, true), release(other, true)]);
  });

  it('and a hundred that do: the counts are as before, and the next one gets a browser', async () => {
    const held = await takeAll();
    const releasing = Promise.all(held.map((session) => release(session, false)));
    const asked = await Promise.all(Array.from({ length: 100 }, ask));
    for (const [index, each] of asked.entries()) {
      if (index % 2) each.abort();
      else each.reset();
    }
    await releasing;
    await untilCounts(size, 0);
    await release(await acquire(), true);
    assert.deepEqual(await counts(), [size, 0]);
  });

  it('in the middle of its request: that is no failure of the service', async () => {
    for (const place of [
      '/browsers',
      `${pool()}/acquire`,
      `${pool()}/release`,
      `/browsers/${service.session}/computer/click_mouse`,
    ]) {
      const asked = await openRequest(service, 'POST', place, { 'content-length': 10 });
      await asked.write('{');
      await request(service, 'GET', '/browsers');
      asked.abort();
      await asked.answer.catch(() => {});
    }
    assert.deepEqual(await counts(), [size, 0]);
  });

  it('while a session is made for it: that is ended', async () => {
    const before = (await request(service, 'GET', '/browsers')).text;
    const running = browsersOf(service.pid).length;
    const making = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const asked = await openRequest(service, 'POST', '/browsers', { 'content-length': 0 });
        void asked.end().catch(() => {});
        return asked;
      }),
    );
    await until('browsers start', () => browsersOf(service.pid).length > running);
    for (const each of making) each.abort();
    await until(
      'they have ended',
      async () =>
        browsersOf(service.pid).length === running && (await request(service, 'GET', '/browsers')).text === before,
    );
  });
});
