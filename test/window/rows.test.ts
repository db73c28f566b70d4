import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';

/** What a session without a name is called. */
const labelOf = (id: string): string => `Session ${id.slice(0, 4)}`;

describe('The rows of sessions, pools and the catalog, in the window', () => {
  const { fixture, window } = useFixtureWindow();
  const row = (label: string, view = 'Sessions'): Locator => window.workbench.tree.row(label, view);

  interface Started {
    readonly session_id: string;
  }

  async function start(options: object = {}): Promise<string> {
    return (await fixture.ask<Started>('POST', '/browsers', options)).session_id;
  }

  const running = async (): Promise<string[]> =>
    (await fixture.ask<Started[]>('GET', '/browsers')).map(({ session_id }) => session_id);

  /** Shows the view again, which asks the service for its list. */
  async function refresh(): Promise<void> {
    await window.workbench.tree.view('Browser Sessions');
    await window.workbench.palette.run('Browser Sessions: Refresh Sessions');
  }

  it('show a name and the pool; the size of the display and what is shown by ID are heard', async () => {
    const { workbench } = window;
    const id = await start({ viewport: { width: 1024, height: 768 } });
    await start({ name: 'checkout', viewport: { width: 800, height: 600 } });
    await fixture.ask('POST', '/browser_pools/local-pool/acquire', {});
    await refresh();
    await workbench.tree.heard(row(labelOf(id)), '1024 by 768 pixels').waitFor();
    await workbench.tree.heard(row(labelOf(id)), 'started ').waitFor();
    assert.doesNotMatch((await row('checkout').getAttribute('aria-label')) ?? '', /started/);
    await workbench.tree.heard(row('checkout'), '800 by 600 pixels').waitFor();
    await row('local-pool').waitFor();
    assert.match(
      (await row('local-pool').getAttribute('aria-label')) ?? '',
      /^Session \w{4}, of pool local-pool, \d+ by/,
    );
    await row('0 of 1 free', 'Pools').waitFor();
    await workbench.palette.run('Browser Sessions: Show Session by ID…');
    await workbench.palette.answer('ID of a running browser session', 'by-hand');
    await workbench.tree.heard(row('by-hand'), 'shown by ID').waitFor();
    const tooltip = await workbench.tooltip(row(labelOf(id)).locator('.label-name'), `ID ${id}`);
    assert.match(await tooltip.innerText(), /Started\s+.+ \(\d+ (s|min) ago\)[^]*Display\s+1024×768 pixels/);
    await workbench.screenshot('rows-light');
  });

  nightly('have the name that the user gives them, by F2 too', async () => {
    const { workbench } = window;
    const id = await start();
    await refresh();
    await row(labelOf(id)).locator('.label-name').click();
    await workbench.page.keyboard.press('F2');
    await workbench.palette.asked(`Rename “${labelOf(id)}”`).waitFor();
    await workbench.screenshot('rows-rename');
    await workbench.palette.answer('Leave it empty to show the ID.', 'mine');
    await row('mine').waitFor();
    await refresh();
    await row('mine').waitFor();
    const name = async (): Promise<unknown> => (await fixture.ask<{ name?: string }>('GET', `/browsers/${id}`)).name;
    assert.equal(await name(), 'mine');
    await workbench.menu.choose(row('mine'), 'Rename Session…');
    await workbench.palette.answer('Leave it empty to show the ID.', '');
    await row(labelOf(id)).waitFor();
    assert.equal(await name(), undefined);
  });

  nightly('count down in the last five minutes, and say once that the session has ended', async () => {
    const { workbench } = window;
    await start({ name: 'brief', timeout_seconds: 40 });
    await refresh();
    await row('brief')
      .getByText(/\d0 s left/)
      .waitFor();
    await workbench.screenshot('rows-countdown');
    await workbench.notifications.toast('“brief” has ended: it wasn’t used for 40 s.').waitFor();
    await row('brief').getByText('ended').waitFor();
    assert.equal(await workbench.page.locator('.notification-list-item', { hasText: 'has ended' }).count(), 1);
    await workbench.screenshot('rows-ended');
  });

  nightly('are ended by the key Delete, many with one question and one result', async () => {
    const { workbench } = window;
    for (const name of ['one', 'two', 'three']) await start({ name });
    await refresh();
    await row('one').locator('.label-name').click();
    await row('two')
      .locator('.label-name')
      .click({ modifiers: ['Control'] });
    await workbench.page.keyboard.press('Delete');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('rows-end-many');
    const question = await workbench.notifications.pressInDialog('End Sessions');
    assert.match(question, /End 2 sessions\?[^]*“(one|two)”, “(one|two)”/);
    await workbench.statusBar.item('Ended 2 sessions').waitFor();
    await row('one').waitFor({ state: 'hidden' });
    await row('three').waitFor();
    assert.equal((await running()).length, 1);
  });

  nightly('are reached by the arrow keys: the key Delete is about the row that has the focus', async () => {
    const { workbench } = window;
    for (const name of ['first', 'second']) await start({ name });
    await refresh();
    const rows = workbench.tree.pane('Sessions').locator('.monaco-list-row');
    await until('two rows', async () => (await rows.count()) === 2);
    const other = await rows.nth(1).locator('.label-name').innerText();
    await rows.nth(0).locator('.label-name').click();
    for (const key of ['ArrowDown', 'Delete']) await workbench.page.keyboard.press(key);
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('rows-end-by-key');
    assert.match(await workbench.notifications.pressInDialog('Cancel'), new RegExp(`End “${other}”\\?`));
    assert.equal((await running()).length, 2);
  });

  nightly('are uploaded to, many at once', async () => {
    const { workbench } = window;
    for (const name of ['left', 'right']) await start({ name });
    await refresh();
    await row('left').locator('.label-name').click();
    await row('right')
      .locator('.label-name')
      .click({ modifiers: ['Control'] });
    await workbench.menu.open(row('right'));
    assert.equal(await workbench.menu.item('Input').count(), 0);
    await workbench.screenshot('rows-menu-many');
    await workbench.menu.close();
    await workbench.menu.choose(row('right'), 'Upload Folder…');
    await workbench.palette.pick('hello-extension');
    await workbench.statusBar.item('Uploaded to 2 sessions').waitFor();
    await until('both rows have it', async () => {
      const uploads = workbench.tree.pane('Sessions').locator('.monaco-list-row[aria-label^="Upload hello"]');
      return (await uploads.count()) === 2;
    });
  });

  nightly('take a folder that is dragged onto them from the Explorer', async () => {
    const { workbench } = window;
    const id = await start();
    await refresh();
    await row(labelOf(id)).waitFor();
    await workbench.tree.view('Explorer');
    const { mouse } = workbench.page;
    await workbench.tree.file('hello-extension').hover();
    await mouse.down();
    // The views appear while the folder is held over their icon.
    const icon = workbench.page.locator('.activitybar .action-label[aria-label^="Browser Sessions"]').first();
    await icon.hover();
    await until('the views are shown', async () => {
      await mouse.move(20, 310);
      await mouse.move(24, 316);
      return row(labelOf(id)).isVisible();
    });
    await row(labelOf(id)).hover();
    await workbench.screenshot('rows-drag');
    await row(labelOf(id)).hover();
    await mouse.up();
    // The last thing that an upload does.
    await workbench.tree.upload('hello-extension').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
  });

  nightly('start at once as the service likes, and with options as one likes', async () => {
    const { workbench } = window;
    await refresh();
    await workbench.palette.run('Browser Sessions: New Session');
    await workbench.statusBar.item('Started “Session ').waitFor();
    await workbench.palette.run('Browser Sessions: New Session with Options…');
    await workbench.palette.choice('Start Session').waitFor();
    await workbench.screenshot('new-session-1');
    await workbench.palette.pick('First Page');
    await workbench.palette.answer('Address of the first page.', 'ftp://example.com');
    await workbench.palette.validation.filter({ hasText: 'http:// or https://' }).waitFor();
    await workbench.palette.box.fill(`${fixture.pages.url}/button`);
    await workbench.page.keyboard.press('Enter');
    await workbench.palette.pick('Display Size');
    await workbench.palette.asked('Size of the display').waitFor();
    await workbench.screenshot('new-session-2');
    await workbench.palette.pick('1024 × 768');
    await workbench.palette.pick('Mode');
    await workbench.palette.pick('Headless');
    await workbench.palette.choice('Mode').filter({ hasText: 'Headless' }).waitFor();
    await workbench.screenshot('new-session-3');
    await workbench.palette.box.press('Enter');
    await until('it runs as it was asked for', async () => {
      const sessions = await fixture.ask<{ start_url?: string; viewport?: { width: number } }[]>('GET', '/browsers');
      return sessions.some((each) => each.start_url === `${fixture.pages.url}/button` && each.viewport?.width === 1024);
    });
  });
});
