import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { FunctionCounts } from '../../../src/core/script-counts';
import { CoverageWatch, listLoaded, loadUnpacked, openTab } from '../../../src/devtools';
import { coverSources } from '../../../src/packaging';
import { DebuggedBrowser } from '../../support/browser';
import { countsOf, linesNeverRun, linesThatRan } from '../../support/counted';
import { writeFiles } from '../../support/files';
import { listen } from '../../support/network/listen';
import { until } from '../../support/until';

const { signal } = new AbortController();
const SCRIPT = `function early(value) {
  if (value) return 'early';
  return 'late';
}
function* numbers() {
  yield 1;
  yield 2;
}
class Counter {
  #count = 0;
  add() {
    return ++this.#count;
  }
  unused() {
    return this.#count;
  }
}
async function waits(fails) {
  await null;
  if (fails) {
    throw new Error('fails');
  }
  return 'done';
}
function chain(value) {
  return value?.deep?.(
    unused(),
  );
}
function unused() {
  return 'unused';
}
early(true);
numbers().next();
new Counter().add();
chain(undefined);
for (const each of []) {
  early(each);
}
switch (early(1)) {
  case 'late':
    early(2);
    break;
  default:
    early(3);
}
waits(false).then(() => {
  globalThis.document && (document.title = 'ran');
});
`;

describe('Coverage of one script', () => {
  const browser = new DebuggedBrowser();
  let server: Server;
  let site = '';

  before(async () => {
    await browser.start();
    server = createServer(({ url }, response) => {
      const isScript = url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? SCRIPT : '<!doctype html><script src="page.js"></script>');
    });
    site = `http://127.0.0.1:${await listen(server)}`;
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await browser.kill();
  });

  /** As we count it in a page of an extension. */
  async function ofExtension(folder: string): Promise<readonly FunctionCounts[]> {
    const connection = await browser.connect();
    const ending = new AbortController();
    const watch = new CoverageWatch();
    await watch.begin(connection, ending.signal);
    await loadUnpacked(connection, folder, signal);
    const id = (await listLoaded(connection, signal)).find((each) => each.path === folder)?.id;
    const targetId = await openTab(connection, `chrome-extension://${id}/page.html`, signal);
    await until('it has run', async () => {
      const { targetInfo } = await connection.send('Target.getTargetInfo', { targetId }, { signal });
      return targetInfo?.title === 'ran';
    });
    await watch.take(signal);
    const [counted] = await watch.counts();
    ending.abort();
    connection.close();
    return counted?.functions ?? [];
  }

  /** As Playwright counts it in a page of the web. */
  async function ofPlaywright(): Promise<readonly FunctionCounts[]> {
    const playwright = await chromium.connectOverCDP(browser.address.href);
    const [context] = playwright.contexts();
    assert.ok(context);
    const page = await context.newPage();
    await page.coverage.startJSCoverage();
    await page.goto(site);
    await page.waitForFunction("document.title === 'ran'");
    const entries = await page.coverage.stopJSCoverage();
    await page.close();
    await playwright.close();
    const entry = entries.find(({ url }) => url.endsWith('/page.js'));
    return entry?.functions ?? [];
  }

  it('has the same lines as by V8 in Node, and as by Playwright in a page of the web', async () => {
    const folder = browser.write('proof', {});
    writeFiles(folder, { 'page.html': '<!doctype html><script src="page.js"></script>', 'page.js': SCRIPT });
    const lines = async (functions: readonly FunctionCounts[]): Promise<object> => {
      const script = { path: 'page.js', text: SCRIPT, functions };
      const coverage = await coverSources([{ folder, top: path.dirname(folder) }], script, signal);
      assert.ok('files' in coverage && coverage.files[0]);
      const [file] = coverage.files;
      return { ran: linesThatRan(file), never: linesNeverRun(file) };
    };
    const ours = await lines(await ofExtension(folder));
    assert.deepEqual(ours, await lines(await countsOf(SCRIPT)));
    assert.deepEqual(ours, await lines(await ofPlaywright()));
  });
});
