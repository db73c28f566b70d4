import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { pictures } from './actions';
import { TOKEN } from '../support/service-fixture';
import { useFixtureWindow } from './fixture-window';

describe('What runs while its connection changes, and a list of all of it, in the window', () => {
  const { fixture, window } = useFixtureWindow();

  /** Uploads the extension with a worker and watches it. @returns its row. */
  async function watch(): Promise<Locator> {
    const { workbench } = window;
    const file = path.join(window.workspace, 'hello-extension/manifest.json');
    const background = { service_worker: 'hello.js' };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), background }, undefined, 2));
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('hello-extension');
    await workbench.tree.heard(row, 'enabled').waitFor();
    await workbench.tree.inlineAction(row, 'Watch Folder');
    await workbench.tree.heard(row, 'watching').waitFor();
    return row;
  }

  nightly(
    'is not watched any more at a connection that becomes production, and is asked about when it is started again',
    async () => {
      const { workbench } = window;
      const row = await watch();
      // Not by the status bar item: it has the focus again afterwards, and its tooltip covers the notification.
      await workbench.palette.run('Browser Sessions: Manage Connection…');
      await workbench.palette.asked('Select an action or another connection').waitFor();
      // A long list contains only the rows that fit.
      await workbench.palette.box.fill('Mark as Production');
      await workbench.palette.pick('Mark as Production');
      const words = `Stopped watching “Hello Extension”: “${window.connection}” is a production connection now.`;
      await workbench.notifications.toast(words).waitFor();
      await workbench.tree.heard(row, 'watching').waitFor({ state: 'hidden' });
      await pictures(workbench, 'watch-production', workbench.notifications.toast(words));
      await workbench.notifications.press(words, 'Watch Again');
      assert.match(
        await workbench.notifications.pressInDialog('Cancel'),
        /Upload “Hello Extension” to “only” in production at every save\?/,
      );
      assert.equal(await workbench.tree.heard(row, 'watching').count(), 0);
    },
  );

  nightly('is not watched any more once its session is ended here, which is no news', async () => {
    const { workbench } = window;
    const row = await watch();
    await workbench.menu.choose(workbench.tree.row('only', 'Sessions'), 'End Session…');
    await workbench.notifications.pressInDialog('End Session');
    await workbench.statusBar.item('Ended “only”').waitFor();
    await row.waitFor({ state: 'hidden' });
    await workbench.page
      .locator('.statusbar-item:has(.codicon-eye)', { hasText: 'Hello Extension' })
      .waitFor({ state: 'hidden' });
    assert.equal(await workbench.notifications.toast('Stopped watching').count(), 0);
  });

  nightly(
    'is not watched any more once its upload is removed from the list, without waiting for a change',
    async () => {
      const { workbench } = window;
      const row = await watch();
      await workbench.menu.choose(row, 'Remove from List');
      await workbench.notifications
        .toast('Stopped watching “Hello Extension”: it was removed from the list of “only”.')
        .waitFor();
      await workbench.page
        .locator('.statusbar-item:has(.codicon-eye)', { hasText: 'Hello Extension' })
        .waitFor({ state: 'hidden' });
    },
  );

  nightly('is not watched any more at a connection that was removed, which is said once', async () => {
    const { workbench } = window;
    await watch();
    await workbench.palette.run('Browser Sessions: Remove Connection…');
    await workbench.notifications.pressInDialog('Remove');
    const words = `Stopped watching “Hello Extension”: connection “${window.connection}” was removed`;
    await workbench.notifications.toast(words).waitFor();
    await workbench.palette.asked('Select a connection for this window').waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.palette.widget.waitFor({ state: 'hidden' });
    assert.equal(await workbench.page.locator('.notification-list-item', { hasText: 'Stopped watching' }).count(), 1);
    await workbench.page.locator('[id$="browserSessions.running"]').waitFor({ state: 'hidden' });
  });

  nightly(
    'is neither watched, followed nor debugged any more when the token is cleared, and the log says why',
    async () => {
      const { workbench } = window;
      await workbench.palette.run('Browser Sessions: Set Token…');
      await workbench.palette.answer(`Token for “${window.connection}”`, TOKEN);
      await workbench.statusBar.item('Stored the token').waitFor();
      const row = await watch();
      await workbench.menu.choose(row, 'Follow Log');
      await workbench.tree.heard(row, 'following log').waitFor();
      await until('the log has begun', async () =>
        (await workbench.panel.output()).includes('Following “Hello Extension”.'),
      );
      await workbench.screenshot('follow-begun');
      assert.match(await workbench.panel.output(), /Following “Hello Extension”\. The service worker is kept running/);
      await workbench.menu.choose(row, 'Debug');
      await workbench.page.locator('.debug-toolbar').waitFor();
      await workbench.tree.view('Browser Sessions');
      await workbench.tree.heard(row, 'debugging').waitFor();
      await workbench.palette.run('Browser Sessions: Clear Token…');
      await workbench.notifications.pressInDialog('Clear');
      await workbench.statusBar.item('and stopped what was using it').waitFor();
      await workbench.page
        .locator('.repl')
        .getByText(`Stopped debugging: the token for “${window.connection}” was cleared.`)
        .waitFor();
      await workbench.screenshot('watch-token-cleared');
      await workbench.palette.run('Output: Focus on Output View');
      await until('the log says why', async () =>
        (await workbench.panel.output()).includes(
          `Stopped following the log: the token for “${window.connection}” was cleared.`,
        ),
      );
      for (const mark of ['watching', 'following log', 'debugging'])
        await workbench.tree.heard(row, mark).waitFor({ state: 'hidden' });
      await workbench.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
      assert.equal(await workbench.notifications.toast('').count(), 0);
    },
  );

  nightly(
    'is listed with all else that runs, in the menu of the status bar, which stops one of it or all',
    async () => {
      const { workbench } = window;
      const row = await watch();
      await workbench.menu.choose(row, 'Follow Log');
      await workbench.tree.heard(row, 'following log').waitFor();
      await workbench.menu.choose(workbench.tree.row('only', 'Sessions'), 'Record Sequence');
      await workbench.statusBar.item(/Recording .+ · 0 steps/).waitFor();
      await workbench.page.locator('.tab', { hasText: 'only' }).waitFor();
      await workbench.statusBar.connection(window.connection).click();
      await workbench.palette.asked('Select an action or another connection').waitFor();
      // A long list contains only the rows that fit.
      await workbench.palette.box.fill('Stop…');
      await workbench.palette.pick('Stop…');
      await workbench.palette.asked('Select what to stop').waitFor();
      const [watched, followed, recorded, screen] = [
        'watched in “only”',
        'log followed in “only”',
        'recorded: 0 steps',
        'screen',
      ].map((text) => workbench.palette.choice(text));
      assert.ok(watched && followed && recorded && screen);
      for (const choice of [watched, followed, recorded, screen]) await choice.waitFor();
      await workbench.screenshot('stop-list');
      await followed.click();
      await followed.waitFor({ state: 'hidden' });
      await workbench.tree.heard(row, 'following log').waitFor({ state: 'hidden' });
      await watched.hover();
      await watched.locator('.action-label[aria-label="Stop"]').click();
      await workbench.tree.heard(row, 'watching').waitFor({ state: 'hidden' });
      await workbench.palette.pick('Stop All');
      await workbench.palette.widget.waitFor({ state: 'hidden' });
      await workbench.statusBar.item('Nothing was recorded').waitFor();
      await workbench.page.locator('.tab', { hasText: 'only' }).waitFor({ state: 'hidden' });
      await workbench.page.locator('[id$="browserSessions.running"]').waitFor({ state: 'hidden' });
    },
  );
});
