import assert from 'node:assert/strict';
import { withFront } from '../../src/devtools';
import { DebuggedBrowser } from '../support/browser';
import { DevToolsHost } from '../support/network/devtools-host';
import { BUTTON_AT, startPages, type Pages } from '../support/pages';
import { ScreenTab } from './screen-tab';
import { useWindow } from './window';

const SECRET = 'devtools-window-test-7f1e0c93ab';

describe('A browser that runs already, in the window', () => {
  const browser = new DebuggedBrowser();
  const vendor = new DevToolsHost(() => browser.address, {
    accepts: ({ url = '' }) => url.includes(`token=${SECRET}`),
  });
  let pages: Pages;
  before(async () => {
    [pages] = await Promise.all([startPages(), browser.start(), vendor.start()]);
  });
  after(async () => {
    await vendor.stop();
    await Promise.all([browser.kill(), pages.stop()]);
  });
  const window = useWindow(() => ({
    settings: { 'browserSessions.connections': [] },
    secret: SECRET,
    opens: 'once',
  }));
  const tab = new ScreenTab(window);

  /** The page in front is all of the display that is seen. */
  async function sizeOfPage(): Promise<{ width: number; height: number }> {
    const connection = await browser.connect();
    const size = await withFront(connection, new AbortController().signal, async ({ page, part }) => page ?? part);
    connection.close();
    assert.ok(size);
    return size;
  }

  it('is added by its address, whose token is hidden; takes an upload; and is live on a screen where a click lands', async () => {
    const { workbench } = window;
    const { palette, tree } = workbench;
    await palette.run('Browser Sessions: Add Connection…');
    await palette.asked('Where do your browsers run?').waitFor();
    await workbench.screenshot('devtools-1-kind');
    await palette.pick('DevTools Address');
    await palette.asked('DevTools address of a browser that is running').waitFor();
    await palette.box.fill('ftp://here');
    await palette.validation.filter({ hasText: 'must start with ws://' }).waitFor();
    await palette.box.fill(`http://${vendor.host}`);
    assert.equal(await palette.box.getAttribute('type'), 'text');
    await palette.box.fill(`http://${vendor.host}/?token=${SECRET}`);
    await palette.validation.filter({ hasText: `Connects to ws://${vendor.host}` }).waitFor();
    await workbench.page.locator('.quick-input-widget input[type=password]').waitFor();
    await workbench.screenshot('devtools-2-address');
    await workbench.page.keyboard.press('Enter');
    await palette.answer('Name for', 'My Chrome');
    await workbench.statusBar.connection('My Chrome').waitFor();
    await tree.view('Browser Sessions');
    await tree.row('Chrome', 'Sessions').waitFor();
    for (const view of ['Pools', 'Catalog']) await tree.pane(view).waitFor({ state: 'detached' });
    await workbench.screenshot('devtools-3-session');

    await palette.run('Browser Sessions: Upload Workspace Folder…');
    await workbench.statusBar.item('Uploaded “Hello Extension” 1.0.0 to').waitFor();
    await tab.openLive('Chrome');
    await tab.part('typed').fill(`${pages.url}/button`);
    await tab.part('typed').press('Enter');
    await pages.waitFor(({ type, path }) => type === 'load' && path === '/button');
    await tab.pointAt(BUTTON_AT, await sizeOfPage());
    const click = await pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
    await workbench.screenshot('devtools-4-screen');
  });
});
