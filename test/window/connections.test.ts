import assert from 'node:assert/strict';
import { CONNECTION, connectedTo } from '../connection';
import { request, startLocalService, type LocalService } from '../local-service';
import { nightly } from '../nightly';
import { buttonsOf } from './deeds';
import { useStage, TOKEN } from './stage';
import { useWindow } from './window';

const OTHER_TOKEN = 'other-window-test-token-9b21c07e44';

describe('Adding a connection, in the window', () => {
  const stage = useStage();
  const window = useWindow(() => ({
    settings: { 'browserSessions.connections': [] },
    env: { BROWSER_SESSIONS_TOKEN: '' },
    secret: TOKEN,
    opens: 'once',
  }));
  const back = (): Promise<void> => window.workbench.quickInput.locator('.codicon-quick-input-back').click();

  /** Replaces the text, and presses Enter. The error is shown in place of the prompt. */
  async function retype(text: string): Promise<void> {
    await window.workbench.box.fill(text);
    await window.workbench.page.keyboard.press('Enter');
  }

  it('step by step from the welcome text: address, name, token; and then the sessions are there', async () => {
    const { workbench } = window;
    await stage.openSession('checkout', '/plain');
    await workbench.view('Browser Sessions');
    await workbench.welcome('Sessions').getByText('Add a connection to get started').waitFor();
    for (const view of ['Pools', 'Catalog'])
      await workbench.pane(view).locator('.pane-header[aria-expanded="false"]').waitFor();
    await workbench.screenshot('connection-none');
    // As the walkthrough's button does.
    await workbench.run('Browser Sessions: Set Token…');
    await workbench.asked('Where do your browsers run?').waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.welcomeButton('Sessions', 'Add Connection');
    await workbench.asked('Where do your browsers run?').waitFor();
    await workbench.screenshot('connection-1-kind');
    await workbench.pick('Custom Address');
    await workbench.asked('Address of the service.').waitFor();
    await workbench.box.fill('api.example.com');
    await workbench.validation.filter({ hasText: 'https://api.example.com' }).waitFor();
    await workbench.screenshot('connection-2-address');
    await workbench.box.fill('http://api.example.com');
    await workbench.validation.filter({ hasText: 'allowed only for localhost' }).waitFor();
    await retype(stage.service.url);
    await workbench.asked('Name for').waitFor();
    assert.equal(await workbench.box.inputValue(), new URL(stage.service.url).host);
    await workbench.answer('Name for', 'Test bench');
    await workbench.asked('Token for “Test bench”').waitFor();
    await workbench.screenshot('connection-4-token');
    await workbench.answer('Token for “Test bench”', 'not-the-token');
    await workbench.validation.filter({ hasText: 'rejected this token' }).waitFor();
    await retype(TOKEN);
    await workbench.treeRow('checkout', 'Sessions').waitFor();
    await workbench.connectionItem('Test bench').waitFor();
    await workbench.pane('Sessions').locator('.pane-header .description', { hasText: 'Test bench' }).waitFor();
    assert.deepEqual(await buttonsOf(workbench.toast('Connected to “Test bench”.')), ['Upload Folder…']);
    await workbench.screenshot('connection-5-done');
  });

  nightly('Back leads to the question before, with what was answered; what is left keeps nothing', async () => {
    const { workbench } = window;
    await workbench.run('Browser Sessions: Add Connection…');
    await workbench.pick('Custom Address');
    await workbench.answer('Address of the service.', 'localhost:4321');
    await workbench.answer('Name for', 'Half way');
    await workbench.asked('Token for “Half way”').waitFor();
    await back();
    await workbench.asked('Name for').waitFor();
    assert.equal(await workbench.box.inputValue(), 'Half way');
    await back();
    await workbench.asked('Address of the service.').waitFor();
    assert.equal(await workbench.box.inputValue(), 'http://localhost:4321');
    await back();
    await workbench.asked('Where do your browsers run?').waitFor();
    await workbench.pick('Kernel Cloud');
    await workbench.asked('Name for https://api.onkernel.com').waitFor();
    assert.equal(await workbench.box.inputValue(), 'Kernel Cloud');
    await workbench.page.keyboard.press('Escape');
    await workbench.run('Browser Sessions: Switch Connection…');
    await workbench.choice('Add Connection…').waitFor();
    assert.equal(await workbench.choice('Half way').count(), 0);
    assert.equal(await workbench.choice('Kernel Cloud').count(), 0);
  });

  nightly('a name that is taken is refused in the box', async () => {
    const { workbench } = window;
    await workbench.run('Browser Sessions: Add Connection…');
    await workbench.pick('Custom Address');
    await workbench.answer('Address of the service.', stage.service.url);
    await workbench.asked('Name for').waitFor();
    await workbench.box.fill('Test bench');
    await workbench.validation.filter({ hasText: 'A connection with this name already exists.' }).waitFor();
  });

  nightly('that is removed takes its token with it', async () => {
    const { workbench } = window;
    await workbench.run('Browser Sessions: Remove Connection…');
    assert.match(
      await workbench.dialogButton('Remove'),
      /Remove connection “Test bench”\?[^]*with its token and all that is remembered/,
    );
    await workbench.connectionItem('Add Connection').waitFor();
  });
});

describe('Two connections, in the window', () => {
  const stage = useStage();
  let other: LocalService;
  before(async () => (other = await startLocalService({ env: { BROWSER_SESSIONS_TOKEN: OTHER_TOKEN } })));
  after(() => other.stop());
  const window = useWindow(() => ({
    settings: {
      'browserSessions.connections': [
        { name: 'Staging', address: stage.service.url, color: 'green', icon: 'beaker' },
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
    await window.workbench.run('Browser Sessions: Set Token…');
    await window.workbench.answer('Token for “Shop”', OTHER_TOKEN);
    await window.workbench.statusItem('Stored the token for “Shop”').waitFor();
  }

  it('each shows its own sessions, and is sent its own token', async () => {
    const { workbench } = window;
    await stage.openSession('of-staging', '/plain');
    await workbench.view('Browser Sessions');
    await workbench.treeRow('of-staging', 'Sessions').waitFor();
    await workbench.connectionItem('Staging').click();
    await workbench.choice('Shop').waitFor();
    await workbench.screenshot('connection-menu');
    await workbench.pick('Shop');
    await workbench.connectionItem('Shop').waitFor();
    await workbench.treeRow('of-staging', 'Sessions').waitFor({ state: 'hidden' });
    await workbench.run('Browser Sessions: Set Token…');
    await workbench.answer('Token for “Shop”', OTHER_TOKEN);
    await workbench.treeRow(`Session ${other.session.slice(0, 4)}`, 'Sessions').waitFor();
    await workbench.pane('Sessions').locator('.pane-header .description', { hasText: 'Shop, production' }).waitFor();
    await workbench.screenshot('connection-production');
    await switchTo('Staging');
    await workbench.treeRow('of-staging', 'Sessions').waitFor();
  });

  nightly('is remembered for the workspace', async () => {
    const { workbench } = window;
    await switchTo('Shop');
    await window.chosen('Shop');
    await window.reload();
    await workbench.view('Browser Sessions');
    await workbench.connectionItem('Shop').waitFor();
  });

  it('of production asks before an upload, and names itself', async () => {
    const { workbench } = window;
    await useShop();
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.dialog.waitFor();
    await workbench.screenshot('production-upload');
    assert.match(
      await workbench.dialog.innerText(),
      new RegExp(`Upload “Hello Extension” to production\\?[^]*PRODUCTION connection: Shop, ${other.url}`),
    );
    await workbench.page.keyboard.press('Escape');
    await workbench.dialog.waitFor({ state: 'hidden' });
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.dialogButton('Upload');
    // If the first upload had been sent, the name would be taken.
    await workbench.toast('Loaded “').waitFor();
    await workbench.statusItem('· Hello Extension').waitFor();
    await workbench.screenshot('production-uploaded');
  });

  nightly('a release names its connection', async () => {
    const { workbench } = window;
    await stage.ask('POST', '/browser_pools/local-pool/acquire', {});
    await workbench.view('Browser Sessions');
    await workbench.run('Browser Sessions: Refresh Sessions');
    // With the answer, the rows move: a menu would be that of another row.
    await workbench.treeRow('ended', 'Sessions').waitFor();
    await workbench.menu(workbench.treeRow('local-pool', 'Sessions'), 'Release Pooled Session…');
    await workbench.dialog.waitFor();
    await workbench.screenshot('release-names-connection');
    assert.match(
      await workbench.dialogButton('Reset and Release'),
      new RegExp(`Connection: Staging, ${stage.service.url}`),
    );
    await workbench.statusItem('and released it to').waitFor();
  });

  nightly('a question that stands while another is chosen goes on with the one it began with', async () => {
    const { workbench } = window;
    const session = await stage.openSession('begun', '/button');
    await workbench.view('Browser Sessions');
    await workbench.run('Browser Sessions: Refresh Sessions');
    await workbench.treeRow('begun', 'Sessions').waitFor();
    await workbench.run('Browser Sessions: Click…');
    await workbench.asked('Click in “').waitFor();
    await window.chosen('Staging');
    const second = await window.openSecond();
    await second.view('Browser Sessions');
    await second.connectionItem('Staging').waitFor();
    await second.run('Browser Sessions: Switch Connection…');
    await second.pick('Shop');
    await second.connectionItem('Shop').waitFor();
    await workbench.box.fill('10, 10');
    await workbench.page.keyboard.press('Enter');
    await workbench.statusItem(/Clicked .* in “begun”/).waitFor();
    await workbench.connectionItem('Staging').waitFor();
    await stage.ask('GET', `/browsers/${session}`);
  });

  nightly('whose address changes does not take its token along', async () => {
    const { workbench } = window;
    await useShop();
    await workbench.run('Browser Sessions: Change Service Address…');
    await workbench.answer('Address of “Shop”', other.url.replace('127.0.0.1', 'localhost'));
    await workbench.tooltip(
      workbench.connectionItem('Shop'),
      'Token: from the environment variable BROWSER_SESSIONS_TOKEN',
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
    await workbench.view('Browser Sessions');
    await workbench.pane('Sessions').getByText(`Connection “${CONNECTION}” is invalid. http://`).waitFor();
    for (const row of ['Open Settings', 'Switch Connection…']) await workbench.treeRow(row, 'Sessions').waitFor();
    for (const view of ['Pools', 'Catalog'])
      await workbench.pane(view).locator('.pane-header[aria-expanded="false"]').waitFor();
    await workbench.tooltip(workbench.connectionItem(CONNECTION), 'http:// is allowed only for localhost');
    await workbench.run('Browser Sessions: New Session');
    await workbench.toast(`Connection “${CONNECTION}” is invalid. http:// is allowed only for localhost`).waitFor();
    await workbench.screenshot('connection-wrong');
    await workbench.toastButton('is invalid.', 'Open Settings');
    await workbench.page
      .locator('.editor-container .monaco-editor', { hasText: 'browserSessions.connections' })
      .first()
      .waitFor();
    assert.deepEqual(window.outside, []);
  });
});
