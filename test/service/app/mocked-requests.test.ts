import assert from 'node:assert/strict';
import { until } from '../../support/until';
import { createServer, type Server } from 'node:http';
import { readSequenceText } from '../../../src/app/sequences/sequence-text';
import { runSteps, type SessionOutcome } from '../../../src/app/sequences/run-steps';
import { listen } from '../../support/network/listen';
import { nightly } from '../../support/nightly';
import { ExtensionFolder } from '../../support/person';
import { NamesFixture } from './names-fixture';

const { signal } = new AbortController();

/** Writes what a request got into a page, or what went wrong. */
const TOLD = `async (url, options) => {
  try { const answer = await fetch(url, options); return answer.status + ' ' + await answer.text(); }
  catch (error) { return error.name; }
}`;

describe('A request that a sequence answers', () => {
  let fixture: NamesFixture;
  let folder: ExtensionFolder;
  let api: Server;
  /** Of another site than the page, and one that lets no page of another origin read. */
  let url: string;
  /** The requests that the real server got, as `METHOD /path`. */
  const real: string[] = [];

  before(async () => {
    fixture = await NamesFixture.open();
    api = createServer((request, response) => {
      real.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'text/html');
      if (request.url === '/moves') response.writeHead(302, { location: '/moved' });
      response.end(
        request.url === '/frame'
          ? `<p>frame</p><script>(${TOLD})('/in-frame').then((told) => (document.querySelector('p').textContent = 'Frame: ' + told));</script>`
          : 'real',
      );
    });
    url = `http://localhost:${await listen(api)}`;
    folder = new ExtensionFolder({
      permissions: ['storage'],
      host_permissions: ['<all_urls>'],
      content_scripts: [{ matches: ['http://127.0.0.1/*'], js: ['content.js'] }],
    });
    folder.write(
      'worker.js',
      `const told = ${TOLD};
       told('${url}/first').then((first) => chrome.storage.local.set({ first }));
       chrome.storage.onChanged.addListener((changes, area) => {
         if (changes.seen === undefined && changes.token !== undefined)
           chrome.storage.local.set({ seen: area + ' ' + JSON.stringify(changes.token.newValue ?? null) });
       });`,
    );
    folder.write(
      'content.js',
      `const told = ${TOLD};
       document.addEventListener('ask', async () => {
         document.body.dataset.content = await told('${url}/content', { method: 'PUT', headers: { 'X-A': 'b' } });
       });`,
    );
    await fixture.person.upload(folder.path, fixture.session, 'mocked');
    // Its worker asks as it starts, which is none of the tests' business.
    await until('the worker has asked', () => real.includes('GET /first'));
  });
  beforeEach(() => void real.splice(0));
  after(async () => {
    await fixture.close();
    api.close();
    api.closeAllConnections();
  });

  async function run(steps: readonly object[], onProgress = (_done: number): void => {}): Promise<SessionOutcome> {
    const read = readSequenceText(JSON.stringify({ steps }), []);
    assert.ok('steps' in read, JSON.stringify(read));
    const request = { sessionIds: [fixture.session], steps: read.steps, followsLog: true };
    const [outcome] = await runSteps(fixture.parts, request, signal, (_session, done) => onProgress(done));
    return outcome ?? assert.fail();
  }

  async function runs(...steps: readonly object[]): Promise<SessionOutcome> {
    const outcome = await run(steps);
    if (outcome.error !== undefined) throw outcome.error;
    return outcome;
  }

  /** Runs the steps, and asks from the page between those before and those after. */
  async function asking<T>(steps: readonly object[], ask: () => Promise<T>): Promise<T> {
    let asked: Promise<T> | undefined;
    const { error } = await run([...steps, { waitFor: { text: 'Asked' }, timeout: 20_000 }], (done) => {
      if (done !== steps.length) return;
      asked = ask();
      void asked.catch(() => {}).then(() => fixture.show('Asked'));
    });
    if (error !== undefined) throw error;
    return asked ?? assert.fail();
  }

  const fromPage = (path: string, options: object = {}): Promise<string> =>
    fixture.run(`(${TOLD})(${JSON.stringify(`${url}${path}`)}, ${JSON.stringify(options)})`);

  it('of a worker is its first one after a start', async () => {
    await runs(
      { mock: { url: `${url}/first`, status: 503, body: 'busy' } },
      { worker: 'stop' },
      { worker: 'start' },
      { expect: { storage: { local: { first: '503 busy' } } } },
      { expect: { request: { url: `${url}/first`, times: 1 } } },
    );
    assert.deepEqual(real, []);
    await runs({ worker: 'stop' }, { worker: 'start' }, { expect: { storage: { local: { first: '200 real' } } } });
    assert.deepEqual(real, ['GET /first']);
  });

  it('of a page may be one to another origin, with a preflight', async () => {
    await fixture.show('');
    const told = await asking([{ mock: { url: `${url}/data*`, method: 'PUT', json: { price: 1 } } }], async () => [
      await fromPage('/data?a', { method: 'PUT', headers: { 'X-A': 'b', 'content-type': 'application/json' } }),
      await fromPage('/data?b', { method: 'PUT', credentials: 'include' }),
      await fromPage('/other'),
      await fromPage('/data?c'),
    ]);
    // The real server lets nobody read.
    assert.deepEqual(told, ['200 {"price":1}', '200 {"price":1}', 'TypeError', 'TypeError']);
    assert.deepEqual(real, ['GET /other', 'GET /data?c']);
    assert.equal(await fromPage('/data?a', { mode: 'no-cors' }), '0 ', 'nothing is answered after the end');
    assert.deepEqual(real.slice(2), ['GET /data?a']);
  });

  it('is answered as often, as late, as newly and as badly as it is said', async () => {
    await fixture.show('');
    const steps = [
      { mock: { url: '*/a', body: 'old' } },
      { mock: { url: '*/a', body: 'new', times: 1, delay: 400 } },
      { mock: { url: '*/gone', abort: true } },
    ];
    const [began, told] = await asking(steps, async () => {
      const at = Date.now();
      const first = await fromPage('/a');
      return [Date.now() - at, [first, await fromPage('/a'), await fromPage('/a'), await fromPage('/gone')]] as const;
    });
    assert.ok(began >= 399, String(began));
    assert.deepEqual(told, ['200 new', '200 old', '200 old', 'TypeError']);
    assert.deepEqual(real, []);
  });

  it('is followed to where an answer leads, and is one more there', async () => {
    await fixture.show('');
    const steps = [
      { mock: { url: '*/moved', body: 'mocked' } },
      { mock: { url: '*/away', status: 302, headers: { location: `${url}/moves` } } },
    ];
    assert.equal(await asking(steps, () => fromPage('/away', { mode: 'no-cors' })), '0 ');
    assert.deepEqual(real, ['GET /moves']);
  });

  it('of a content script is one of its page', async () => {
    await runs({ open: `${fixture.pages.url}/plain?content` }, { expect: { address: '*/plain?content' } });
    await asking([{ mock: { url: `${url}/content`, status: 201, body: 'made' } }], () =>
      fixture.run(`new Promise((resolve) => {
        new MutationObserver(() => resolve()).observe(document.body, { attributes: true });
        document.dispatchEvent(new Event('ask'));
      })`),
    );
    assert.equal(await fixture.run('document.body.dataset.content'), '201 made');
    assert.deepEqual(real, []);
  });

  it('of a frame of another origin is answered, and counted', async () => {
    await fixture.show('');
    let framed: Promise<void> | undefined;
    const { error } = await run(
      [
        { mock: { url: `${url}/in-frame`, body: 'mocked' } },
        { expect: { text: 'Frame: 200 mocked' } },
        { expect: { request: { url: `${url}/in-frame` } } },
        { expect: { request: { url: `${url}/in-frame`, times: 2 } }, timeout: 0 },
      ],
      (done) => {
        if (done === 1) framed = fixture.show(`<iframe src="${url}/frame"></iframe>`);
      },
    );
    await framed;
    assert.match(String(error), /Requests to http:\/\/localhost:\d+\/in-frame: 1\.$/);
    assert.deepEqual(real, ['GET /frame']);
  });

  it('is told if there was none', async () => {
    const { error } = await run([{ expect: { request: { url: `${url}/none?a1b2` } }, timeout: 0 }]);
    assert.match(String(error), /There was no request to http:\/\/localhost:\d+\/none\?….$/);
  });

  nightly('may be any of a page that opens 100 frames, with 1,000 answers', async () => {
    await fixture.show('');
    const mocks = Array.from({ length: 990 }, (_, index) => ({ mock: { url: `${url}/${index}-*`, body: 'x' } }));
    let framed: Promise<void> | undefined;
    const { error } = await run(
      [
        { mock: { url: '*', body: '<p>any</p>' } },
        ...mocks,
        { expect: { request: { url: `${url}/f*`, times: 100 } }, timeout: 60_000 },
      ],
      (done) => {
        if (done === 991)
          framed = fixture.show(
            Array.from({ length: 100 }, (_, index) => `<iframe src="${url}/f${index}"></iframe>`).join(''),
          );
      },
    );
    await framed;
    if (error !== undefined) throw error;
    assert.deepEqual(real, []);
    await fixture.show('');
  });

  nightly('is told if more workers are open than are watched', async () => {
    await fixture.show('');
    let opened: Promise<unknown> | undefined;
    const { error } = await run(
      [{ mock: { url: `${url}/any`, body: 'x' } }, { waitFor: { text: 'All run' }, timeout: 60_000 }],
      (done) => {
        if (done === 1)
          opened = fixture.run(`(() => {
            const source = URL.createObjectURL(new Blob(['postMessage(1)']));
            const running = Array.from({ length: 230 }, () => new Promise((done) => (new Worker(source).onmessage = done)));
            void Promise.all(running).then(() => document.body.append('All run'));
          })()`);
      },
    );
    await opened;
    await fixture.show('');
    assert.match(String(error), /Too many pages and workers are open: requests of \d+ weren’t seen or answered\.$/);
  });

  it('is none of what is stored, which the extension hears of as if it had stored it itself', async () => {
    await runs(
      { storage: { local: { token: 'a1b2' } } },
      { expect: { storage: { local: { token: 'a1b2', seen: 'local "a1b2"' } } } },
      { storage: { local: null } },
    );
    const { error } = await run([{ expect: { storage: { local: { token: 'a1b2' } } }, timeout: 0 }]);
    assert.match(String(error), /local has no key “token”/);
    assert.doesNotMatch(String(error), /a1b2/);
  });

  it('leaves a picture that a step takes', async () => {
    const { screenshots } = await runs({ wait: 0 }, { screenshot: 'after' }, { screenshot: 'after' });
    assert.deepEqual(
      screenshots.map(({ index, name, png }) => [index, name, png.subarray(1, 4).toString()]),
      [
        [1, 'after', 'PNG'],
        [2, 'after', 'PNG'],
      ],
    );
  });
});
