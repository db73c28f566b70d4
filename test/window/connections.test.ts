import assert from 'node:assert/strict';
import { CONNECTION, connectedTo } from '../support/connection';
import { request, startLocalService, type LocalService } from '../support/local-service';
import { nightly } from '../support/nightly';
import { useFixture, TOKEN } from '../support/service-fixture';
import { useWindow } from './window';

const OTHER_TOKEN = 'other-window-test-token-9b21c07e44';

describe('Adding a connection, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    settings: { 'browserSessions.connections': [] },
    env: { BROWSER_SESSIONS_TOKEN: '' },
    secret: TOKEN,
    opens: 'once',
  }));
  const back = (): Promise<void> => window.workbench.palette.widget.locator('.codicon-quick-input-back').click();

  /** Replaces the text, and presses Enter. The error is shown in place of the prompt. */
  async function retype(text: string): Promise<void> {
    await window.workbench.palette.box.fill(text);
    await window.workbench.page.keyboard.press('Enter');
  }

  it('step by step from the welcome text: address, name, token; and then the sessions are there', async () => {
    const { workbench } = window;
    await fixture.openSession('checkout', '/plain');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.welcome('Sessions').getByText('Upload your extension to a running browser').waitFor();
    for (const view of ['Pools', 'Catalog']) await workbench.tree.pane(view).waitFor({ state: 'detached' });
    await workbench.screenshot('connection-none');
    // As the walkthrough's button does.
    await workbench.palette.run('Browser Sessions: Set Token…');
    await workbench.palette.asked('Where do your browsers run?').waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.palette.run('Browser Sessions: Add Connection…');
    await workbench.palette.asked('Where do your browsers run?').waitFor();
    await workbench.screenshot('connection-1-kind');
    await workbench.page.keyboard.press('Escape');
    await workbench.tree.welcome('Sessions').getByText('Kernel Cloud…').click();
    await workbench.palette.asked('Name for https://api.onkernel.com').waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.tree.welcome('Sessions').getByText('another service…').click();
    await workbench.palette.asked('Address of the service.').waitFor();
    await workbench.palette.box.fill('api.example.com');
    await workbench.palette.validation.filter({ hasText: 'https://api.example.com' }).waitFor();
    await workbench.screenshot('connection-2-address');
    await workbench.palette.box.fill('http://api.example.com');
    await workbench.palette.validation.filter({ hasText: 'allowed only for localhost' }).waitFor();
    await retype(fixture.service.url);
    await workbench.palette.asked('Name for').waitFor();
    assert.equal(await workbench.palette.box.inputValue(), new URL(fixture.service.url).host);
    await workbench.palette.answer('Name for', 'Test bench');
    await workbench.palette.asked('It’s checked with').waitFor();
    await workbench.screenshot('connection-4-token');
    await workbench.palette.answer('It’s checked with', 'not-the-token');
    await workbench.palette.validation.filter({ hasText: 'rejected this token' }).waitFor();
    await retype(TOKEN);
    await workbench.tree.row('checkout', 'Sessions').waitFor();
    await workbench.statusBar.connection('Test bench').waitFor();
    await workbench.tree.pane('Sessions').locator('.pane-header .description', { hasText: 'Test bench' }).waitFor();
    await workbench.statusBar.item('Connected to “Test bench”').waitFor();
    await workbench.screenshot('connection-5-done');
  });

  nightly('Back leads to the question before, with what was answered; what is left keeps nothing', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Add Connection…');
    await workbench.palette.pick('Another Service');
    await workbench.palette.answer('Address of the service.', 'localhost:4321');
    await workbench.palette.answer('Name for', 'Half way');
    await workbench.palette.asked('It’s checked with').waitFor();
    await back();
    await workbench.palette.asked('Name for').waitFor();
    assert.equal(await workbench.palette.box.inputValue(), 'Half way');
    await back();
    await workbench.palette.asked('Address of the service.').waitFor();
    assert.equal(await workbench.palette.box.inputValue(), 'http://localhost:4321');
    await back();
    await workbench.palette.asked('Where do your browsers run?').waitFor();
    await workbench.palette.pick('Kernel Cloud');
    await workbench.palette.asked('Name for https://api.onkernel.com').waitFor();
    assert.equal(await workbench.palette.box.inputValue(), 'Kernel Cloud');
    await workbench.page.keyboard.press('Escape');
    await workbench.palette.run('Browser Sessions: Switch Connection…');
    await workbench.palette.choice('Add Connection…').waitFor();
    assert.equal(await workbench.palette.choice('Half way').count(), 0);
    assert.equal(await workbench.palette.choice('Kernel Cloud').count(), 0);
  });

  nightly('a name that is taken is refused in the box', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Add Connection…');
    await workbench.palette.pick('Another Service');
    await workbench.palette.answer('Address of the service.', fixture.service.url);
    await workbench.palette.asked('Name for').waitFor();
    await workbench.palette.box.fill('Test bench');
    await workbench.palette.validation.filter({ hasText: 'A connection with this name already exists.' }).waitFor();
  });

  nightly('that is removed takes its token with it', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Remove Connection…');
    assert.match(
      await workbench.notifications.pressInDialog('Remove'),
      /Remove connection “Test bench”\?[^]*Its token and its lists are removed from this machine/,
    );
    await workbench.statusBar.connection('Start Local Browser').waitFor();
  });
});

describe('Two connections, in the window', () => {
  const fixture = useFixture();
  let other: LocalService;
  before(async () => (other = await startLocalService({ env: { BROWSER_SESSIONS_TOKEN: OTHER_TOKEN } })));
  after(() => other.stop());
  const window = useWindow(() => ({
    settings: {
      'browserSessions.connections': [
        { name: 'Staging', address: fixture.service.url, color: 'green', icon: 'beaker' },
        { name: 'Shop', address: other.url, production: true, session: other.session },
      ],
    },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: OTHER_TOKEN,
    opens: 'once',
  }));
  const switchTo = (name: string): Promise<void> => window.workbench.useConnection(name);
  beforeEach(() => switchTo('Staging'));

  async function useShop(): Promise<void> {
    await switchTo('Shop');
    await window.workbench.palette.run('Browser Sessions: Set Token…');
    await window.workbench.palette.answer('Token for “Shop”', OTHER_TOKEN);
    await window.workbench.statusBar.item('Stored the token for “Shop”').waitFor();
  }

  it('each shows its own sessions, and is sent its own token', async () => {
    const { workbench } = window;
    await fixture.openSession('of-staging', '/plain');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('of-staging', 'Sessions').waitFor();
    await workbench.statusBar.connection('Staging').click();
    await workbench.palette.choice('Switch to Shop (production)').waitFor();
    await workbench.screenshot('connection-menu');
    // What is preselected switches nothing.
    await workbench.palette.widget.locator('.monaco-list-row.focused', { hasText: 'Staging' }).waitFor();
    await workbench.palette.pick('Switch to Shop');
    await workbench.statusBar.connection('Shop').waitFor();
    await workbench.tree.row('of-staging', 'Sessions').waitFor({ state: 'hidden' });
    await workbench.palette.run('Browser Sessions: Set Token…');
    await workbench.palette.answer('Token for “Shop”', OTHER_TOKEN);
    await workbench.tree.row(`Session ${other.session.slice(0, 4)}`, 'Sessions').waitFor();
    await workbench.tree
      .pane('Sessions')
      .locator('.pane-header .description', { hasText: 'Shop · production' })
      .waitFor();
    await workbench.screenshot('connection-production');
    await switchTo('Staging');
    await workbench.tree.row('of-staging', 'Sessions').waitFor();
  });

  nightly('is remembered for the workspace', async () => {
    const { workbench } = window;
    await switchTo('Shop');
    await window.chosen('Shop');
    await window.reload();
    await workbench.tree.view('Browser Sessions');
    await workbench.statusBar.connection('Shop').waitFor();
  });

  it('of production asks before an upload, and names itself', async () => {
    const { workbench } = window;
    await useShop();
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('production-upload');
    assert.match(
      await workbench.notifications.dialog.innerText(),
      new RegExp(`Upload “Hello Extension” to “[^”]*” in production\\?[^]*Production connection: Shop, ${other.url}`),
    );
    await workbench.page.keyboard.press('Escape');
    await workbench.notifications.dialog.waitFor({ state: 'hidden' });
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.notifications.pressInDialog('Upload and Restart');
    // If the first upload had been sent, the name would be taken.
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.upload('hello-extension').waitFor();
    await workbench.screenshot('production-uploaded');
  });

  nightly('a release names no connection that is not production', async () => {
    const { workbench } = window;
    await fixture.ask('POST', '/browser_pools/local-pool/acquire', {});
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    // With the answer, the rows move: a menu would be that of another row.
    await workbench.tree.row('ended', 'Sessions').waitFor();
    await workbench.menu.choose(workbench.tree.row('local-pool', 'Sessions'), 'Release Pooled Session…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('release-names-connection');
    assert.match(await workbench.notifications.pressInDialog('Reset and Release'), /Release “[^”]*” to “local-pool”\?/);
    await workbench.statusBar.item('and reset it').waitFor();
  });

  nightly('a question that stands while another is chosen goes on with the one it began with', async () => {
    const { workbench } = window;
    const session = await fixture.openSession('begun', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    await workbench.tree.row('begun', 'Sessions').waitFor();
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.asked('Click in “').waitFor();
    await window.chosen('Staging');
    const second = await window.openSecond();
    await second.tree.view('Browser Sessions');
    await second.statusBar.connection('Staging').waitFor();
    await second.palette.run('Browser Sessions: Switch Connection…');
    await second.palette.pick('Shop');
    await second.statusBar.connection('Shop').waitFor();
    await workbench.palette.box.fill('10, 10');
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar.item(/Clicked .* in “begun”/).waitFor();
    await workbench.statusBar.connection('Staging').waitFor();
    await fixture.ask('GET', `/browsers/${session}`);
  });

  nightly('whose address changes does not take its token along', async () => {
    const { workbench } = window;
    await useShop();
    await workbench.palette.run('Browser Sessions: Change Service Address…');
    await workbench.palette.answer('Address of “Shop”', other.url.replace('127.0.0.1', 'localhost'));
    await workbench.tooltip(
      workbench.statusBar.connection('Shop'),
      'from the environment variable BROWSER_SESSIONS_TOKEN',
    );
  });

  nightly('the service still has all that it had', async () => {
    assert.equal((await request(other, 'GET', `/browsers/${other.session}`)).status, 200);
  });
});

describe('A connection that is wrong in the settings, in the window', () => {
  const window = useWindow({
    settings: connectedTo('http://api.example.com'),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
  });

  nightly('sends nothing, and says where to mend it', async () => {
    const { workbench } = window;
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.pane('Sessions').getByText(`Connection “${CONNECTION}” is invalid. http://`).waitFor();
    for (const row of ['Open Settings', 'Switch Connection…']) await workbench.tree.row(row, 'Sessions').waitFor();
    for (const view of ['Pools', 'Catalog']) await workbench.tree.pane(view).waitFor({ state: 'detached' });
    await workbench.tooltip(workbench.statusBar.connection(CONNECTION), 'http:// is allowed only for localhost');
    await workbench.palette.run('Browser Sessions: New Session');
    await workbench.notifications
      .toast(`Connection “${CONNECTION}” is invalid. http:// is allowed only for localhost`)
      .waitFor();
    await workbench.screenshot('connection-wrong');
    await workbench.notifications.press('is invalid.', 'Open Settings');
    await workbench.page
      .locator('.editor-container .monaco-editor', { hasText: 'browserSessions.connections' })
      .first()
      .waitFor();
    assert.deepEqual(window.outside, []);
  });
});
