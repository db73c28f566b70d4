import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { ScriptCounts } from '../../../src/core/script-counts';
import {
  CoverageWatch,
  type DevToolsConnection,
  listLoaded,
  loadUnpacked,
  openTab,
  triggerAction,
} from '../../../src/devtools';
import { DebuggedBrowser } from '../../support/browser';
import { writeFiles } from '../../support/files';
import { listen } from '../../support/network/listen';
import { nightly } from '../../support/nightly';
import { until } from '../../support/until';

const { signal } = new AbortController();

/** Runs one of two ways, and one of two functions. */
const script = (more = ''): string => `
function way(first) {
  if (first) {
    return 'first';
  }
  return 'second';
}
function never() {
  return 'never';
}
way(true);
${more}`;
const page = (name: string): string => `<!doctype html><title>${name}</title><script src="${name}.js"></script>`;

/** How often the code at a text of a script ran; undefined: nothing is known of the script. */
function timesOf(counts: readonly ScriptCounts[], path: string, text: string): number | undefined {
  const found = counts.filter((each) => each.path === path);
  assert.ok(found.length <= 1, `${path} is counted once`);
  const [counted] = found;
  if (!counted) return undefined;
  const offset = counted.text.indexOf(text);
  assert.ok(offset >= 0, `${path} has ${text}`);
  const around = counted.functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .toSorted((one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset));
  return around[0]?.count;
}

/** How often a function was called. One that V8 tells nothing of never was. */
function callsOf(counts: readonly ScriptCounts[], path: string, name: string): number {
  const [counted] = counts.filter((each) => each.path === path);
  return counted?.functions.find(({ functionName }) => functionName === name)?.ranges[0]?.count ?? 0;
}

describe('Coverage of an extension', () => {
  const browser = new DebuggedBrowser();
  let server: Server;
  let site = '';
  let other = '';
  let connection: DevToolsConnection;
  let ending: AbortController;
  let watch: CoverageWatch;
  let loads = 0;

  before(async () => {
    await browser.start();
    server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(request.url === '/framed' ? `<iframe src="${other}/frame"></iframe>` : '<h1>Page</h1>');
    });
    const port = await listen(server);
    [site, other] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  });
  beforeEach(async () => {
    connection = await browser.connect();
    ending = new AbortController();
    watch = new CoverageWatch();
    await watch.begin(connection, ending.signal);
  });
  afterEach(() => {
    ending.abort();
    connection.close();
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await browser.kill();
  });

  async function load(files: Record<string, string>, manifest: object): Promise<{ id: string; folder: string }> {
    const folder = browser.write(`counted-${++loads}`, { name: `Counted ${loads}`, ...manifest });
    writeFiles(folder, files);
    await loadUnpacked(connection, folder, signal);
    const id = (await listLoaded(connection, signal)).find((each) => each.path === folder)?.id ?? '';
    assert.notEqual(id, '');
    return { id, folder };
  }

  const open = (address: string): Promise<string> => openTab(connection, address, signal);

  async function close(targetId: string): Promise<void> {
    await connection.send('Target.closeTarget', { targetId }, { signal });
  }

  async function evaluate(targetId: string, expression: string): Promise<unknown> {
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true }, { signal });
    const options = { signal, targetSession: String(sessionId) };
    const answer = await connection.send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true, userGesture: true },
      options,
    );
    assert.equal(answer.exceptionDetails, undefined, JSON.stringify(answer.exceptionDetails));
    return answer.result?.value;
  }

  async function popupOf(id: string): Promise<string> {
    const { targetInfos } = Object(
      await connection.send('Target.getTargets', { filter: [{ type: 'page' }, { type: 'other' }] }, { signal }),
    );
    const found = targetInfos.find(({ url }: { url: string }) => url === `chrome-extension://${id}/popup.html`);
    return found?.targetId ?? '';
  }

  async function counts(id: string): Promise<readonly ScriptCounts[]> {
    await watch.take(signal);
    return (await watch.counts()).filter(({ extensionId }) => extensionId === id);
  }

  /** Waits until a script has run, and holds what is known of its ways against the truth. */
  async function ranOneWay(id: string, path: string): Promise<void> {
    await until(`${path} has run`, async () => (timesOf(await counts(id), path, "'first'") ?? 0) > 0);
    const all = await counts(id);
    assert.deepEqual([timesOf(all, path, "'second'"), callsOf(all, path, 'never')], [0, 0], path);
    assert.ok((timesOf(all, path, 'way(true)') ?? 0) > 0, `${path} has run from its first line`);
  }

  it('has the worker from its first line, and after it was stopped', async () => {
    const { id } = await load(
      {
        'sw.js': script('chrome.runtime.onMessage.addListener(() => { said(); }); function said() { return 1; }'),
        'options.html': page('options'),
        'options.js': script(),
      },
      { background: { service_worker: 'sw.js' } },
    );
    await ranOneWay(id, 'sw.js');
    const before = timesOf(await counts(id), 'sw.js', "'first'") ?? 0;
    const options = await open(`chrome-extension://${id}/options.html`);
    const { sessionId } = await connection.send(
      'Target.attachToTarget',
      { targetId: options, flatten: true },
      { signal },
    );
    const ofPage = { signal, targetSession: String(sessionId) };
    await connection.send('ServiceWorker.enable', undefined, ofPage);
    await connection.send('ServiceWorker.stopAllWorkers', undefined, ofPage);
    await evaluate(options, 'chrome.runtime.sendMessage(1).catch(() => {})');
    await until('it ran again', async () => (timesOf(await counts(id), 'sw.js', "'first'") ?? 0) > before);
    await until('its listener ran', async () => (timesOf(await counts(id), 'sw.js', 'return 1') ?? 0) > 0);
    assert.equal(callsOf(await counts(id), 'sw.js', 'never'), 0);
    await close(options);
  });

  it('has content scripts of both worlds and all times, in frames of other sites, and those that are injected', async () => {
    const matches = ['http://127.0.0.1/*', 'http://localhost/*'];
    const { id } = await load(
      {
        'sw.js': `chrome.tabs.onUpdated.addListener((tabId, { status }) => {
          if (status === 'complete') chrome.scripting.executeScript({ target: { tabId }, files: ['injected.js'] });
        });`,
        'start.js': script(),
        'idle.js': script(),
        'main.js': script(),
        'framed.js': script(),
        'injected.js': script(),
      },
      {
        background: { service_worker: 'sw.js' },
        permissions: ['scripting', 'tabs'],
        host_permissions: ['<all_urls>'],
        content_scripts: [
          { matches, js: ['start.js'], run_at: 'document_start' },
          { matches, js: ['idle.js'] },
          { matches, js: ['main.js'], world: 'MAIN' },
          { matches: ['http://localhost/frame'], js: ['framed.js'], all_frames: true },
        ],
      },
    );
    await until('its worker listens', async () => timesOf(await counts(id), 'sw.js', 'chrome') === 1);
    const tab = await open(`${site}/framed`);
    for (const path of ['start.js', 'idle.js', 'main.js', 'framed.js', 'injected.js']) await ranOneWay(id, path);
    await close(tab);
  });

  it('has the popup, options, offscreen documents, the side panel, and workers of pages', async () => {
    const names = ['popup', 'options', 'offscreen', 'panel'];
    const { id } = await load(
      {
        'sw.js': 'chrome.runtime.onMessage.addListener(() => {});',
        'thread.js': script(),
        ...Object.fromEntries(
          names.flatMap((name) => [
            [`${name}.html`, page(name)],
            [`${name}.js`, script()],
          ]),
        ),
        'options.js': script("globalThis.thread = new Worker('thread.js');"),
      },
      {
        background: { service_worker: 'sw.js' },
        permissions: ['offscreen', 'sidePanel'],
        action: { default_popup: 'popup.html' },
        side_panel: { default_path: 'panel.html' },
        options_page: 'options.html',
      },
    );
    const tab = await open(`${site}/`);
    await triggerAction(connection, id, signal);
    await ranOneWay(id, 'popup.js');
    // A popup that closes has all that loads in the same moment counted by functions.
    await close(await popupOf(id));
    await until('the popup is closed', async () => (await popupOf(id)) === '');
    await counts(id);
    const options = await open(`chrome-extension://${id}/options.html`);
    await ranOneWay(id, 'options.js');
    await evaluate(
      options,
      "chrome.offscreen.createDocument({ url: 'offscreen.html', reasons: ['DOM_PARSER'], justification: 'test' })",
    );
    await ranOneWay(id, 'offscreen.js');
    await evaluate(options, 'chrome.tabs.getCurrent().then(({ id }) => chrome.sidePanel.open({ tabId: id }))');
    await ranOneWay(id, 'panel.js');
    await ranOneWay(id, 'thread.js');
    await close(options);
    await close(tab);
  });

  it('goes on by blocks after a reload, a change of site, and the end of another page of the process', async () => {
    const { id } = await load(
      {
        'one.html': page('one'),
        'one.js': script(),
        'two.html': page('two'),
        'two.js': script(),
        'start.js': script(),
      },
      {
        content_scripts: [
          { matches: ['http://127.0.0.1/*', 'http://localhost/*'], js: ['start.js'], run_at: 'document_start' },
        ],
      },
    );
    const first = await open(`chrome-extension://${id}/one.html`);
    await ranOneWay(id, 'one.js');
    const second = await open(`chrome-extension://${id}/two.html`);
    await ranOneWay(id, 'two.js');
    await close(second);
    const before = timesOf(await counts(id), 'one.js', "'first'") ?? 0;
    await evaluate(first, 'location.reload()');
    await until('it ran again', async () => (timesOf(await counts(id), 'one.js', "'first'") ?? 0) > before);
    await ranOneWay(id, 'one.js');
    await evaluate(first, `location.href = '${site}/'`);
    await ranOneWay(id, 'start.js');
    const there = timesOf(await counts(id), 'start.js', "'first'") ?? 0;
    await evaluate(first, `location.href = '${other}/'`);
    await until('it ran there', async () => (timesOf(await counts(id), 'start.js', "'first'") ?? 0) > there);
    await ranOneWay(id, 'start.js');
    await close(first);
  });

  it('goes on when pages end in the moment in which their counts are taken', async () => {
    const { id } = await load(
      { 'one.html': page('one'), 'one.js': script(), 'two.html': page('two'), 'two.js': script() },
      {},
    );
    for (let round = 0; round < 5; round++) {
      const target = await open(`chrome-extension://${id}/one.html`);
      await Promise.all([watch.take(signal), close(target), watch.take(signal)]);
    }
    const last = await open(`chrome-extension://${id}/two.html`);
    await ranOneWay(id, 'two.js');
    await close(last);
  });

  it('waits for no page that stands at a breakpoint of a debugger, and has its counts when it goes on', async () => {
    const { id } = await load({ 'one.html': page('one'), 'one.js': script('globalThis.later = way;') }, {});
    const target = await open(`chrome-extension://${id}/one.html`);
    await ranOneWay(id, 'one.js');
    const debugging = await browser.connect();
    const { sessionId } = await debugging.send(
      'Target.attachToTarget',
      { targetId: target, flatten: true },
      { signal },
    );
    const options = { signal, targetSession: String(sessionId) };
    await debugging.send('Debugger.enable', {}, options);
    const paused = new Promise<void>((resolve) => {
      debugging.subscribe(({ method }) => void (method === 'Debugger.paused' && resolve()));
    });
    const expression = '(() => { debugger; return later(false); })()';
    const evaluated = debugging.send('Runtime.evaluate', { expression }, options);
    await paused;
    await watch.take(signal);
    assert.equal(timesOf(await watch.counts(), 'one.js', "'second'"), 0);
    await debugging.send('Debugger.resume', {}, options);
    await evaluated;
    await until('it went on', async () => timesOf(await counts(id), 'one.js', "'second'") === 1);
    debugging.close();
    await close(target);
  });

  nightly('names a script of 20 MB, and counts what is beside it', async () => {
    const { id } = await load(
      {
        'one.html': `${page('large')}<script src="one.js"></script>`,
        'large.js': script(`/*${' '.repeat(20_000_000)}*/`),
        'one.js': script(),
      },
      {},
    );
    const target = await open(`chrome-extension://${id}/one.html`);
    await ranOneWay(id, 'one.js');
    assert.ok(watch.tooLarge.includes(`${id}/large.js`));
    assert.ok(!(await counts(id)).some(({ path }) => path === 'large.js'));
    await close(target);
  });

  it('tells two versions of a script apart', async () => {
    const { id, folder } = await load({ 'sw.js': script('// one') }, { background: { service_worker: 'sw.js' } });
    await ranOneWay(id, 'sw.js');
    writeFiles(folder, { 'sw.js': script('way(false); // two') });
    await loadUnpacked(connection, folder, signal);
    await until('the new one has run', async () => (await counts(id)).some(({ text }) => text.includes('// two')));
    const texts = (await counts(id)).map(({ text, ...rest }): [string, number | undefined] => [
      text.includes('// two') ? 'two' : 'one',
      timesOf([{ text, ...rest }], 'sw.js', "'second'"),
    ]);
    assert.deepEqual(Object.fromEntries(texts), { one: 0, two: 1 });
  });
});
