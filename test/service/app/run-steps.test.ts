import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createClient, type Client } from '../../../src/api';
import { DevToolsSessions } from '../../../src/app/devtools-sessions';
import { runSteps, type SessionOutcome } from '../../../src/app/sequences/run-steps';
import { Cancelled, messageOf } from '../../../src/core/errors';
import type { ResolvedStep } from '../../../src/core/steps';
import { openRecords, recentOf, type ClickMade, type ConnectionRecords } from '../../../src/state';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { startServiceProxy, type ServiceProxy } from '../../support/network/service-proxy';
import { startPages, type PageEvent, type Pages } from '../../support/pages';
import { storage } from '../../support/storage';
import { until } from '../../support/until';
import { startSessionOn } from '../local-service/session';

const CLICK = /\/computer\/click_mouse$/;

/** More than any page reports. */
const EVENTS_A_PAGE = 1000;

const clickAt = (x: number, y = 300): ResolvedStep => ({ kind: 'click', click: { x, y } });
const pause = (milliseconds: number): ResolvedStep => ({ kind: 'wait', milliseconds });

/** Events of the same page have the same number. */
function pageOf({ order }: PageEvent): number {
  return Math.floor(order / EVENTS_A_PAGE);
}

describe('A sequence, on real browsers', () => {
  let service: LocalService;
  let pages: Pages;
  let proxy: ServiceProxy;
  let client: Client;
  let records: ConnectionRecords;
  let made: ClickMade[] = [];
  let started: string[] = [];
  /** Requests for clicks that are under way, and the most that were so at the same time. */
  let underWay = 0;
  let most = 0;
  let requests = 0;
  /** Called with each request for a click, before it is passed on. */
  let onClick: () => Promise<void>;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
    proxy = await startServiceProxy(service.url, async ({ url }, answer) => {
      if (!CLICK.test(url ?? '')) return false;
      requests += 1;
      most = Math.max(most, (underWay += 1));
      answer.on('close', () => (underWay -= 1));
      await onClick();
      return false;
    });
    client = createClient({ baseUrl: proxy.url, token: service.token });
  });
  after(async () => {
    client.close();
    await proxy.stop();
    await Promise.all([service.stop(), pages.stop()]);
  });
  beforeEach(() => {
    made = [];
    [underWay, most, requests] = [0, 0, 0];
    onClick = async () => {};
    records = openRecords(storage(), { name: 'here', address: proxy.url }, () => {});
    records.sessions.onDidClick((click) => made.push(click));
  });
  afterEach(async () => {
    for (const id of started.splice(0)) await request(service, 'DELETE', `/browsers/${id}`);
  });

  async function sessionOn(page: string): Promise<string> {
    const id = await startSessionOn(service, pages, page);
    started.push(id);
    return id;
  }

  const run = (
    sessionIds: readonly string[],
    steps: readonly ResolvedStep[],
    signal = new AbortController().signal,
    onProgress: (sessionId: string, done: number) => void = () => {},
    maxParallel?: number,
  ): Promise<readonly SessionOutcome[]> =>
    runSteps(
      { client, sessions: records.sessions, devtools: new DevToolsSessions() },
      { sessionIds, steps, ...(maxParallel !== undefined && { maxParallel }) },
      signal,
      onProgress,
    );

  const clicks = (): PageEvent[] => pages.events().filter(({ type }) => type === 'click' || type === 'contextmenu');

  /** Waits for that many clicks, and returns where they were. */
  async function clicksAt(count: number): Promise<(number | undefined)[]> {
    await until(`${count} clicks are reported`, () => clicks().length >= count);
    return clicks().map(({ x }) => x);
  }

  it('clicks step by step, in order, and each click is remembered and told', async () => {
    const id = await sessionOn('/plain');
    const progress: number[] = [];
    const right: ResolvedStep = { kind: 'click', click: { x: 30, y: 300, button: 'right' } };
    const [outcome] = await run([id], [clickAt(10), pause(400), clickAt(20), right], undefined, (session, done) => {
      assert.equal(session, id);
      progress.push(done);
    });
    assert.ok(outcome);
    const { times, ...rest } = outcome;
    const points = [{ x: 10, y: 300 }, undefined, { x: 20, y: 300 }, { x: 30, y: 300 }];
    assert.deepEqual(rest, { sessionId: id, done: 4, byPoint: [], points, screenshots: [], log: [] });
    const [, second = 0, third = 0] = times;
    assert.equal(times.length, 5);
    assert.ok(third - second >= 399, 'the pause has its time');
    assert.deepEqual(progress, [1, 2, 3, 4]);
    assert.deepEqual(await clicksAt(3), [10, 20, 30]);
    assert.equal(requests, 3);
    const session = records.sessions.get(id);
    assert.ok(session);
    assert.deepEqual(recentOf(session), ['30, 300 right', '20, 300', '10, 300']);
    assert.deepEqual(
      made.map(({ text }) => text),
      ['10, 300', '20, 300', '30, 300 right'],
    );
    const [firstMade, secondMade] = made;
    assert.ok(firstMade && secondMade && secondMade.began - firstMade.ended >= 399, 'the pause was kept');
  });

  it('stops at the first error, in that session alone, and no click is sent again', async () => {
    const [good, bad] = [await sessionOn('/plain'), 'no-such-session'];
    const small = [clickAt(10), clickAt(9000), clickAt(30)];
    const [outcome] = await run([good], small);
    assert.equal(outcome?.done, 1);
    assert.match(messageOf(outcome?.error), /coordinates exceed/);
    assert.equal(requests, 2);
    const outcomes = await run([bad, good], [clickAt(40), clickAt(50)]);
    assert.deepEqual(
      outcomes.map(({ sessionId, done, error }) => [sessionId, done, error === undefined]),
      [
        [bad, 0, false],
        [good, 2, true],
      ],
    );
    assert.deepEqual(await clicksAt(3), [10, 40, 50]);
    assert.equal(records.sessions.get(bad)?.gone, true);
  });

  it('does not send a click again after a broken connection', async () => {
    const id = await sessionOn('/plain');
    const broken = await startServiceProxy(service.url, ({ url, socket }) => {
      if (!CLICK.test(url ?? '')) return false;
      requests += 1;
      socket.destroy();
      return true;
    });
    const other = createClient({ baseUrl: broken.url, token: service.token });
    const [outcome] = await runSteps(
      { client: other, sessions: records.sessions, devtools: new DevToolsSessions() },
      { sessionIds: [id], steps: [clickAt(10), clickAt(20)] },
      new AbortController().signal,
    );
    other.close();
    await broken.stop();
    assert.equal(outcome?.done, 0);
    assert.match(messageOf(outcome?.error), /may have gone through/);
    assert.equal(requests, 1);
    assert.deepEqual(made, []);
  });

  it('ends at once when it is canceled during a pause, and nothing more is sent', async () => {
    const id = await sessionOn('/plain');
    const stopping = new AbortController();
    // A test may not take as long as this pause.
    const [outcome] = await run([id], [clickAt(10), pause(60_000), clickAt(20)], stopping.signal, () =>
      stopping.abort(),
    );
    assert.equal(outcome?.done, 1);
    assert.ok(outcome?.error instanceof Cancelled && outcome.error.nothingDone);
    assert.equal(requests, 1);
  });

  it('ends when it is canceled during a click, and in the sessions that wait', async () => {
    const [one, two] = [await sessionOn('/plain'), await sessionOn('/plain')];
    const stopping = new AbortController();
    onClick = async () => stopping.abort();
    const outcomes = await run([one, two], [clickAt(10), clickAt(20)], stopping.signal, () => {}, 1);
    assert.deepEqual(
      outcomes.map(({ done, error }) => [done, error instanceof Cancelled && error.nothingDone]),
      [
        // The click that was under way may have happened.
        [0, false],
        [0, true],
      ],
    );
    assert.equal(requests, 1);
  });

  it('is run in several sessions, in so many at the same time, and in each once and in order', async () => {
    const ids = [await sessionOn('/plain'), await sessionOn('/plain'), await sessionOn('/plain')];
    pages.clear();
    const outcomes = await run([...ids, ...ids], [clickAt(10), clickAt(20), clickAt(30)], undefined, () => {}, 2);
    assert.deepEqual(
      outcomes.map(({ sessionId, done, error }) => ({ sessionId, done, error })),
      ids.map((sessionId) => ({ sessionId, done: 3, error: undefined })),
    );
    await until('all clicks are reported', () => clicks().length >= 9);
    const opened = [...new Set(clicks().map(pageOf))];
    assert.deepEqual(
      opened.map((page) => clicks().flatMap((event) => (pageOf(event) === page ? [event.x] : []))),
      ids.map(() => [10, 20, 30]),
    );
    assert.equal(most, 2);
  });

  it('of plain clicks waits for no log', async () => {
    const id = await sessionOn('/plain');
    const ending = new AbortController();
    let asked = 0;
    const slow = await startServiceProxy(service.url, async ({ url, method }) => {
      if (method !== 'GET' || url !== `/browsers/${id}`) return false;
      asked++;
      await once(ending.signal, 'abort');
      return false;
    });
    const impatient = createClient({ baseUrl: slow.url, token: service.token });
    const began = Date.now();
    try {
      const [outcome] = await runSteps(
        { client: impatient, sessions: records.sessions, devtools: new DevToolsSessions() },
        { sessionIds: [id], steps: [clickAt(10), clickAt(20)], followsLog: true },
        new AbortController().signal,
      );
      assert.deepEqual([outcome?.done, outcome?.error, asked], [2, undefined, 1]);
      assert.ok((outcome?.times[0] ?? 0) - began < 3000, 'it did not wait for as long as for a log that never begins');
      assert.deepEqual(await clicksAt(2), [10, 20]);
    } finally {
      ending.abort();
      impatient.close();
      await slow.stop();
    }
  });
});
