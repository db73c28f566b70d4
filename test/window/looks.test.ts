import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { CONNECTION, connectedTo } from '../connection';
import { nightly } from '../nightly';
import { useStage, TOKEN } from './stage';
import { useWindow } from './window';

/** For visual review: each of these tests leaves a screenshot of the window in out/ui. */
describe('How the views look', () => {
  const stage = useStage();
  const window = useWindow(() => ({
    settings: connectedTo(stage.service.url),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    opens: 'once',
  }));

  async function fill(): Promise<void> {
    const { workbench } = window;
    await stage.openSession('checkout', '/button');
    await stage.ask('POST', '/browser_pools/local-pool/acquire', {});
    await workbench.view('Browser Sessions');
    await workbench.treeRow('checkout', 'Sessions').waitFor();
    await workbench.inlineAction(workbench.treeRow('checkout', 'Sessions'), 'Upload Folder…');
    await workbench.pick('hello-extension');
    await workbench.toast('in “checkout”').waitFor();
    await workbench.upload('hello-extension').waitFor();
  }

  /** Takes screenshots of the dialogs that ask for a connection and its token. */
  async function pictureConnection(look: string): Promise<void> {
    const { workbench } = window;
    await workbench.connectionItem(CONNECTION).click();
    for (const choice of ['Mark as Production', 'Change Address…']) await workbench.choice(choice).waitFor();
    await workbench.screenshot(`look-${look}-connection`);
    await workbench.pick('Add Connection…');
    await workbench.asked('Where do your browsers run?').waitFor();
    await workbench.screenshot(`look-${look}-wizard`);
    await workbench.page.keyboard.press('Escape');
    await workbench.run('Browser Sessions: Set Token…');
    await workbench.asked('leave this empty to use BROWSER_SESSIONS_TOKEN').waitFor();
    await workbench.screenshot(`look-${look}-token`);
    await workbench.answer(`Token for “${CONNECTION}”`, 'not-the-token');
    await workbench.validation.filter({ hasText: 'rejected this token' }).waitFor();
    await workbench.screenshot(`look-${look}-refused`);
    await workbench.page.keyboard.press('Escape');
  }

  nightly('light, dark, in high contrast and narrow, with menus and tooltips', async () => {
    const { workbench } = window;
    await window.changeTheme('light');
    await fill();
    await workbench.screenshot('look-light-toast');
    await workbench.toastButton('in “checkout”', 'Open Screen');
    await workbench.webview().locator('#picture').waitFor();
    await workbench.screenshot('look-light');
    await workbench.openMenu(workbench.treeRow('local-pool', 'Sessions'));
    for (const name of ['Click…', 'Rename Session…', 'Copy ID', 'Forget', 'Release Pooled Session…', 'End Session…'])
      await workbench.menuItem(name).waitFor();
    await workbench.screenshot('look-light-menu');
    await workbench.closeMenu();

    await window.changeTheme('high-contrast');
    await workbench.screenshot('look-high-contrast');

    await window.changeTheme('dark');
    await workbench.screenshot('look-dark');
    await pictureConnection('dark');
    await workbench.tooltip(workbench.treeRow('checkout', 'Sessions').locator('.label-name'), 'Session:');
    await workbench.screenshot('look-tooltip-row');
    const tooltip = await workbench.tooltip(workbench.connectionItem(CONNECTION), `Browser Sessions: ${CONNECTION}`);
    assert.match(await tooltip.innerText(), /Token: from the environment variable BROWSER_SESSIONS_TOKEN/);
    await workbench.screenshot('look-tooltip-status');

    await workbench.width(560);
    await workbench.screenshot('look-narrow');
    await pictureConnection('narrow');
    await workbench.width(1280);
  });

  nightly('an address that is refused', async () => {
    const { workbench } = window;
    await workbench.run('Browser Sessions: Change Service Address…');
    await workbench.asked(`Address of “${CONNECTION}”`).waitFor();
    await workbench.box.fill('http://api.example.com');
    await workbench.validation.filter({ hasText: 'http:// is allowed only for localhost' }).waitFor();
  });

  nightly('no connection to the service', async () => {
    await window.changeSettings(connectedTo('http://127.0.0.1:9'), async (workbench) => {
      await workbench.view('Browser Sessions');
      return workbench.pane('Sessions').getByText(`Couldn’t reach “${CONNECTION}”. Connection refused.`);
    });
    const { workbench } = window;
    for (const view of ['Pools', 'Catalog'] as const)
      await workbench.pane(view).getByText('Not loaded.', { exact: true }).waitFor();
    await workbench.statusItem(CONNECTION).locator('.codicon-warning').waitFor();
    await workbench.tooltip(
      workbench.connectionItem(CONNECTION),
      'The service couldn’t be reached. Connection refused.',
    );
    await workbench.screenshot('look-no-connection');
    await workbench.treeRow('Try Again', 'Sessions').click();
    await workbench
      .toast(`Couldn’t reach “Test service” on the machine “${hostname()}”. Connection refused. Nothing was sent.`)
      .waitFor();
    await workbench.toastButton('Couldn’t reach', 'Change Address');
    await workbench.answer(`Address of “${CONNECTION}”`, stage.service.url);
    await workbench.tooltip(workbench.connectionItem(CONNECTION), `Address: ${stage.service.url}`);
  });
});
