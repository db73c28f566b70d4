import assert from 'node:assert/strict';
import { english } from '../../../src/core/message';
import { ServiceError } from '../../../src/core/service-error';
import { sentenceOf } from '../../../src/core/errors';
import { nightly } from '../../support/nightly';
import { startSdkService, type SdkService } from '../../support/sdk-service';
import { addIdleSessionRoutes, IdleSessions, refusal } from '../../support/sdk-service/idle-sessions';
import { TestRunner } from '../../support/test-runner';

describe('Tests, at a service that gives few browsers', () => {
  let state: IdleSessions;
  let service: SdkService;
  let runner: TestRunner;

  beforeEach(async () => {
    state = new IdleSessions();
    service = await startSdkService((app) => addIdleSessionRoutes(app, state));
    runner = new TestRunner(service);
  });
  afterEach(async () => {
    runner.leave();
    await service.stop();
    assert.deepEqual([...state.running], []);
  });

  function writeTests(count: number, wait = 10): void {
    for (let n = 0; n < count; n++) runner.write({ [`t${n}.sequence.json`]: { steps: [{ wait }] } });
  }

  /** Runs tests that all have to pass. */
  async function allPass(...options: Parameters<TestRunner['run']>): Promise<void> {
    const { results, left, failure } = await runner.run(...options);
    assert.deepEqual([results.filter(({ outcome }) => outcome !== 'passed'), left, failure], [[], [], undefined]);
  }

  /** @returns the sentence of the error with which it ends. */
  async function fails(...options: Parameters<TestRunner['run']>): Promise<string> {
    try {
      await runner.run(...options);
    } catch (error) {
      return english(sentenceOf(error));
    }
    return assert.fail('it did not fail');
  }

  it('goes on with fewer where a plan has no more, and says so once', async () => {
    for (const [status, words] of [
      [402, 'the plan has 2 browsers'],
      [403, 'no'],
      [409, 'too many browsers'],
      [429, 'slow down'],
    ] as const) {
      Object.assign(state, { made: 0, asked: 0, most: 0 });
      state.refuse = () =>
        state.running.size >= 2 ? refusal(status, words, status === 429 ? 1 : undefined) : undefined;
      writeTests(8, 300);
      await allPass({ workers: 6 });
      assert.ok(state.most <= 2);
      assert.equal(state.made, 8);
      assert.equal(runner.notes.length, 1);
      assert.match(runner.notes[0] ?? '', /^The service gives no more browsers for now\. /);
      // It is not asked again and again meanwhile.
      assert.ok(state.asked < 40, `${state.asked} requests`);
    }
  });

  it('waits as long as it is told to', async () => {
    let refused = 0;
    state.refuse = (asked) => {
      if (asked !== 2) return undefined;
      refused = performance.now();
      return refusal(429, 'wait', 2);
    };
    writeTests(4);
    await allPass({ workers: 2 });
    assert.ok(performance.now() - refused >= 2000);
  });

  it('ends at once where it is told to wait for an hour', async () => {
    state.refuse = () => refusal(429, 'wait', 3600);
    writeTests(2);
    assert.equal(await fails(), 'Too many requests. Try again in 60 min.');
    assert.ok(state.asked <= 2);
  });

  it('ends at once where the token is rejected, has no permission, or the plan has none at all', async () => {
    writeTests(5);
    for (const [status, words] of [
      [401, /^Couldn’t start a session\. “http:\/\/127\.0\.0\.1:\d+” rejected the token\.$/],
      [402, /^Couldn’t start a session\. The service says: “no plan”$/],
      [403, /^Couldn’t start a session\. The token lacks permission, or the account’s plan doesn’t include this\.$/],
      [500, /^The service failed while starting a session\. /],
    ] as const) {
      state.asked = 0;
      state.refuse = () => refusal(status, 'no plan');
      assert.match(await fails({ workers: 2 }), words);
      assert.ok(state.asked <= 4, `${status}: ${state.asked} requests`);
    }
  });

  it('tells of a service that starts no sessions', async () => {
    const none = await startSdkService();
    const other = new TestRunner(none);
    other.write({ 'a.sequence.json': { steps: [{ wait: 1 }] } });
    await assert.rejects(other.run(), { message: 'This service doesn’t start sessions on request.' });
    other.leave();
    await none.stop();
  });

  it('goes on after a failure of the service in the middle', async () => {
    state.refuse = (asked) => ([3, 5].includes(asked) ? refusal(asked === 3 ? 500 : 502, 'oops') : undefined);
    writeTests(6);
    await allPass();
    assert.equal(state.made, 6);
  });

  it('tells what it has done where the token is withdrawn in the middle', async () => {
    state.refuse = () => (state.made >= 3 ? refusal(401, 'no') : undefined);
    writeTests(6, 50);
    const { results, failure } = await runner.run({ workers: 1 });
    assert.equal(results.filter(({ outcome }) => outcome === 'passed').length, 3);
    assert.equal(results.filter(({ outcome }) => outcome === 'canceled').length, 3);
    assert.ok(failure instanceof ServiceError && failure.status === 401);
  });

  nightly('ends, and tells, where a plan gives nothing any more', async () => {
    state.refuse = () => (state.made >= 2 ? refusal(402, 'used up') : undefined);
    writeTests(4);
    const { results, failure } = await runner.run();
    assert.equal(results.filter(({ outcome }) => outcome === 'passed').length, 2);
    assert.match(english(sentenceOf(failure)), /used up/);
  });

  it('waits for a pool that is full, and takes no more of a small one than there are', async () => {
    state.free = 2;
    writeTests(6, 100);
    await allPass({ source: { kind: 'pool', pool: 'shared' }, workers: 4 });
    assert.equal(state.most, 2);
    assert.equal(state.free, 2);
    assert.match(runner.notes.join(), /No browser in pool “shared” became available in time/);
    // What others need is not held: with one worker, one is acquired at a time.
    Object.assign(state, { most: 0 });
    await allPass({ source: { kind: 'pool', pool: 'shared' }, workers: 1 });
    assert.equal(state.most, 1);
  });

  it('gives up at once when it is canceled while the service refuses', async () => {
    const canceled = new AbortController();
    state.refuse = (asked) => {
      if (asked === 1) setTimeout(() => canceled.abort(), 50);
      return refusal(429, 'wait', 60);
    };
    writeTests(3);
    const began = performance.now();
    const { results, left } = await runner.run({ signal: canceled.signal });
    assert.ok(performance.now() - began < 5000);
    assert.ok(results.every(({ outcome }) => outcome === 'canceled'));
    assert.deepEqual(left, []);
  });

  it('takes none that the service is about to end', async () => {
    writeTests(2, 1500);
    await allPass({ source: { kind: 'fresh', options: { timeoutSeconds: 21 } } });
    assert.equal(state.made, 3);
  });

  it('begins as many ahead as are needed while one starts, and never many more than workers', async () => {
    state.startTime = 50;
    writeTests(12, 400);
    await allPass({ workers: 2 });
    // At first it is not known how long a start takes.
    assert.ok(state.most <= 5, `${state.most} at a time`);
    assert.equal(state.made, 12);
  });
});
