import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { BUTTON_AT } from '../support/pages';
import { ScreenTab } from './screen-tab';
import { TOKEN } from '../support/service-fixture';
import { useFixtureWindow } from './fixture-window';

describe('The screen of a session whose token changes, in the window', () => {
  const { fixture, window } = useFixtureWindow({ env: {} });
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);

  async function setToken(): Promise<void> {
    await window.workbench.palette.run('Browser Sessions: Set Token…');
    await window.workbench.palette.answer(`Token for “${window.connection}”`, TOKEN);
  }

  async function open(name: string): Promise<void> {
    await setToken();
    await tab.openLive(name);
  }

  nightly('ends when the token is cleared, and begins anew in the same tab when one is set', async () => {
    const { workbench } = window;
    await fixture.openSession('cleared', '/button');
    await open('cleared');
    await workbench.palette.run('Browser Sessions: Clear Token…');
    await workbench.notifications.pressInDialog('Clear');
    await tab.notice('The token was cleared.').waitFor();
    await part('notice-remedy').filter({ hasText: 'Set Token' }).waitFor();
    await workbench.screenshot('screen-token-cleared');
    await setToken();
    await tab.state('Live').waitFor();
    assert.equal(await workbench.page.locator('.tab').count(), 1);
    await part('picture').click();
    await fixture.pages.waitFor(({ type }) => type === 'click');
  });

  nightly('comes back without a token and says so, and shows its session once one is set', async () => {
    const { workbench } = window;
    await fixture.openSession('waits', '/button');
    await open('waits');
    await workbench.palette.run('Browser Sessions: Clear Token…');
    await workbench.notifications.pressInDialog('Clear');
    await tab.notice('The token was cleared.').waitFor();
    await window.choiceStored();
    await Promise.all([workbench.page.waitForEvent('load'), workbench.palette.run('Developer: Reload Window')]);
    await tab.notice('No token is set.').waitFor();
    await workbench.screenshot('screen-token-missing');
    await workbench.page
      .locator('.editor-actions .action-label[aria-label^="Record Sequence"]')
      .waitFor({ state: 'hidden' });
    await part('notice-remedy').click();
    await workbench.palette.answer(`Token for “${window.connection}”`, TOKEN);
    await tab.state('Live').waitFor();
    assert.equal(await workbench.page.locator('.tab').count(), 1);
    await tab.pointAt(BUTTON_AT);
    const click = await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
  });
  nightly('begins anew at the address that its connection has now', async () => {
    const { workbench } = window;
    await fixture.openSession('moves', '/button');
    await open('moves');
    await workbench.palette.run('Browser Sessions: Change Service Address…');
    await workbench.palette.answer(
      `Address of “${window.connection}”`,
      fixture.service.url.replace('127.0.0.1', 'localhost'),
    );
    await tab.notice(`The address or project of connection “${window.connection}” has changed.`).waitFor();
    await workbench.screenshot('screen-moved');
    await part('notice-remedy').filter({ hasText: 'Reopen Screen' }).click();
    // A token stays with the address that it was stored for.
    await workbench.palette.answer(`Token for “${window.connection}”`, TOKEN);
    await tab.state('Live').waitFor();
  });
});
