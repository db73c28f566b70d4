import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { CONNECTION, connectedTo } from '../support/connection';
import { nightly } from '../support/nightly';
import { useFixture, TOKEN } from '../support/service-fixture';
import { useWindow } from './window';

/** For visual review: each of these tests leaves a screenshot of the window in out/ui. */
describe('How the views look', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    settings: connectedTo(fixture.service.url),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    opens: 'once',
  }));

  async function fill(): Promise<void> {
    const { workbench } = window;
    await fixture.openSession('checkout', '/button');
    await fixture.ask('POST', '/browser_pools/local-pool/acquire', {});
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('checkout', 'Sessions').waitFor();
    await workbench.tree.inlineAction(workbench.tree.row('checkout', 'Sessions'), 'Upload Folder…');
    await workbench.palette.pick('hello-extension');
    await workbench.statusBar.item('Uploaded “Hello Extension”').waitFor();
    await workbench.tree.upload('hello-extension').waitFor();
  }

  /** Takes screenshots of the dialogs that ask for a connection and its token. */
  async function pictureConnection(look: string): Promise<void> {
    const { workbench } = window;
    await workbench.statusBar.connection(CONNECTION).click();
    for (const choice of ['Mark as Production', 'Change Address…']) await workbench.palette.choice(choice).waitFor();
    await workbench.screenshot(`look-${look}-connection`);
    await workbench.palette.pick('Add Connection…');
    await workbench.palette.asked('Where do your browsers run?').waitFor();
    await workbench.screenshot(`look-${look}-wizard`);
    await workbench.page.keyboard.press('Escape');
    await workbench.palette.run('Browser Sessions: Set Token…');
    await workbench.palette.asked('leave this empty to use BROWSER_SESSIONS_TOKEN').waitFor();
    await workbench.screenshot(`look-${look}-token`);
    await workbench.palette.answer(`Token for “${CONNECTION}”`, 'not-the-token');
    await workbench.palette.validation.filter({ hasText: 'rejected this token' }).waitFor();
    await workbench.screenshot(`look-${look}-refused`);
    await workbench.page.keyboard.press('Escape');
  }

  nightly('light, dark, in high contrast and narrow, with menus and tooltips', async () => {
    const { workbench } = window;
    await window.changeTheme('light');
    await fill();
    await workbench.screenshot('look-light-uploaded');
    await workbench.tree.inlineAction(workbench.tree.row('checkout', 'Sessions'), 'Open Screen');
    await workbench.webview().locator('#picture').waitFor();
    await workbench.screenshot('look-light');
    await workbench.menu.open(workbench.tree.row('local-pool', 'Sessions'));
    for (const name of [
      'Input',
      'Rename Session…',
      'Copy ID',
      'Remove from List',
      'Release Pooled Session…',
      'End Session…',
    ])
      await workbench.menu.item(name).waitFor();
    await workbench.screenshot('look-light-menu');
    await workbench.menu.close();

    await window.changeTheme('high-contrast');
    await workbench.screenshot('look-high-contrast');

    await window.changeTheme('dark');
    await workbench.screenshot('look-dark');
    await pictureConnection('dark');
    await workbench.tooltip(workbench.tree.row('checkout', 'Sessions').locator('.label-name'), 'Started');
    await workbench.screenshot('look-tooltip-row');
    const tooltip = await workbench.tooltip(
      workbench.statusBar.connection(CONNECTION),
      `Address ${fixture.service.url}`,
    );
    assert.match(await tooltip.innerText(), /Token\s+from the environment variable BROWSER_SESSIONS_TOKEN/);
    await workbench.screenshot('look-tooltip-status');
    await workbench.page.mouse.move(640, 300);
    await tooltip.waitFor({ state: 'hidden' });

    await workbench.width(560);
    await workbench.screenshot('look-narrow');
    await pictureConnection('narrow');
    await workbench.width(1280);
  });

  nightly('an address that is refused', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Change Service Address…');
    await workbench.palette.asked(`Address of “${CONNECTION}”`).waitFor();
    await workbench.palette.box.fill('http://api.example.com');
    await workbench.palette.validation.filter({ hasText: 'http:// is allowed only for localhost' }).waitFor();
  });

  nightly('no connection to the service', async () => {
    await window.changeSettings(connectedTo('http://127.0.0.1:9'), async (workbench) => {
      await workbench.tree.view('Browser Sessions');
      return workbench.tree.pane('Sessions').getByText(`Couldn’t reach “${CONNECTION}”. Connection refused.`);
    });
    const { workbench } = window;
    for (const view of ['Pools', 'Catalog'] as const)
      await workbench.tree.pane(view).getByText('Not loaded.', { exact: true }).waitFor();
    await workbench.statusBar.item(CONNECTION).locator('.codicon-warning').waitFor();
    await workbench.tooltip(
      workbench.statusBar.connection(CONNECTION),
      'The service couldn’t be reached. Connection refused.',
    );
    await workbench.screenshot('look-no-connection');
    await workbench.tree.row('Try Again', 'Sessions').click();
    await workbench.notifications
      .toast(`Couldn’t reach “Test service” on the machine “${hostname()}”. Connection refused. Nothing was sent.`)
      .waitFor();
    await workbench.notifications.press('Couldn’t reach', 'Change Address');
    await workbench.palette.answer(`Address of “${CONNECTION}”`, fixture.service.url);
    await workbench.tooltip(workbench.statusBar.connection(CONNECTION), `Address ${fixture.service.url}`);
  });
});
