import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONNECTION, connectedTo } from '../support/connection';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { buttonsOf } from './actions';
import { useFixture, TOKEN } from '../support/service-fixture';
import { useFixtureWindow } from './fixture-window';
import { useWindow } from './window';
import { appears } from './workbench/locators';

describe('Kinds of workspaces, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    settings: connectedTo(fixture.service.url),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    opens: 'by the test',
  }));

  nightly('with no folder, the upload asks for one', async () => {
    await window.open({});
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
    await workbench.palette.chooseFolder(
      'Select the Extension Folder (with manifest.json)',
      path.join(window.workspace, 'hello-extension'),
      '_locales',
      'Upload Folder',
    );
    await workbench.statusBar.item('Uploaded “').waitFor();
  });

  nightly('with several folders, the upload asks which', async () => {
    await fixture.openSession('only', '/plain');
    const file = path.join(window.workspace, '../two.code-workspace');
    writeFileSync(
      file,
      JSON.stringify({ folders: ['old-extension', 'hello-extension'].map((name) => ({ path: `workspace/${name}` })) }),
    );
    await window.open({ workspace: file });
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
    await workbench.palette.asked('A folder with manifest.json').waitFor();
    await workbench.screenshot('several-folders');
    await workbench.palette.pick('hello-extension');
    await workbench.statusBar.item('Uploaded “').waitFor();
  });

  nightly('in a folder inside an extension, the extension is offered', async () => {
    await window.open();
    const { workbench } = window;
    await workbench.tree.file('hello-extension').click();
    await workbench.menu.choose(
      workbench.tree.file('_locales'),
      'Browser Sessions',
      'Upload Folder to Browser Session…',
    );
    const toast = workbench.notifications.toast('“_locales” is part of “Hello Extension”.');
    await toast.waitFor();
    await workbench.screenshot('part-of-extension');
    assert.deepEqual(await buttonsOf(toast), ['Upload “Hello Extension”']);
  });

  nightly('with nothing to upload, or to upload again, the way on is offered', async () => {
    await fixture.openSession('only', '/plain');
    await window.open();
    await window.watches();
    const { workbench } = window;
    await workbench.page.keyboard.press('Control+Shift+F9');
    await workbench.notifications.press('Nothing has been uploaded yet.', 'Upload Folder…');
    await workbench.palette.asked('A folder with manifest.json').waitFor();
    await workbench.page.keyboard.press('Escape');
    mkdirSync(path.join(window.workspace, 'notes'));
    await workbench.menu.choose(workbench.tree.file('notes'), 'Browser Sessions', 'Upload Folder to Browser Session…');
    const none = '“notes” has no manifest.json, and no build of an extension.';
    await workbench.notifications.toast(none).waitFor();
    await workbench.screenshot('no-extension');
    await workbench.notifications.press(none, 'Choose Folder…');
    await workbench.palette.chooseFolder(
      'Select the Extension Folder (with manifest.json)',
      path.join(window.workspace, 'hello-extension'),
      '_locales',
      'Choose Folder',
    );
    await workbench.statusBar.item('Uploaded “Hello Extension”').waitFor();
  });
});

describe('A workspace in which the extension was never used, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    settings: connectedTo(fixture.service.url),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
  }));

  /** Then the menu of an extension's folder offers the upload. */
  async function untilAwake(): Promise<void> {
    const { workbench } = window;
    await until('the menu of the folder offers the upload', async () => {
      await workbench.menu.open(workbench.tree.file('hello-extension'));
      return appears(workbench.menu.item('Upload Folder to Browser Session…'), 1000);
    });
    await workbench.menu.close();
  }

  nightly('shows no connection until a view of it is shown, and from then on', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await untilAwake();
    assert.equal(await workbench.statusBar.connection('').count(), 0);
    assert.equal(await workbench.palette.offers('Browser Sessions: Refresh Sessions'), false);
    await workbench.screenshot('never-used');
    await workbench.tree.view('Browser Sessions');
    await workbench.statusBar.connection(CONNECTION).waitFor();
    await window.stored(String.raw`used\":true`);
    await workbench.tree.view('Explorer');
    await Promise.all([page.waitForEvent('load'), workbench.palette.run('Developer: Reload Window')]);
    await workbench.statusBar.connection(CONNECTION).waitFor();
  });

  it('offers in the menu of a folder without an extension all in one place', async () => {
    const { workbench } = window;
    await window.watches();
    mkdirSync(path.join(window.workspace, 'site'));
    writeFileSync(path.join(window.workspace, 'site/manifest.json'), '{ "name": "Shop", "start_url": "/" }');
    await untilAwake();
    await workbench.menu.open(workbench.tree.file('site'));
    await workbench.menu.item('Browser Sessions').waitFor();
    assert.equal(await workbench.menu.item('Upload Folder to Browser Session…').count(), 0);
    await workbench.menu.item('Browser Sessions').hover();
    await workbench.menu.item('Upload Folder to Browser Session…').waitFor();
    await workbench.menu.item('Preview Package').waitFor();
    await workbench.screenshot('explorer-submenu-no-extension');
  });
});

describe('A workspace that is not trusted, in the window', () => {
  const { fixture, window } = useFixtureWindow({
    settings: {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
    },
    workspaceTrust: true,
  });

  nightly('is not uploaded, and the message leads to the question of trust', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    // Nothing is read there, so nothing is known of the folder.
    await workbench.menu.choose(
      workbench.tree.file('hello-extension'),
      'Browser Sessions',
      'Upload Folder to Browser Session…',
    );
    await workbench.notifications
      .toast('Trust this workspace to upload its files.')
      .locator('.codicon-warning')
      .waitFor();
    await workbench.screenshot('restricted');
    await workbench.notifications.press('Trust this workspace', 'Manage Trust');
    await workbench.page.getByText('You are in Restricted Mode').first().waitFor();
  });

  nightly('has nothing of it checked with Chromium, and the message leads to the question of trust', async () => {
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Browser Sessions', 'Check with Chromium');
    await workbench.notifications
      .toast('Trust this workspace to check it with Chromium, which runs its code.')
      .waitFor();
    await workbench.notifications.press('Trust this workspace', 'Manage Trust');
    await workbench.page.getByText('You are in Restricted Mode').first().waitFor();
  });

  nightly('does not keep anybody from clicking', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('only', 'Sessions'), 'Input', 'Click at Coordinates…');
    await workbench.palette.answer('such as 640, 360', '5, 5');
    assert.equal((await fixture.pages.waitFor(({ type }) => type === 'click')).x, 5);
  });

  nightly('has neither Upload Again, Watch, Debug nor a task, whatever was uploaded from a trusted one', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await fixture.openSession('only', '/button');
    await workbench.palette.run('Workspaces: Manage Workspace Trust');
    const editor = page.locator('.workspace-trust-editor');
    await editor.locator('.monaco-button', { hasText: 'Trust' }).first().click();
    await editor.and(page.locator('.trusted')).waitFor();
    await workbench.tidy();
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('hello-extension');
    const buttons = row.locator('.actions .action-label');
    // A row that was redrawn shows its buttons when the pointer enters again.
    await until('it offers Upload Again', async () => {
      await page.mouse.move(700, 300);
      await row.hover();
      return appears(buttons.and(page.locator('[aria-label^="Upload Again"]')), 1000);
    });
    await window.stored(String.raw`name\":\"hello-extension`);

    const other = path.join(window.workspace, '../not-trusted');
    cpSync(window.workspace, other, { recursive: true });
    await workbench.open({ folder: other });
    await workbench.useConnection(window.connection);
    await workbench.tree.view('Browser Sessions');
    await row.hover();
    await workbench.screenshot('restricted-row');
    assert.deepEqual(await buttons.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))), []);
    for (const title of ['Upload Again', 'Watch Folder', 'Debug', 'Run Sequence…', 'Share Port with Session…'])
      assert.equal(await workbench.palette.offers(`Browser Sessions: ${title}`), false, title);
    writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), '/* never sent */');
    await page.keyboard.press('Control+Shift+F9');
    await workbench.palette.run('Tasks: Run Task');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('restricted-task');
    // The editor itself asks, before it lists any task.
    assert.match(await workbench.notifications.pressInDialog('Cancel'), /Listing and running tasks requires/);
    // The key has neither uploaded anything nor said why not.
    assert.equal(await workbench.notifications.toast('').count(), 0);
    assert.equal(await workbench.statusBar.item('Reloaded').count(), 0);
  });
});
