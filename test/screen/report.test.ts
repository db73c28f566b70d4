import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import type * as Browser from '../../scripts/vscode/browser.mjs';
import { reportPage } from '../../src/app/report/report-html';
import { testsPage, type TestsReport } from '../../src/app/report/tests-page';
import { Localizer } from '../../src/core/localizer';
import { atEnd } from '../support/at-end';
import { LoopbackServer } from '../support/network/loopback-server';
import { AT, grayPng, sampleReport } from '../support/sample-report';
import { temporaryFolder } from '../support/temporary-folder';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
const { t, localize } = new Localizer((template) => template);
const words = { t, localize, language: 'en' };
/** What passed, of which nothing was logged. */
const { path: failedPath } = sampleReport();
const PASSED = sampleReport({
  ...(failedPath && {
    path: {
      ...failedPath,
      results: failedPath.steps.map((_, index) => ({
        state: 'passed' as const,
        began: AT + index * 400,
        ended: AT + index * 400 + 350,
        ...(index % 2 === 1 && { point: { x: 600 - index * 100, y: 360 } }),
      })),
    },
  }),
  log: { lines: [], moreLines: 0 },
});
/** Of panels beside the editor, and of phones. */
const WIDTHS = [300, 360, 460];

/** Of tests that came to all that there is, whose names and texts try to be more than texts. */
const TESTS: TestsReport = {
  at: AT,
  took: 83_000,
  workers: 4,
  version: '0.9.0',
  tests: [
    {
      name: 'tests/checkout/a-path-that-is-longer-than-a-phone-is-wide/pay-with-a-card.sequence.json',
      outcome: 'failed',
      took: 8400,
      attempts: 2,
      failure: {
        place: 'tests/checkout/pay.sequence.json:12:5',
        text: 'Step 3, Expect the text “Paid”: The page doesn’t show “Paid”.',
        log: ['worker up', '</pre><script>document.title = "ran"</script>'],
      },
      report: 'tests-checkout-pay.report.html',
      screenshots: [
        { name: 'cart', attempt: 1, file: 'größe 1%.png' },
        { name: '"><img src=x onerror=alert(1)>', attempt: 2, file: 'cart-2.png' },
      ],
    },
    {
      name: '<b>flaky</b>.sequence.json',
      outcome: 'flaky',
      took: 3100,
      attempts: 2,
      failure: { place: 'flaky.sequence.json:4:5', text: 'It took longer than 60 s.', log: [] },
      screenshots: [],
    },
    { name: 'later.sequence.json', outcome: 'canceled', took: 0, attempts: 0, screenshots: [] },
    {
      name: 'sale.sequence.json',
      outcome: 'skipped',
      took: 0,
      attempts: 0,
      reason: 'There is no sale [now](javascript:alert(1)).',
      screenshots: [],
    },
    { name: 'sign-in.sequence.json', outcome: 'passed', took: 1300, attempts: 1, screenshots: [] },
    {
      name: 'watch.sequence.json',
      outcome: 'passed',
      took: 900,
      attempts: 1,
      screenshots: [{ name: 'popup', attempt: 1, file: 'popup.png' }],
    },
  ],
};

/** In the page: what hinders somebody who cannot see it. */
const VIOLATIONS = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`;

describe('The page of a report, in a browser', () => {
  const folder = temporaryFolder();
  let context: BrowserContext;
  const requests: string[] = [];

  before(async () => {
    const { theBrowser, endBrowser }: typeof Browser = await import(
      pathToFileURL(path.join(root, 'scripts/vscode/browser.mjs')).href
    );
    atEnd(endBrowser);
    ({ context } = await theBrowser());
    context.on('request', (request) => requests.push(request.url()));
    writeFileSync(path.join(folder, 'tests-checkout-pay.report.html'), reportPage(sampleReport(), words));
    for (const file of ['größe 1%.png', 'cart-2.png', 'popup.png'])
      writeFileSync(path.join(folder, file), grayPng(640, 400));
  });

  async function open(name: string, content: string): Promise<Page> {
    const file = path.join(folder, `${name}.report.html`);
    writeFileSync(file, content);
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  for (const [name, content] of [
    ['failed', reportPage(sampleReport(), words)],
    ['passed', reportPage(PASSED, words)],
    ['tests', testsPage(TESTS, words)],
  ] as const)
    it(`is readable as “${name}”: light, dark, on a phone, and by a screen reader`, async () => {
      requests.length = 0;
      const page = await open(name, content);
      try {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width: 1200, height: 900 });
          await page.screenshot({ path: path.join(root, `out/ui/report-${name}-${colorScheme}.png`), fullPage: true });
          // Its policy lets the page itself run nothing.
          await page.evaluate(readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
          for (const details of await page.locator('details').all())
            await details.evaluate((each) => each.setAttribute('open', ''));
          assert.deepEqual(await page.evaluate(VIOLATIONS), [], colorScheme);
          for (const details of await page.locator('details').all())
            await details.evaluate((each) => each.removeAttribute('open'));
        }
        const narrow = `[...document.querySelectorAll('td, th')].filter((each) => each.textContent.length > 8 && each.offsetParent && each.clientWidth < 40).length`;
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await page.screenshot({ path: path.join(root, `out/ui/report-${name}-${width}.png`), fullPage: true });
          for (const folds of ['open', 'close']) {
            for (const details of await page.locator('details').all())
              await details.evaluate((each, fold) => each.toggleAttribute('open', fold === 'open'), folds);
            const [needed, room] = await page.evaluate<[number, number]>(
              '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
            );
            assert.ok(needed <= room, `${width}: nothing is cut off`);
            assert.equal(await page.evaluate(narrow), 0, 'no column breaks its words');
            if (folds === 'open')
              await page.screenshot({
                path: path.join(root, `out/ui/report-${name}-${width}-open.png`),
                fullPage: true,
              });
          }
        }
        await page.setViewportSize({ width: 1200, height: 900 });
        await page.emulateMedia({ forcedColors: 'active' });
        await page.screenshot({ path: path.join(root, `out/ui/report-${name}-forced-colors.png`), fullPage: true });
        await page.emulateMedia({ forcedColors: 'none', media: 'print', colorScheme: 'dark' });
        await page.setViewportSize({ width: 720, height: 900 });
        const back = 'getComputedStyle(document.body).backgroundColor';
        assert.equal(await page.evaluate(back), 'rgb(255, 255, 255)', 'paper is light');
        const unfolded = name === 'tests' ? 'worker up' : '"count": 3';
        assert.equal(await page.locator('pre', { hasText: unfolded }).first().isVisible(), true);
        await page.screenshot({ path: path.join(root, `out/ui/report-${name}-print.png`), fullPage: true });
        assert.deepEqual(
          requests.filter((url) => !url.startsWith(pathToFileURL(folder).href) && !url.startsWith('data:image/png')),
          [],
        );
        assert.equal(await page.evaluate('document.scripts.length'), 0);
        assert.equal(await page.evaluate(`[...document.images].every((image) => image.naturalWidth > 0)`), true);
      } finally {
        await page.close();
      }
    });

  it('shows the tests that came to the same, without a script', async () => {
    const page = await open('filter', testsPage(TESTS, words));
    try {
      const shown = (): Promise<string[]> => page.locator('.tests li:visible .outcome').allTextContents();
      assert.deepEqual(await shown(), ['failed', 'flaky', 'canceled', 'skipped', 'passed', 'passed']);
      await page.getByLabel('passed (2)').check();
      assert.deepEqual(await shown(), ['passed', 'passed']);
      // As by the keys.
      await page.keyboard.press('ArrowUp');
      assert.deepEqual(await shown(), ['skipped']);
      await page.getByLabel('all (6)').check();
      assert.equal((await shown()).length, 6);
      await page.screenshot({ path: path.join(root, 'out/ui/report-tests-filter.png') });
      await page.getByRole('link', { name: 'Report of the failure' }).click();
      assert.equal(page.url(), pathToFileURL(path.join(folder, 'tests-checkout-pay.report.html')).href);
    } finally {
      await page.close();
    }
  });

  it('runs and loads nothing that somebody has put into it', async () => {
    let hits = 0;
    const server = await new LoopbackServer((_, response) => {
      hits++;
      response.end();
    }).start();
    const file = path.join(folder, 'changed.html');
    const hostile = `<img src="${server.url}/x.png"><script>document.title = 'ran'</script><script src="${server.url}/x.js"></script><style>@import url(${server.url}/x.css)</style>`;
    const page = await context.newPage();
    try {
      for (const content of [reportPage(sampleReport(), words), testsPage(TESTS, words)]) {
        writeFileSync(file, content.replace('<main>', `<main>${hostile}`));
        await page.goto(pathToFileURL(file).href);
        assert.match(await page.title(), /failed/);
        assert.equal(hits, 0);
      }
    } finally {
      await page.close();
      await server.stop();
    }
  });
});
