import assert from 'node:assert/strict';
import { Kernel } from '@onkernel/sdk';
import { chromium } from 'playwright-core';
import { connect } from 'puppeteer-core';
import { type LocalService, startLocalService } from '../../support/local-service';
import { type Pages, startPages } from '../../support/pages';
import { addressOf, DevToolsClient } from './devtools-client';
import { browserOf } from '../../support/processes';

describe('The DevTools address of a session serves', () => {
  let service: LocalService;
  let pages: Pages;
  let address: string;
  /** A second client, which is told of every page. */
  let beside: DevToolsClient;
  let browser: number | undefined;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
    address = await addressOf(service, service.session);
    browser = browserOf(service.pid, service.session);
  });
  beforeEach(async () => {
    beside = await DevToolsClient.connect(address);
    await beside.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  });
  afterEach(async () => {
    assert.match((await beside.send('Browser.getVersion')).product, /^Chrome/);
    assert.equal(browserOf(service.pid, service.session), browser, 'the browser has not restarted');
    await beside.close();
  });
  after(async () => {
    await Promise.all([service.stop(), pages.stop()]);
    assert.equal(service.complaints(), '');
  });

  /** The title of a page, as the second client sees it, in a session of its own. */
  async function titleBeside(url: string): Promise<unknown> {
    const { params } = await beside.waitFor(({ params: told }) => told?.targetInfo?.url === url);
    const { sessionId } = await beside.send('Target.attachToTarget', {
      targetId: params.targetInfo.targetId,
      flatten: true,
    });
    return beside.evaluate('document.title', sessionId);
  }

  it('Playwright', async () => {
    await beside.send('Target.setDiscoverTargets', { discover: true });
    const connected = await chromium.connectOverCDP(address);
    const [context] = connected.contexts();
    assert.ok(context);
    assert.equal(context.pages().length, 1, 'the page that the session has');
    const page = await context.newPage();
    await page.goto(`${pages.url}/button`);
    await page.evaluate('document.title = "set by Playwright"');
    assert.equal(await titleBeside(`${pages.url}/button`), 'set by Playwright');
    await page.locator('button').click();
    await pages.waitFor(({ type, path }) => type === 'click' && path === '/button');
    await page.close();
    await connected.close();
  });

  it('Playwright, with a context of its own', async () => {
    const connected = await chromium.connectOverCDP(address);
    const page = await (await connected.newContext()).newPage();
    await page.goto(`${pages.url}/plain`);
    assert.equal(await page.evaluate('1 + 1'), 2);
    await connected.close();
  });

  it('Puppeteer', async () => {
    await beside.send('Target.setDiscoverTargets', { discover: true });
    const connected = await connect({ browserWSEndpoint: address });
    const page = await connected.newPage();
    await page.goto(`${pages.url}/plain`);
    await page.evaluate('document.title = "set by Puppeteer"');
    assert.equal(await titleBeside(`${pages.url}/plain`), 'set by Puppeteer');
    assert.equal((await page.screenshot()).subarray(1, 4).toString(), Buffer.from('PNG').toString());
    await page.close();
    await connected.disconnect();
  });

  it('both of them at a time', async () => {
    const [one, other] = await Promise.all([chromium.connectOverCDP(address), connect({ browserWSEndpoint: address })]);
    const [context] = one.contexts();
    assert.ok(context);
    const [page, otherPage] = await Promise.all([context.newPage(), other.newPage()]);
    await Promise.all([page.goto(`${pages.url}/plain`), otherPage.goto(`${pages.url}/button`)]);
    assert.deepEqual(
      [await page.evaluate('location.pathname'), await otherPage.evaluate('location.pathname')],
      ['/plain', '/button'],
    );
    await one.close();
    assert.equal(await otherPage.evaluate('1 + 1'), 2);
    await otherPage.close();
    await other.disconnect();
  });

  it('whoever has it from the official SDK', async () => {
    const kernel = new Kernel({ apiKey: service.token, baseURL: service.url });
    const { cdp_ws_url } = await kernel.browsers.retrieve(service.session);
    const client = await DevToolsClient.connect(cdp_ws_url);
    await client.send('Browser.getVersion');
    await client.close();
  });
});
