import assert from 'node:assert/strict';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { useWindow } from './window';

/** The service in the packaged extension, started as a user would. */
describe('The local browser, in the window', () => {
  const window = useWindow({ settings: { 'browserSessions.connections': [] }, env: { BROWSER_SESSIONS_TOKEN: '' } });

  /**
   * The process of the service in the front window's extension host; its address is in the tooltip of the status bar.
   */
  async function start(): Promise<void> {
    const { workbench } = window;
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Start Local Browser');
    await workbench.statusBar.connection('Local Browser').waitFor();
  }

  it('starts from the welcome text, with a session that can be clicked in, and ends when it is told to', async () => {
    const { workbench } = window;
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.welcomeButton('Sessions', 'Start Local Browser');
    await workbench.statusBar.connection('Local Browser').waitFor();
    const session = workbench.tree.pane('Sessions').locator('.monaco-list-row').first();
    await session.waitFor();
    // Nothing can be in the other views, and one that is alone is titled once.
    for (const view of ['Pools', 'Catalog']) await workbench.tree.pane(view).waitFor({ state: 'detached' });
    await workbench.tree.title('Browser Sessions').waitFor();
    await workbench.screenshot('local-running');
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.answer('Click in “', '100, 100');
    await workbench.statusBar.item('Clicked ').waitFor();
    await workbench.palette.run('Browser Sessions: Stop Local Browser');
    await workbench.tree.welcome('Sessions').getByText('The local browser isn’t running.').waitFor();
    for (const view of ['Pools', 'Catalog']) await workbench.tree.pane(view).waitFor({ state: 'detached' });
    await workbench.screenshot('local-stopped');
    assert.equal(await workbench.palette.offers('Browser Sessions: Stop Local Browser'), false);
  });

  nightly('starts by itself where a command needs it', async () => {
    const { workbench } = window;
    await start();
    await workbench.palette.run('Browser Sessions: Stop Local Browser');
    await workbench.tree.welcome('Sessions').getByText('isn’t running').waitFor();
    await workbench.palette.run('Browser Sessions: Take Screenshot');
    await workbench.webview().locator('img').waitFor();
    await workbench.screenshot('local-by-itself');
  });

  nightly('is the first choice of the wizard', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Add Connection…');
    await workbench.palette.pick('Local Browser');
    await workbench.statusBar.connection('Local Browser').waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.pane('Sessions').locator('.monaco-list-row').first().waitFor();
    await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
    await workbench.statusBar.item('Uploaded “Hello Extension” 1.0.0 to').waitFor();
    await workbench.tree.upload('hello-extension').waitFor();
  });

  it('keeps cookies and logins in a profile if it is told to, shows how large it is, and deletes it', async () => {
    const { workbench } = window;
    await start();
    const sessions = workbench.tree.pane('Sessions').locator('.monaco-list-row');
    await sessions.first().waitFor();
    await workbench.palette.run('Browser Sessions: New Session with Options…');
    await workbench.palette.asked('Press Enter to start the session').waitFor();
    await workbench.palette.pick('Profile');
    await workbench.palette.asked('Cookies and logins to start with').waitFor();
    await workbench.screenshot('local-new-profile');
    await workbench.palette.pick('New Profile…');
    await workbench.palette.answer('Name of the profile', 'work');
    await workbench.palette.choice('Profile').filter({ hasText: 'work · saves changes' }).waitFor();
    await workbench.screenshot('local-new-options');
    await workbench.palette.pick('Start Session');
    await workbench.statusBar.item('Started “').waitFor();
    await workbench.palette.run('Browser Sessions: End Session…');
    await workbench.palette.asked('Name, pool or extension').waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.notifications.dialog.getByText('Cookies and logins are kept in profile “work”').waitFor();
    await workbench.screenshot('local-end-profile');
    await workbench.notifications.pressInDialog('End Session');
    await workbench.statusBar.item('Ended “').waitFor();
    await workbench.palette.run('Browser Sessions: Delete Profile…');
    await workbench.palette.asked('Select a profile').waitFor();
    await workbench.palette
      .choice('work')
      .filter({ hasText: /[\d.]+ [KM]B/ })
      .waitFor();
    await workbench.screenshot('local-delete-profile');
    await workbench.palette.pick('work');
    await workbench.notifications.pressInDialog('Delete');
    await workbench.statusBar.item('Deleted profile “work”').waitFor();
  });

  nightly('each window has its own, and it ends with its window', async () => {
    const { workbench } = window;
    await start();
    const own = await addressIn(workbench);
    const second = await window.openSecond();
    await second.tree.view('Browser Sessions');
    await second.palette.run('Browser Sessions: Start Local Browser');
    await second.tree.pane('Sessions').locator('.monaco-list-row').first().waitFor();
    const others = await addressIn(second);
    assert.notEqual(own, others);
    await second.page.close();
    // The editor gives a closed window some time to reconnect.
    await until('nothing answers there', () => isSilent(others));
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    assert.equal(await isSilent(own), false);
  });

  async function addressIn(workbench: typeof window.workbench): Promise<string> {
    const tooltip = await workbench.tooltip(workbench.statusBar.connection('Local Browser'), 'http://127.0.0.1:');
    return /http:\/\/127\.0\.0\.1:\d+/.exec(await tooltip.innerText())?.[0] ?? '';
  }
});

async function isSilent(address: string): Promise<boolean> {
  return fetch(address).then(
    () => false,
    () => true,
  );
}

describe('Where nothing was set up, in the window', () => {
  const window = useWindow({ env: { BROWSER_SESSIONS_TOKEN: '' } });

  nightly('a first command asks where the browsers run, and the local one leads on', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
    await workbench.palette.asked('Where do your browsers run?').waitFor();
    await workbench.palette.pick('Kernel Cloud');
    await workbench.palette.asked('Token for “Kernel Cloud”').waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
    await workbench.palette.pick('Local Browser');
    await workbench.notifications.toast('This window uses “Local Browser” now. Run the command again.').waitFor();
    await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
    await workbench.statusBar.item('Uploaded “Hello Extension” 1.0.0 to').waitFor();
  });
});
