import assert from 'node:assert/strict';
import { Kernel } from '@onkernel/sdk';
import type { Locator } from 'playwright-core';
import { startSdkService, type SdkService } from '../support/sdk-service';
import { addSessionRoutes, sessionState, type SessionState } from '../support/sdk-service/sessions';
import { until } from '../support/until';
import { useWindow } from './window';
import { nightly } from '../support/nightly';

/** What the connection lists alone. */
const TAGS = { team: 'web' };

describe('What the service knows of sessions, in the window', () => {
  let service: SdkService;
  let state: SessionState;
  let kernel: Kernel;
  let renames = true;
  /** Until when the service leaves a question for profiles without an answer. */
  let profiles = Promise.resolve();
  before(async () => {
    state = sessionState([{ id: 'profile1', created_at: new Date().toISOString(), name: 'shopper' }]);
    service = await startSdkService((app) => {
      app.patch('/browsers/:id', async (c, next) => (renames ? next() : c.json({ code: 'not_implemented' }, 501)));
      app.get('/profiles', async (_, next) => {
        await profiles;
        await next();
      });
      addSessionRoutes(app, state);
    });
    kernel = new Kernel({ apiKey: service.token, baseURL: service.url, maxRetries: 0 });
  });
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: service.url },
    otherConnections: [
      { name: 'Web team', address: service.url, tags: TAGS },
      { name: 'Project', address: service.url, project: 'project-1' },
    ],
    env: { BROWSER_SESSIONS_TOKEN: service.token },
    secret: service.token,
  }));
  after(() => service.stop());
  afterEach(() => {
    state.sessions.splice(0);
    renames = true;
  });

  const row = (label: string): Locator => window.workbench.tree.row(label, 'Sessions');

  /** How often what has ended was loaded. */
  const asked = (): number =>
    service.arrived.filter(({ path }) => path.includes('limit=100&') && path.includes('status=deleted')).length;

  async function refresh(): Promise<void> {
    await window.workbench.tree.view('Browser Sessions');
    await window.workbench.palette.run('Browser Sessions: Refresh Sessions');
  }

  it('is a name, which the service keeps; one that is taken is said, and stays in the box', async () => {
    const { workbench } = window;
    const { session_id: id } = await kernel.browsers.create();
    await kernel.browsers.create({ name: 'taken' });
    await refresh();
    await row(id).locator('.label-name').click();
    await workbench.page.keyboard.press('F2');
    await workbench.palette.answer('Leave it empty to show the ID.', 'taken');
    await workbench.palette.validation.filter({ hasText: 'Another session has this name.' }).waitFor();
    assert.equal(await workbench.palette.box.inputValue(), 'taken');
    await workbench.screenshot('known-name-taken');
    await workbench.palette.box.fill('checkout');
    await workbench.page.keyboard.press('Enter');
    await row('checkout').waitFor();
    assert.equal((await kernel.browsers.retrieve(id)).name, 'checkout');
    await workbench.screenshot('known-name');
  });

  nightly('is no name where it renames nothing: then it is said that only this user sees the name', async () => {
    const { workbench } = window;
    renames = false;
    const { session_id: id } = await kernel.browsers.create();
    await refresh();
    await workbench.menu.choose(row(id), 'Rename Session…');
    await workbench.palette.answer('Leave it empty to show the ID.', 'mine');
    await workbench.statusBar.item('Only you see this name').waitFor();
    await row('mine').waitFor();
    await workbench.screenshot('known-name-here');
    await workbench.menu.choose(row('mine'), 'Rename Session…');
    await workbench.palette.answer('Only you see this name.', '');
    await row(id).waitFor();
  });

  nightly('are a profile and tags, which are asked for and found again', async () => {
    const { workbench } = window;
    await kernel.browsers.create({ name: 'other', tags: { team: 'api' } });
    await refresh();
    await row('other').waitFor();
    await workbench.palette.run('Browser Sessions: New Session with Options…');
    await workbench.palette.asked('Press Enter to start the session').waitFor();
    await workbench.palette.pick('Profile');
    await workbench.palette.asked('Cookies and logins to start with').waitFor();
    await workbench.screenshot('known-new-profile');
    await workbench.palette.pick('shopper');
    await workbench.palette.asked('Changes to profile “shopper”').waitFor();
    await workbench.screenshot('known-new-profile-changes');
    await workbench.palette.pick('Don’t Save Changes');
    await workbench.palette.choice('Profile').filter({ hasText: 'shopper' }).waitFor();
    await workbench.palette.asked('Press Enter to start the session').waitFor();
    await workbench.palette.pick('Tags');
    await workbench.palette.asked('Tags to find the session by').waitFor();
    await workbench.palette.box.fill('team');
    await workbench.page.keyboard.press('Enter');
    await workbench.palette.validation.filter({ hasText: 'key=value' }).waitFor();
    await workbench.screenshot('known-new-tags');
    await workbench.palette.box.fill('team=web, env=test');
    await workbench.page.keyboard.press('Enter');
    await workbench.palette.choice('Tags').filter({ hasText: 'team=web, env=test' }).waitFor();
    await workbench.screenshot('known-new-options');
    await workbench.palette.box.press('Enter');
    await workbench.statusBar.item('Started “').waitFor();
    const { items } = await kernel.browsers.list({ tags: { team: 'web', env: 'test' } });
    const [made] = items;
    assert.ok(made);
    assert.equal(made.profile?.name, 'shopper');
    const tooltip = await workbench.tooltip(row(made.session_id).locator('.label-name'), 'Tags');
    assert.match(await tooltip.innerText(), /Tags\s+team=web, env=test/);
    await workbench.palette.run('Browser Sessions: Find Session…');
    await workbench.palette.asked('a tag such as team=web').waitFor();
    await workbench.palette.box.fill('team=web');
    await until('only the session with this tag is found', async () => {
      const found = workbench.palette.widget.locator('.quick-input-list .monaco-list-row');
      return (await found.count()) === 1 && (await found.first().innerText()).includes(made.session_id);
    });
    await workbench.screenshot('known-find');
    await workbench.page.keyboard.press('Escape');
  });

  nightly('hold up no new session where the service does not answer', async () => {
    const { workbench } = window;
    let answer: (() => void) | undefined;
    profiles = new Promise((resolve) => (answer = resolve));
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: New Session with Options…');
    await workbench.notifications.toast('Looking for profiles…').waitFor();
    await workbench.palette.pick('Start Session');
    await workbench.statusBar.item('Started “').waitFor();
    answer?.();
    assert.equal(state.sessions.length, 1);
  });

  nightly('are the sessions of one team alone, if the connection says so', async () => {
    const { workbench } = window;
    await kernel.browsers.create({ name: 'shop', tags: TAGS });
    await kernel.browsers.create({ name: 'backend', tags: { team: 'api' } });
    await workbench.tree.view('Browser Sessions');
    await workbench.useConnection('Web team');
    await row('shop').waitFor();
    await workbench.tree.pane('Sessions').getByText('Only sessions with team=web').waitFor();
    await row('backend').waitFor({ state: 'detached' });
    await workbench.palette.run('Browser Sessions: New Session');
    await workbench.statusBar.item('Started “').waitFor();
    const [made] = (await kernel.browsers.list({ tags: TAGS })).items;
    assert.ok(made && made.name === undefined);
    await row(made.session_id).waitFor();
    await workbench.screenshot('known-only');
  });

  nightly('are the sessions of a project alone', async () => {
    const { workbench } = window;
    const inProject = new Kernel({ apiKey: service.token, baseURL: service.url, projectID: 'project-1' });
    await kernel.browsers.create({ name: 'of-the-account' });
    await inProject.browsers.create({ name: 'of-the-project' });
    await workbench.tree.view('Browser Sessions');
    await workbench.useConnection('Project');
    await row('of-the-project').waitFor();
    await row('of-the-account').waitFor({ state: 'detached' });
    await workbench.screenshot('known-project');
  });

  nightly('are sessions that have ended, below a row that is opened', async () => {
    const { workbench } = window;
    const ids: string[] = [];
    for (let count = 0; count < 101; count++)
      ids.push((await kernel.browsers.create({ name: `old-${count}` })).session_id);
    for (const id of ids) await kernel.browsers.deleteByID(id);
    await kernel.browsers.create({ name: 'running' });
    await refresh();
    await row('running').waitFor();
    assert.equal(asked(), 0);
    await row('Ended').click();
    await row('old-100').waitFor();
    assert.match((await row('old-100').innerText()).trim(), /\d+ (s|min) ago$/);
    await workbench.screenshot('known-ended');
    await workbench.menu.open(row('old-100'));
    await workbench.menu.item('Copy ID').waitFor();
    await workbench.screenshot('known-ended-menu');
    assert.equal(await workbench.page.locator('.monaco-menu .action-item:not(.disabled) .action-label').count(), 1);
    await workbench.menu.close();
    await workbench.menu.choose(row('old-100'), 'Copy ID');
    await workbench.statusBar.item('Copied session ID').waitFor();
    // Keys are about sessions that run.
    await row('old-100').click();
    await workbench.page.keyboard.press('Delete');
    await workbench.page.keyboard.press('End');
    await row('Load More').click();
    await row('Load More').waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('End');
    await row('old-0').waitFor();
    assert.equal(await row('Load More').count(), 0);
    await workbench.page.keyboard.press('Home');
    await row('Ended').filter({ hasText: '101' }).waitFor();
    assert.deepEqual(
      (await kernel.browsers.list()).items.map(({ name }) => name),
      ['running'],
    );
    await workbench.screenshot('known-ended-more');
  });
});
