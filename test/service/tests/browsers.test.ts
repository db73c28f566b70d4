import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { MAX_WAIT } from '../../../src/core/steps';
import { createClient } from '../../../src/api';
import type { BrowserSource } from '../../../src/app/tests/test-browsers';
import { usualWorkers } from '../../../src/app/tests/usual-workers';
import { manifest, type FileContents } from '../../support/files';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { listen } from '../../support/network/listen';
import { startServiceProxy } from '../../support/network/service-proxy';
import { browserOf } from '../../support/processes';
import { until } from '../../support/until';
import { errors, outcomes, TestRunner } from '../../support/test-runner';
import { nightly } from '../../support/nightly';

const PAGE = `<title>Shop</title><p></p>
<button style="position:fixed;left:0;top:100px;width:200px;height:100px" onclick="onbeforeunload = (event) => event.preventDefault(); confirm('Sure?')">Ask</button>
<button style="position:fixed;left:300px;top:100px" onclick="leave()">Leave</button>
<button style="position:fixed;left:500px;top:100px" onclick="this.textContent = 'Marked'">Mark</button>
<script>
  const names = async (handles) => { const all = []; for await (const name of handles.keys()) all.push(name); return all; };
  (async () => {
    const left = [
      document.cookie, localStorage.left, sessionStorage.left, (await indexedDB.databases()).length, (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length, (await names(await navigator.storage.getDirectory())).length,
      await (await fetch('/answer')).text(),
    ];
    document.querySelector('p').textContent = 'left: ' + left.map((each) => each || 'none').join(' ');
  })();
  async function leave() {
    document.cookie = 'left=yes; max-age=9999';
    localStorage.left = sessionStorage.left = 'yes';
    await new Promise((resolve) => (indexedDB.open('left').onsuccess = resolve));
    await caches.open('left');
    await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true });
    await navigator.serviceWorker.register('/worker.js');
    open('/other');
  }
</script>`;
const CLEAN = 'left: none none none none none none none real';
const LEFT = 'left: left=yes yes yes 1 1 1 1 mocked';
const EXTENSION = {
  'dist/manifest.json': manifest('Kept', {
    permissions: ['storage', 'alarms', 'declarativeNetRequest', 'tabs'],
    background: { service_worker: 'worker.js' },
  }),
  // What it finds is what the one before it has left.
  'dist/worker.js': `chrome.runtime.onInstalled.addListener(async ({ reason }) => {
    const before = {
      reason,
      stored: Object.keys(await chrome.storage.local.get()).length,
      session: Object.keys(await chrome.storage.session.get()).length,
      synced: Object.keys(await chrome.storage.sync.get()).length,
      alarms: (await chrome.alarms.getAll()).length,
      rules: (await chrome.declarativeNetRequest.getDynamicRules()).length,
      tabs: (await chrome.tabs.query({})).length,
    };
    await chrome.runtime.setUninstallURL('http://127.0.0.1:PORT/gone');
    await chrome.alarms.create('left', { periodInMinutes: 60 });
    const condition = { urlFilter: 'never.example' };
    await chrome.declarativeNetRequest.updateDynamicRules({ addRules: [{ id: 1, action: { type: 'block' }, condition }] });
    await chrome.storage.sync.set({ left: true });
    await chrome.storage.local.set({ before, count: 3 });
  });\n`,
};

describe('Tests, in real browsers', () => {
  const shop = createServer(({ url }, response) => {
    if (url === '/answer') response.setHeader('cache-control', 'max-age=3600').end('real');
    else if (url === '/worker.js') response.setHeader('content-type', 'text/javascript').end('');
    else response.setHeader('content-type', 'text/html').end(PAGE);
  });
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

  /** The extension, for this server. */
  const extension = (): FileContents => ({
    ...EXTENSION,
    'dist/worker.js': EXTENSION['dist/worker.js'].replace('PORT', new URL(start).port),
  });

  describe('nothing that one leaves behind is seen by the next', () => {
    const before = { reason: 'install', stored: 0, session: 0, synced: 0, alarms: 0, rules: 0, tabs: 1 };
    const clean = [
      { waitFor: { text: CLEAN }, timeout: MAX_WAIT },
      { waitFor: { storage: { local: { before } } }, timeout: MAX_WAIT },
      { expect: { storage: { local: { count: 3 } } } },
    ];
    const leaving = [
      ...clean,
      { storage: { local: { count: 99 }, session: { open: true } } },
      { worker: 'stop' },
      { mock: { url: `*/answer`, body: 'mocked' } },
    ];

    for (const [where, kind, reuse] of [
      ['made for each', 'fresh', false],
      ['from a pool', 'pool', false],
      ['reused', 'fresh', true],
      ['from a pool and reused', 'pool', true],
    ] as const)
      it(`in browsers that are ${where}`, async () => {
        const steps = [
          ...leaving,
          { click: { role: 'button', name: 'Leave' } },
          // In the tab that it opens.
          { waitFor: { text: LEFT }, timeout: MAX_WAIT },
          { click: { x: 100, y: 150 } },
        ];
        runner.write({
          ...extension(),
          'a.sequence.json': { extension: 'dist', start, steps },
          'b.sequence.json': { extension: 'dist', start, steps },
          'c.sequence.json': { extension: 'dist', start, steps: clean },
        });
        const used: Promise<readonly string[]>[] = [];
        const run = await runner.run({
          source: kind === 'pool' ? pool() : { kind, options: {} },
          reuse,
          listener: { onStart: () => void used.push(sessions()) },
        });
        assert.deepEqual([outcomes(run), errors(run)], [{ a: 'passed', b: 'passed', c: 'passed' }, {}]);
        if (reuse) assert.equal(new Set((await Promise.all(used)).flat()).size, 1);
        assert.deepEqual([run.left, await sessions(), runner.notes], [[], [], []]);
      });

    it('but in sessions they run as these are', async () => {
      runner.write({
        'first.sequence.json': {
          start,
          steps: [
            { click: { role: 'button', name: 'Leave' } },
            { waitFor: { text: 'left: left=yes yes' }, timeout: MAX_WAIT },
          ],
        },
        'second.sequence.json': { start, steps: [{ waitFor: { text: 'left: left=yes yes' }, timeout: MAX_WAIT }] },
      });
      const run = await runner.run({ source: { kind: 'sessions', sessions: [{ id: service.session }] } });
      assert.deepEqual([outcomes(run), errors(run)], [{ first: 'passed', second: 'passed' }, {}]);
      const { status } = await request(service, 'GET', `/browsers/${service.session}`);
      assert.equal(status, 200);
    });
  });

  it('have the mocks of what runs before them until they end, and count their own requests', async () => {
    runner.write({
      'setup.sequence.json': {
        start,
        steps: [{ mock: { url: `${start}answer`, body: 'mocked' } }, { open: start }, { expect: { text: 'mocked' } }],
      },
      'a.sequence.json': {
        setup: 'setup.sequence.json',
        steps: [
          { expect: { request: { url: `${start}answer`, times: 0 } } },
          { open: `${start}again` },
          { expect: { text: 'mocked' } },
          { expect: { request: { url: `${start}answer`, times: 1 } } },
        ],
      },
      'b.sequence.json': { start, steps: [{ expect: { text: 'real' } }] },
    });
    const run = await runner.run({ files: ['a.sequence.json', 'b.sequence.json'], reuse: true });
    assert.deepEqual(errors(run), {});
    assert.deepEqual(outcomes(run), { a: 'passed', b: 'passed' });
  });

  it('run as many at a time as there is room for, if nobody says', async () => {
    const client = createClient({ baseUrl: service.url, token: service.token });
    const usual = (source: BrowserSource, address = service.url): Promise<number> =>
      usualWorkers(source, { client, address }, new AbortController().signal);
    assert.equal(await usual(pool()), 1);
    assert.equal(await usual({ kind: 'pool', pool: 'unknown' }), 4);
    assert.equal(await usual({ kind: 'fresh', options: {} }), availableParallelism());
    assert.equal(await usual({ kind: 'fresh', options: {} }, 'https://api.example.com#project'), 4);
    assert.equal(await usual({ kind: 'sessions', sessions: [{ id: 'a' }, { id: 'b' }] }), 2);
    client.close();
  });

  describe('whose extension is the same', () => {
    const shown = {
      steps: [
        { waitFor: { storage: { local: { count: 3 } } }, timeout: MAX_WAIT },
        { worker: 'stop' },
        { upload: 'dist' },
      ],
    };

    /** What was asked of the service’s extensions while tests ran, and what came of these. */
    async function asked(files: readonly string[], refuse?: string): Promise<[string[], object, object]> {
      const requests: string[] = [];
      const proxy = await startServiceProxy(service.url, async ({ method, url = '' }, response) => {
        if (url.includes('/extensions')) requests.push(`${method} ${url.replace(/[\w-]{20,}/, 'ID')}`);
        if (refuse === undefined || `${method} ${url}` !== refuse) return false;
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"not_found","message":"no"}');
        return true;
      });
      const other = new TestRunner({ url: proxy.url, token: service.token });
      const test = { extension: 'dist', ...shown };
      other.write({ '.git/HEAD': '', ...extension(), ...Object.fromEntries(files.map((file) => [file, test])) });
      const run = await other.run({ workers: 2 });
      other.leave();
      await proxy.stop();
      assert.deepEqual([run.left, await sessions()], [[], []]);
      const { body } = await request(service, 'GET', '/extensions');
      assert.deepEqual(body, []);
      return [requests, outcomes(run), errors(run)];
    }

    it('have it from the catalog, where it is as long as they run', async () => {
      const [requests, came, wrong] = await asked(['a.sequence.json', 'b.sequence.json']);
      assert.deepEqual([came, wrong], [{ a: 'passed', b: 'passed' }, {}]);
      assert.deepEqual(requests, ['POST /extensions', 'DELETE /extensions/ID']);
    });

    it('have it uploaded where there is no catalog', async () => {
      const [requests, came, wrong] = await asked(['a.sequence.json', 'b.sequence.json'], 'POST /extensions');
      assert.deepEqual([came, wrong], [{ a: 'passed', b: 'passed' }, {}]);
      assert.equal(requests.filter((each) => /^POST \/browsers\/.*\/extensions$/.test(each)).length, 2);
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

    nightly('fails with that reason when three in a row have ended', async () => {
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
          runner.write({ ...extension(), 'a.sequence.json': test, 'b.sequence.json': test, 'c.sequence.json': test });
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
          assert.deepEqual([left, failure, await sessions()], [[], undefined, []]);
          assert.deepEqual((await request(service, 'GET', '/extensions')).body, [], 'what they share is in no catalog');
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
