import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { listen } from '../support/network/listen';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';

describe('A port that is shared in the window', () => {
  const { fixture, window } = useFixtureWindow();

  it('is asked for, shown on the row and in the status bar, and stopped there', async () => {
    const { workbench } = window;
    const dev = createServer((_, response) => void response.end('<title>shared</title>'));
    const port = await listen(dev);
    try {
      await fixture.openSession('shop', '/plain');
      await workbench.tree.view('Browser Sessions');
      await workbench.palette.run('Browser Sessions: Refresh Sessions');
      const row = workbench.tree.row('shop');
      await row.waitFor();
      const share = async (): Promise<void> => {
        await workbench.menu.choose(row, 'Share Port with Session…');
        await workbench.palette.answer('5173', String(port));
        await workbench.notifications.dialog.waitFor();
      };
      await share();
      await workbench.screenshot('share-question');
      const question = await workbench.notifications.pressInDialog('Cancel');
      assert.match(question, new RegExp(`Share port ${port} with “shop”\\?`));
      assert.match(question, new RegExp(`Pages in “shop” can reach localhost:${port} on this machine\\.`));
      assert.equal(await workbench.statusBar.item(`localhost:${port}`).count(), 0);
      await share();
      await workbench.notifications.pressInDialog('Share');
      await workbench.tree.heard(row, `can reach localhost:${port} on this machine`).waitFor();
      await workbench.tree.heard(workbench.tree.row(`port ${port}`), 'shop').waitFor();
      await until(
        'its text takes the place of the message',
        async () => (await workbench.statusBar.item(`localhost:${port}`).count()) > 0,
      );
      await workbench.screenshot('share-shared');
      await workbench.statusBar.item(`localhost:${port}`).click();
      await workbench.tree.heard(row, 'can reach').waitFor({ state: 'hidden' });
      assert.equal(await workbench.statusBar.item(`localhost:${port}`).count(), 0);
    } finally {
      dev.close();
    }
  });
});
