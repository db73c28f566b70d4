import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import type * as Browser from '../../scripts/vscode/browser.mjs';
import type { Report } from '../../src/app/report/report';
import { reportPage } from '../../src/app/report/report-html';
import { Localizer } from '../../src/core/localizer';
import { atEnd } from '../support/at-end';
import { LoopbackServer } from '../support/network/loopback-server';
import { AT, sampleReport } from '../support/sample-report';
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
        state: 'done' as const,
        began: AT + index * 400,
        ended: AT + index * 400 + 350,
        ...(index % 2 === 1 && { point: { x: 600 - index * 100, y: 360 } }),
      })),
    },
  }),
  log: { lines: [], moreLines: 0 },
});
const MAX_WIDTH = 360;

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
  });

  async function open(name: string, report: Report): Promise<Page> {
    const file = path.join(folder, `${name}.report.html`);
    writeFileSync(file, reportPage(report, words));
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  for (const [name, report] of [
    ['failed', sampleReport()],
    ['passed', PASSED],
  ] as const)
    it(`is readable as “${name}”: light, dark, on a phone, and by a screen reader`, async () => {
      requests.length = 0;
      const page = await open(name, report);
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
        await page.setViewportSize({ width: MAX_WIDTH, height: 800 });
        await page.screenshot({ path: path.join(root, `out/ui/report-${name}-phone.png`), fullPage: true });
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), MAX_WIDTH, 'nothing is cut off');
        const narrow = `[...document.querySelectorAll('td, th')].filter((each) => each.textContent.length > 8 && each.offsetParent && each.clientWidth < 40).length`;
        assert.equal(await page.evaluate(narrow), 0, 'no column breaks its words');
        await page.setViewportSize({ width: 1200, height: 900 });
        await page.emulateMedia({ forcedColors: 'active' });
        await page.screenshot({ path: path.join(root, `out/ui/report-${name}-forced-colors.png`), fullPage: true });
        await page.emulateMedia({ forcedColors: 'none', media: 'print', colorScheme: 'dark' });
        await page.setViewportSize({ width: 720, height: 900 });
        const back = 'getComputedStyle(document.body).backgroundColor';
        assert.equal(await page.evaluate(back), 'rgb(255, 255, 255)', 'paper is light');
        assert.equal(await page.locator('pre', { hasText: '"count": 3' }).first().isVisible(), true);
        await page.screenshot({ path: path.join(root, `out/ui/report-${name}-print.png`), fullPage: true });
        assert.deepEqual(
          requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:image/png')),
          [],
        );
        assert.equal(await page.evaluate('document.scripts.length'), 0);
        assert.equal(await page.evaluate(`[...document.images].every((image) => image.naturalWidth > 0)`), true);
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
    writeFileSync(file, reportPage(sampleReport(), words).replace('<main>', `<main>${hostile}`));
    const page = await context.newPage();
    try {
      await page.goto(pathToFileURL(file).href);
      assert.match(await page.title(), /failed at step 3/);
      assert.equal(hits, 0);
    } finally {
      await page.close();
      await server.stop();
    }
  });
});
