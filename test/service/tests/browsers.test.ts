import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { BrowserSource } from '../../../src/app/tests/test-browsers';
import { message } from '../../../src/core/message';
import { manifest } from '../../support/files';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { listen } from '../../support/network/listen';
import { browserOf } from '../../support/processes';
import { until } from '../../support/until';
import { errors, outcomes, TestRunner } from '../../support/test-runner';

const PAGE = `<title>Shop</title><p></p>
<button style="position:fixed;left:0;top:100px;width:200px;height:100px" onclick="confirm('Sure?')">Ask</button>
<button style="position:fixed;left:300px;top:100px" onclick="document.cookie = 'left=yes'; localStorage.left = 'yes'; open('/other'); this.textContent = 'Done'">Leave</button>
<button style="position:fixed;left:500px;top:100px" onclick="this.textContent = 'Marked'">Mark</button>
<script>document.querySelector('p').textContent = 'cookie ' + (document.cookie || 'none') + ', storage ' + (localStorage.left ?? 'none');</script>`;
const EXTENSION = {
  'dist/manifest.json': manifest('Kept', { permissions: ['storage'], background: { service_worker: 'worker.js' } }),
  'dist/worker.js': 'chrome.runtime.onInstalled.addListener(() => chrome.storage.local.set({ count: 3 }));\n',
};

describe('Tests, in real browsers', () => {
  const shop = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  let start = '';
  let service: LocalService;
  let runner: TestRunner;

  before(async () => {
    start = `http://127.0.0.1:${await listen(shop)}/`;
    service = await startLocalService();
    runner = new TestRunner(service);
  });
  beforeEach(() => runner.clear());
  after(async () => {
    runner.leave();
    await service.stop();
    shop.close();
    shop.closeAllConnections();
  });

  const pool = (): BrowserSource => ({ kind: 'pool', pool: service.pool });

  /** The sessions that run beside the one of the service. */
  async function sessions(): Promise<readonly string[]> {
    const { body } = await request(service, 'GET', '/browsers');
    const all: readonly { session_id: string }[] = Object(body);
    return all.map(({ session_id }) => session_id).filter((id) => id !== service.session);
  }

  /** Ends the browsers of tests as a crash does, so often. */
  function ending(times: number): () => Promise<void> {
    let left = times;
    return async () => {
      if (left-- <= 0) return;
      for (const id of await sessions())
        process.kill(browserOf(service.pid, id) ?? assert.fail('it has no browser'), 'SIGKILL');
    };
  }

  describe('nothing that one leaves behind is seen by the next', () => {
    for (const kind of ['fresh', 'pool'] as const)
      it(`in browsers that are ${kind === 'fresh' ? 'made for each' : 'from a pool'}`, async () => {
        const clean = [
          { expect: { text: 'cookie none, storage none' } },
          { waitFor: { storage: { local: { count: 3 } } } },
        ];
        runner.write({
          ...EXTENSION,
          'a.sequence.json': {
            extension: 'dist',
            start,
            steps: [
              ...clean,
              { storage: { local: { count: 99 }, session: { open: true } } },
              { worker: 'stop' },
              { click: { role: 'button', name: 'Leave' } },
              { open: start },
              { expect: { text: 'cookie left=yes, storage yes' } },
              { click: { x: 100, y: 150 } },
            ],
          },
          'b.sequence.json': { extension: 'dist', start, steps: clean },
        });
        const run = await runner.run({ source: kind === 'pool' ? pool() : { kind, options: {} } });
        assert.deepEqual([outcomes(run), errors(run)], [{ a: 'passed', b: 'passed' }, {}]);
        assert.deepEqual([run.left, await sessions()], [[], []]);
      });

    it('but in sessions they run as these are', async () => {
      runner.write({
        'a.sequence.json': { start, steps: [{ click: { role: 'button', name: 'Leave' } }] },
        'b.sequence.json': { start, steps: [{ expect: { text: 'cookie left=yes, storage yes' } }] },
      });
      const run = await runner.run({ source: { kind: 'sessions', sessions: [{ id: service.session }] } });
      assert.deepEqual([outcomes(run), errors(run)], [{ a: 'passed', b: 'passed' }, {}]);
      const { status } = await request(service, 'GET', `/browsers/${service.session}`);
      assert.equal(status, 200);
    });
  });

  describe('whose browser ends in the middle', () => {
    // What the first step did is lost in a browser that was started anew.
    const steps = [
      { click: { role: 'button', name: 'Mark' } },
      { wait: 1500 },
      { expect: { visible: { role: 'button', name: 'Marked' } }, timeout: 500 },
    ];

    it('is run once more in another one, which is told, and is no failure', async () => {
      runner.write({ 'a.sequence.json': { start, steps } });
      const kill = ending(1);
      const run = await runner.run({
        listener: { onStep: (_test, _sequence, done) => void (done === 1 && kill()) },
      });
      assert.deepEqual([outcomes(run), errors(run)], [{ a: 'passed' }, {}]);
      assert.equal(run.results[0]?.attempts.length, 1);
      assert.deepEqual(runner.notes, ['The browser of “a.sequence.json” ended. It runs once more in another one.']);
      assert.deepEqual([run.left, await sessions()], [[], []]);
    });

    it('fails with that reason when three in a row have ended', async () => {
      runner.write({ 'a.sequence.json': { start, steps } });
      const kill = ending(3);
      const run = await runner.run({
        listener: { onStep: (_test, _sequence, done) => void (done === 1 && kill()) },
      });
      assert.deepEqual([outcomes(run), errors(run)], [{ a: 'failed' }, { a: 'Its browser ended 3 times.' }]);
      assert.equal(runner.notes.length, 2);
      assert.deepEqual([run.left, await sessions()], [[], []]);
    });
  });

  describe('that are canceled', () => {
    type Phase = 'while browsers start' | 'while an extension is uploaded' | 'in a step' | 'while browsers end';
    const phases: readonly Phase[] = [
      'while browsers start',
      'while an extension is uploaded',
      'in a step',
      'while browsers end',
    ];
    for (const kind of ['fresh', 'pool'] as const)
      for (const phase of phases)
        it(`${phase}, leave no browser (${kind})`, async () => {
          const test = {
            extension: 'dist',
            start,
            steps: [{ wait: 200 }, { wait: phase === 'in a step' ? 60_000 : 1 }],
          };
          runner.write({ ...EXTENSION, 'a.sequence.json': test, 'b.sequence.json': test, 'c.sequence.json': test });
          const canceled = new AbortController();
          const when = (now: Phase): void => {
            if (now === phase) canceled.abort();
          };
          const running = runner.run({
            source: kind === 'pool' ? pool() : { kind, options: {} },
            workers: 2,
            signal: canceled.signal,
            listener: {
              onStart: () => when('while an extension is uploaded'),
              onStep: (_test, _sequence, done) => done === 1 && when('in a step'),
              onEnd: () => when('while browsers end'),
            },
          });
          if (phase === 'while browsers start') setImmediate(() => when(phase));
          const { results, left, failure } = await running;
          // Of a request to a pool that got no answer nobody knows; that nothing is left is seen below.
          const unknown = kind === 'pool' ? [message('A browser that was being started may go on.')] : [];
          assert.deepEqual([left.length > 0 ? left : unknown, failure, await sessions()], [unknown, undefined, []]);
          assert.equal(results.length, 3);
          assert.ok(results.some(({ outcome }) => outcome === 'canceled'));
          assert.ok(results.every(({ outcome }) => outcome !== 'failed'));
          // The pool has its browser again.
          await until('the pool is whole', async () => {
            const { text } = await request(service, 'GET', '/browser_pools');
            return (
              /"available_count":1,"acquired_count":0/.test(text) || /"acquired_count":0,"available_count":1/.test(text)
            );
          });
        });
  });
});
