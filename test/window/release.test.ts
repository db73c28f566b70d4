import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { useFixtureWindow } from './fixture-window';

/** What a session without a name is called. */
const labelOf = (id: string): string => `Session ${id.slice(0, 4)}`;

describe('Pools and releasing, in the window', () => {
  const { fixture, window } = useFixtureWindow();
  const pool = 'local-pool';

  const pooled = (): Locator => window.workbench.tree.row(pool, 'Sessions');

  async function acquire(): Promise<void> {
    const { workbench } = window;
    await workbench.tree.view('Browser Sessions');
    // Until then, the rows may be those of the test before.
    await workbench.tree.row('1 of 1 free', 'Pools').waitFor();
    await workbench.tree.inlineAction(workbench.tree.row(pool, 'Pools'), 'Acquire Session from Pool');
    // It is selected last.
    await pooled().and(workbench.page.locator('[aria-selected="true"]')).waitFor();
  }

  /** Each click reports the cookies of the page, and the first one sets a cookie. */
  async function clickForCookies(): Promise<string> {
    fixture.pages.clear();
    await window.workbench.menu.choose(pooled(), 'Input', 'Click at Coordinates…');
    await window.workbench.palette.answer('such as 640, 360', '5, 5');
    const { cookie = '' } = await fixture.pages.waitFor(({ type }) => type === 'cookie');
    // Only then are the rows drawn for the last time.
    await window.workbench.statusBar.item('Clicked 5, 5 in “').waitFor();
    return cookie;
  }

  /** @returns the text of the modal, which has both buttons. */
  async function release(button: string): Promise<string> {
    const { workbench } = window;
    await workbench.menu.choose(pooled(), 'Release Pooled Session…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot(`release-${button}`);
    return workbench.notifications.pressInDialog(button);
  }

  async function onlySession(): Promise<string> {
    const sessions = await fixture.ask<{ session_id: string }[]>('GET', '/browsers');
    return sessions.map(({ session_id }) => session_id).join();
  }

  nightly('kept: whoever acquires next gets the browser with its cookie', async () => {
    await acquire();
    const session = await onlySession();
    assert.doesNotMatch(await clickForCookies(), /clicked/);
    const question = await release('Release Without Reset');
    assert.match(question, new RegExp(`Release “${labelOf(session)}” to “${pool}”\\?[^]*A reset starts a new browser`));
    assert.match(question, /the next user gets this one with its cookies, tabs, logins and uploads/);
    await window.workbench.statusBar.item(`Released “${labelOf(session)}” to “${pool}” without reset`).waitFor();
    await pooled().waitFor({ state: 'hidden' });
    await window.workbench.tree.row('1 of 1 free', 'Pools').waitFor();
    await acquire();
    await window.workbench.tree.row('0 of 1 free', 'Pools').waitFor();
    assert.equal(await onlySession(), session);
    assert.match(await clickForCookies(), /clicked=yes/);
  });

  nightly('rebuilt: whoever acquires next gets another browser without the cookie', async () => {
    await acquire();
    const session = await onlySession();
    await clickForCookies();
    const question = await release('Reset and Release');
    assert.match(question, /A reset starts a new browser/);
    await window.workbench.statusBar.item(`Released “${labelOf(session)}” to “${pool}” and reset it`).waitFor();
    await pooled().waitFor({ state: 'hidden' });
    await acquire();
    assert.notEqual(await onlySession(), session);
    assert.doesNotMatch(await clickForCookies(), /clicked/);
  });

  nightly('nothing is released when the modal is left', async () => {
    const { workbench } = window;
    await acquire();
    const session = await onlySession();
    await workbench.menu.choose(pooled(), 'Release Pooled Session…');
    await workbench.notifications.dialog.waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.notifications.dialog.waitFor({ state: 'hidden' });
    await clickForCookies();
    assert.equal(await onlySession(), session);
  });

  nightly('asks for a pool that is not known where there are several', async () => {
    const { workbench } = window;
    const { session_id } = await fixture.ask<{ session_id: string }>('POST', `/browser_pools/${pool}/acquire`, {});
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.row(labelOf(session_id), 'Sessions');
    await row.waitFor();
    await workbench.menu.choose(row, 'Remove from List');
    await row.waitFor({ state: 'hidden' });
    await workbench.palette.run('Browser Sessions: Show Session by ID…');
    await workbench.palette.answer('ID of a running browser session', session_id);
    await workbench.tree.pane('Sessions').locator('.monaco-list-row[aria-label*="shown by ID"]').waitFor();
    await workbench.menu.choose(row, 'Release Pooled Session…');
    assert.match(await workbench.notifications.pressInDialog('Cancel'), new RegExp(`to “${pool}”\\?`));
    await fixture.ask('POST', '/browser_pools', { name: 'other-pool', size: 1 });
    await workbench.palette.run('Browser Sessions: Refresh Pools');
    await workbench.tree.row('other-pool', 'Pools').waitFor();
    await workbench.menu.choose(row, 'Release Pooled Session…');
    await workbench.palette.asked('The pool it came from').waitFor();
    await workbench.screenshot('release-0-pool');
    await workbench.palette.pick(pool);
    await workbench.notifications.pressInDialog('Reset and Release');
    await workbench.statusBar.item(`Released “${labelOf(session_id)}” to “${pool}” and reset it`).waitFor();
  });
});
