import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { NEEDS_LATER, writeLaterExtension } from './actions';
import { useWindow } from './window';
import { appears } from './workbench/locators';

const COMMAND = 'Check with Chromium';
const NOWHERE = '/nowhere/chromium';

describe('Check with Chromium, in the window', () => {
  const window = useWindow({ opens: 'once' });
  before(() => writeLaterExtension(window.workspace));

  nightly('is not needed, nor any other machine asked, until the extension is told to', async () => {
    await window.workbench.tree.view('Browser Sessions');
    await window.workbench.tree.welcome('Sessions').waitFor();
    assert.deepEqual(window.outside, []);
  });

  nightly('by the palette: says calmly that the extension loads', async () => {
    const { workbench } = window;
    await workbench.palette.run(`Browser Sessions: ${COMMAND}`);
    await workbench.palette.asked('A folder with manifest.json').waitFor();
    await workbench.screenshot('check-1-folder');
    await workbench.palette.pick('hello-extension');
    await workbench.statusBar.item('“Hello Extension”: no problems in Chromium').waitFor();
    await workbench.screenshot('check-2-loads');
  });

  nightly(
    'by right click on a manifest.json: does not say that we found nothing where we warn of just that, and forgets the words when the file is mended',
    async () => {
      const { workbench } = window;
      await workbench.tree.file('later-extension').click();
      await workbench.menu.choose(workbench.tree.file('manifest.json'), 'Browser Sessions', COMMAND);
      const toast = workbench.notifications.toast('requires Chromium 999');
      await toast.waitFor();
      const problems = await workbench.panel.problems();
      await problems.filter({ hasText: NEEDS_LATER }).waitFor();
      await problems.filter({ hasText: 'requires Chromium 999' }).waitFor();
      await workbench.screenshot('check-6-differs');
      await workbench.notifications.press('requires Chromium 999', 'Show Line');
      await workbench.statusBar.item('Ln 5, Col 34 (5 selected)').waitFor();
      await workbench.page.keyboard.insertText('"100"');
      await workbench.page.keyboard.press('Control+S');
      await problems.filter({ hasText: NEEDS_LATER }).waitFor({ state: 'hidden' });
    },
  );

  nightly('by right click on a folder: shows the words of Chromium at their line, beside our own', async () => {
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('old-extension'), 'Browser Sessions', COMMAND);
    await workbench.notifications
      .toast('old-extension/manifest.json:2: Chromium no longer loads extensions with manifest version 2')
      .waitFor();
    const problems = await workbench.panel.problems();
    await problems
      .filter({ hasText: 'uses an unsupported manifest version' })
      .filter({ hasText: /Chromium\s\d+/ })
      .waitFor();
    await problems.filter({ hasText: 'Chromium no longer loads extensions with manifest version 2' }).waitFor();
    await workbench.screenshot('check-4-refused');
    await workbench.notifications.press('old-extension/manifest.json:2', 'Show Line');
    await workbench.page.locator('.tab', { hasText: 'manifest.json' }).waitFor();
    await workbench.statusBar.item('Ln 2, Col').waitFor();
    await workbench.screenshot('check-5-line');
  });

  nightly('in a folder that is a part of an extension, the message offers to check that one', async () => {
    const { workbench } = window;
    await workbench.tree.file('hello-extension').click();
    await workbench.menu.choose(workbench.tree.file('_locales'), 'Browser Sessions', COMMAND);
    await workbench.notifications.press('“_locales” is part of “Hello Extension”.', 'Check “Hello Extension”');
    await workbench.statusBar.item('“Hello Extension”: no problems in Chromium').waitFor();
  });
});

describe('Without a Chromium, in the window', () => {
  const window = useWindow({
    settings: { 'browserSessions.connections': [] },
    env: { BROWSER_SESSIONS_TOKEN: '', BROWSER_SESSIONS_CHROMIUM: NOWHERE },
    opens: 'once',
  });
  before(() => assert.equal(existsSync(NOWHERE), false));

  nightly('a check says what to do, and its button leads to the setting', async () => {
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Browser Sessions', COMMAND);
    await workbench.notifications.toast('No browser at /nowhere/chromium.').waitFor();
    await workbench.screenshot('check-no-browser');
    await workbench.notifications.press('No browser at', 'Open Settings');
    await workbench.page
      .locator('.settings-editor .setting-item-contents', { hasText: 'Browser Sessions: Chromium' })
      .first()
      .waitFor();
  });

  nightly('the local service says why it cannot start, and where to mend it', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Start Local Browser');
    await workbench.notifications.toast(NOWHERE).waitFor();
    await workbench.screenshot('local-no-browser');
    await workbench.notifications.press(NOWHERE, 'Open Settings');
    await workbench.page.locator('.settings-editor').waitFor();
  });

  nightly('a check asks the browser that the setting of the machine names before any other', async () => {
    const settings = path.join(window.workspace, '../user/Machine');
    mkdirSync(settings, { recursive: true });
    writeFileSync(
      path.join(settings, 'settings.json'),
      JSON.stringify({ 'browserSessions.chromium': '/nowhere/by-setting' }),
    );
    await window.reload();
    const { workbench } = window;
    // The settings of the machine come after those of the user.
    await until('the setting is in effect', async () => {
      await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Browser Sessions', COMMAND);
      return appears(workbench.notifications.toast('No browser at /nowhere/by-setting.'), 3000);
    });
  });
});
