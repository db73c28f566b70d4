import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useStage, TOKEN } from './stage';
import { useWindow } from './window';

describe('Pools and releasing, in the window', () => {
  const stage = useStage();
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: stage.service.url },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
  }));
  const pool = 'local-pool';

  const pooled = (): Locator => window.workbench.treeRow(`of pool ${pool}`, 'Sessions');

  async function acquire(): Promise<void> {
    const { workbench } = window;
    await workbench.view('Browser Sessions');
    await workbench.inlineAction(workbench.treeRow(pool, 'Pools'), 'Acquire Session from Pool');
    await pooled().waitFor();
  }

  /** Each click reports the cookies of the page, and the first one sets a cookie. */
  async function clickForCookies(): Promise<string> {
    stage.pages.clear();
    await window.workbench.inlineAction(pooled(), 'Click…');
    await window.workbench.answer('x, y [button]', '5, 5');
    return (await stage.pages.waitFor(({ type }) => type === 'cookie')).cookie ?? '';
  }

  /** @returns the text of the modal. */
  async function release(fate: string, button: string): Promise<string> {
    const { workbench } = window;
    await workbench.menu(pooled(), 'Release Pooled Session…');
    await workbench.asked('Select what happens to the browser').waitFor();
    await workbench.screenshot('release-1-fate');
    await workbench.pick(fate);
    await workbench.dialog.waitFor();
    await workbench.screenshot(`release-2-${button}`);
    return workbench.dialogButton(button);
  }

  async function onlySession(): Promise<string> {
    const sessions = await stage.ask<{ session_id: string }[]>('GET', '/browsers');
    return sessions.map(({ session_id }) => session_id).join();
  }

  it('kept: whoever acquires next gets the browser with its cookie', async () => {
    await acquire();
    const session = await onlySession();
    assert.doesNotMatch(await clickForCookies(), /clicked/);
    const question = await release('Keep Browser', 'Release and Keep');
    assert.match(question, new RegExp(`Release “${session}” to pool “${pool}”\\?`));
    assert.match(question, /the next user gets its cookies, tabs and logins/);
    await window.workbench.statusItem(`Released “${session}” to “${pool}” and kept its browser`).waitFor();
    await pooled().waitFor({ state: 'hidden' });
    await window.workbench.treeRow('1 free, 0 in use', 'Pools').waitFor();
    await acquire();
    await window.workbench.treeRow('0 free, 1 in use', 'Pools').waitFor();
    assert.equal(await onlySession(), session);
    assert.match(await clickForCookies(), /clicked=yes/);
  });

  it('rebuilt: whoever acquires next gets another browser without the cookie', async () => {
    await acquire();
    const session = await onlySession();
    await clickForCookies();
    const question = await release('Rebuild Browser', 'Release and Rebuild');
    assert.match(question, /its cookies, tabs and logins are lost/);
    await window.workbench.statusItem(`Released “${session}” to “${pool}”; its browser will be rebuilt`).waitFor();
    await acquire();
    assert.notEqual(await onlySession(), session);
    assert.doesNotMatch(await clickForCookies(), /clicked/);
  });

  it('nothing is released when the modal is left', async () => {
    const { workbench } = window;
    await acquire();
    const session = await onlySession();
    await workbench.menu(pooled(), 'Release Pooled Session…');
    await workbench.pick('Keep Browser');
    await workbench.dialog.waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.dialog.waitFor({ state: 'hidden' });
    await clickForCookies();
    assert.equal(await onlySession(), session);
  });

  it('asks for the pool where it is not known', async () => {
    const { workbench } = window;
    const { session_id } = await stage.ask<{ session_id: string }>('POST', `/browser_pools/${pool}/acquire`, {});
    await workbench.view('Browser Sessions');
    await workbench.treeRow(session_id, 'Sessions').waitFor();
    await workbench.menu(workbench.treeRow(session_id, 'Sessions'), 'Remove from List');
    await workbench.run('Browser Sessions: Add Session by ID…');
    await workbench.answer('ID of a running browser session', session_id);
    await workbench.menu(workbench.treeRow(session_id, 'Sessions'), 'Release Pooled Session…');
    await workbench.asked('Select the pool it came from').waitFor();
    await workbench.screenshot('release-0-pool');
    await workbench.pick(pool);
    await workbench.pick('Rebuild Browser');
    await workbench.dialogButton('Release and Rebuild');
    await workbench.statusItem(`Released “${session_id}” to`).waitFor();
  });
});
