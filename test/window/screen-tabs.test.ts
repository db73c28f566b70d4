import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { BUTTON_AT } from '../support/pages';
import { until } from '../support/until';
import { ScreenTab } from './screen-tab';
import { useFixtureWindow } from './fixture-window';
import { appears } from './workbench/locators';

describe('The screen of a session, in the window', () => {
  const { fixture, window } = useFixtureWindow();
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);

  nightly('shows several sessions beside each other', async () => {
    const { workbench } = window;
    await fixture.openSession('left', '/button');
    await fixture.openSession('right', '/plain');
    await tab.openLive('left');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('right', 'Sessions'), 'Open Screen');
    await workbench.page.locator('.tab', { hasText: 'right' }).waitFor();
    await workbench.palette.run('View: Move Editor into Next Group');
    for (const index of [0, 1]) await workbench.webview(index).locator('#state').filter({ hasText: 'Live' }).waitFor();
    await workbench.screenshot('screen-side-by-side');
  });

  nightly('is opened by Enter and by a double-click, once for a session', async () => {
    const { workbench } = window;
    await fixture.openSession('keys', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('keys', 'Sessions').click();
    await workbench.page.keyboard.press('Enter');
    await tab.state('Live').waitFor();
    await workbench.palette.run('View: Close All Editors');
    await workbench.page.locator('.tab').waitFor({ state: 'detached' });
    const row = workbench.tree.row('keys', 'Sessions');
    const name = row.locator('.label-name');
    await row.locator('.monaco-tl-twistie').click();
    await workbench.tree.pane('Sessions').locator('[aria-expanded="true"]', { hasText: 'keys' }).waitFor();
    // Again if the host is so busy that the clicks reach it too far apart.
    await until('it is opened', async () => {
      await name.dblclick();
      return appears(tab.state('Live'), 5000);
    });
    await workbench.tree.pane('Sessions').locator('[aria-expanded="true"]', { hasText: 'keys' }).waitFor();
    await workbench.menu.choose(workbench.tree.row('keys', 'Sessions'), 'Open Screen');
    assert.equal(await workbench.page.locator('.tab').count(), 1);
  });

  nightly('comes back with its session when the window is reloaded', async () => {
    const { workbench } = window;
    await fixture.openSession('comes back', '/button');
    await tab.openLive('comes back');
    // Not by its address, because the editor saves its tabs only when it is told to reload.
    await Promise.all([workbench.page.waitForEvent('load'), workbench.palette.run('Developer: Reload Window')]);
    await workbench.page.locator('.tab', { hasText: 'comes back' }).waitFor();
    await tab.state('Live').waitFor();
    await tab.pointAt(BUTTON_AT);
    await fixture.pages.waitFor(({ type }) => type === 'click');
  });

  nightly('is one tab, also when a hidden one comes back whose session was opened again meanwhile', async () => {
    const { workbench } = window;
    const tabs = workbench.page.locator('.tab', { hasText: 'hidden' });
    await fixture.openSession('hidden', '/button');
    await fixture.openSession('in front', '/button');
    await tab.openLive('hidden');
    await tab.openLive('in front');
    await Promise.all([workbench.page.waitForEvent('load'), workbench.palette.run('Developer: Reload Window')]);
    await tab.state('Live').waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('hidden', 'Sessions'), 'Open Screen');
    await until('both are there', async () => (await tabs.count()) === 2);
    await tab.state('Live').waitFor();
    await tabs.first().click();
    await until('the one that came back is closed', async () => (await tabs.count()) === 1);
    await tab.state('Live').waitFor();
    await tab.pointAt(BUTTON_AT);
    await fixture.pages.waitFor(({ type }) => type === 'click');
  });

  nightly('ends with its connection', async () => {
    const { workbench } = window;
    await fixture.openSession('removed', '/button');
    await tab.openLive('removed');
    await workbench.palette.run('Browser Sessions: Remove Connection…');
    await workbench.notifications.pressInDialog('Remove');
    await tab.notice(/^Connection “.*” was removed\.$/).waitFor();
    await part('notice-remedy').filter({ hasText: 'Switch Connection' }).waitFor();
    await part('toolbar').waitFor({ state: 'hidden' });
    await workbench.page
      .locator('.editor-actions .action-label[aria-label^="Record Sequence"]')
      .waitFor({ state: 'hidden' });
  });

  nightly('is opened anew when a session that was released is acquired again', async () => {
    const { workbench } = window;
    const pool = 'local-pool';
    const row = (): Locator => workbench.tree.row(pool, 'Sessions');
    const acquire = async (): Promise<void> => {
      await workbench.tree.view('Browser Sessions');
      await workbench.tree.inlineAction(workbench.tree.row(pool, 'Pools'), 'Acquire Session from Pool');
      // It is selected last.
      await row().and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    };
    await acquire();
    await workbench.menu.choose(row(), 'Open Screen');
    await tab.state('Live').waitFor();
    await workbench.menu.choose(row(), 'Release Pooled Session…');
    await workbench.notifications.pressInDialog('Release Without Reset');
    await tab.notice('This session was released.').waitFor();
    await row().waitFor({ state: 'hidden' });
    await acquire();
    await workbench.menu.choose(row(), 'Open Screen');
    await tab.state('Live').waitFor();
    assert.equal(await workbench.page.locator('.tab').count(), 1);
  });
});
