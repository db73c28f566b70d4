import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { NEEDS_LATER, writeLaterExtension } from './actions';
import { zipBytes } from '../support/zip-bytes';
import { useFixtureWindow } from './fixture-window';
import { appears } from './workbench/locators';

describe('Uploading, in the window', () => {
  const { fixture, window } = useFixtureWindow();
  const banner = 'Uploaded “Hello Extension” 1.0.0 to';

  it('by the palette: the extension of the workspace, session, and what came of it in one line', async () => {
    const { workbench } = window;
    await fixture.openSession('first', '/plain');
    await fixture.openSession('second', '/plain');
    await workbench.palette.run('Browser Sessions: Upload Workspace Folder…');
    // One of its two folders has manifest version 2, which no Chromium loads, so there is nothing to ask.
    await workbench.palette.asked('Upload “Hello Extension”: Select Session').waitFor();
    await workbench.palette.asked('Name, pool or extension').waitFor();
    await workbench.screenshot('upload-1-session');
    await workbench.palette.pick('second');
    await workbench.statusBar.item(`${banner} “second”`).waitFor();
  });

  nightly('by right click on a folder in the Explorer', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await until('the menu offers it', async () => {
      await workbench.menu.open(workbench.tree.file('hello-extension'));
      return appears(workbench.menu.item('Upload Folder to Browser Session…'), 1000);
    });
    const others = ['Preview Package', 'Check with Chromium'];
    for (const other of others) assert.equal(await workbench.menu.item(other).count(), 0, other);
    await workbench.screenshot('explorer-menu');
    await workbench.menu.item('Browser Sessions').hover();
    for (const other of others) await workbench.menu.item(other).waitFor();
    await workbench.screenshot('explorer-submenu');
    await workbench.menu.close();
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item(`${banner} “only”`).waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.upload('hello-extension').waitFor();
  });

  nightly('by right click on its manifest.json', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await workbench.tree.file('hello-extension').click();
    await workbench.menu.choose(workbench.tree.file('manifest.json'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item(`${banner} “only”`).waitFor();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('hello-extension');
    await workbench.menu.open(row);
    await workbench.menu.item('Reveal in Explorer View').waitFor();
    await workbench.screenshot('upload-row-menu');
    await workbench.menu.close();
    await workbench.menu.choose(row, 'Open Screen');
    await workbench.page.locator('.tab', { hasText: 'only' }).waitFor();
    await workbench.menu.choose(row, 'Reveal in Explorer View');
    await workbench.page
      .locator('.explorer-folders-view .monaco-list-row.selected[aria-label^="hello-extension"]')
      .waitFor();
  });

  it('by the inline action of a session, into that session', async () => {
    const { workbench } = window;
    await fixture.openSession('this-one', '/plain');
    await fixture.openSession('other', '/plain');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.inlineAction(workbench.tree.row('this-one', 'Sessions'), 'Upload Folder…');
    await workbench.palette.pick('hello-extension');
    await workbench.statusBar.item(`${banner} “this-one”`).waitFor();
    await workbench.page.locator('.part.sidebar .monaco-list-row.selected', { hasText: 'Hello Extension' }).waitFor();
  });

  nightly('takes the next name and says what stays loaded when the folder comes again', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item(`${banner} “only”`).waitFor();
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.notifications.press('“Hello Extension” in “only” is already up to date.', 'Upload Anyway');
    await workbench.notifications.toast(`${banner} “only”. 1 older copy is still loaded.`).waitFor();
  });

  nightly('sends nothing that Chromium would refuse, and shows the line', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('old-extension'), 'Upload Folder to Browser Session…');
    await workbench.notifications
      .toast('Not uploaded: Chromium no longer loads extensions with manifest version 2')
      .waitFor();
    await workbench.screenshot('refused-toast');
    await workbench.notifications.press('old-extension/manifest.json', 'Show Line');
    await workbench.page.locator('.tab', { hasText: 'manifest.json' }).waitFor();
    const problems = await workbench.panel.problems();
    await problems.filter({ hasText: 'Chromium no longer loads extensions with manifest version 2' }).waitFor();
  });

  nightly('tells that a name is taken, and uploads under the next one', async () => {
    const { workbench } = window;
    const session = await fixture.openSession('only', '/plain');
    await uploadElsewhere(session, 'hello-extension');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.notifications.toast('“hello-extension” is already used in “only”. Nothing was loaded.').waitFor();
    await workbench.screenshot('error-400');
    await workbench.notifications.press('already used', 'Upload as “hello-extension-2”');
    await workbench.statusBar.item(`${banner} “only”`).waitFor();
    await window.stored(String.raw`name\":\"hello-extension-2`);
  });

  nightly('asks for a name only where another folder has it, says so, and checks it while it is typed', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await window.watches();
    cpSync(path.join(window.workspace, 'hello-extension'), path.join(window.workspace, 'same-name'), {
      recursive: true,
    });
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item(`${banner} “only”`).waitFor();
    await workbench.menu.choose(workbench.tree.file('same-name'), 'Upload Folder to Browser Session…');
    await workbench.palette.choice('Replace the Loaded One').waitFor();
    await workbench.screenshot('upload-2-taken');
    await workbench.palette.box.press('Enter');
    await workbench.statusBar.item('Reloaded “Hello Extension” 1.0.0 in “only”').waitFor();
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.palette.pick('Load as a Second Copy…');
    await workbench.palette.asked('Upload “Hello Extension”: Folder Name in the Session').waitFor();
    await workbench.palette.validation
      .filter({
        hasText:
          '“hello-extension” is already used in this session. This one is loaded from extensions/hello-extension-2.',
      })
      .waitFor();
    await workbench.screenshot('upload-2-name');
    for (const [typed, words] of [
      ['a b', 'can’t contain spaces'],
      ['a/b', '“/” isn’t allowed'],
      ['..', 'can’t be used as a name'],
      ['x'.repeat(256), 'at most 255 characters'],
    ] as const) {
      await workbench.palette.box.fill(typed);
      await workbench.palette.validation.filter({ hasText: words }).waitFor();
    }
    await workbench.page.keyboard.press('Enter');
    assert.ok(await workbench.palette.box.isVisible());
    await workbench.palette.box.fill('good-name');
    await workbench.palette.validation.filter({ hasText: 'This one is loaded from extensions/good-name.' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar.item(`${banner} “only”`).waitFor();
    rmSync(path.join(window.workspace, 'same-name'), { recursive: true });
  });

  // The last one: from here on there is one more folder to choose from.
  it('of what the browser refuses shows its words at their line', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await window.watches();
    writeLaterExtension(window.workspace);
    await workbench.menu.choose(workbench.tree.file('later-extension'), 'Upload Folder to Browser Session…');
    await workbench.notifications.toast(`Not uploaded: later-extension/manifest.json:5: “${NEEDS_LATER}”`).waitFor();
    const problems = await workbench.panel.problems();
    await problems.filter({ hasText: NEEDS_LATER }).waitFor();
    await workbench.screenshot('refused-by-service');
    await workbench.notifications.press(NEEDS_LATER, 'Show Line');
    await workbench.statusBar.item('Ln 5, Col 34 (5 selected)').waitFor();
  });

  /** Uploads an extension by another program, of which this window does not know. */
  async function uploadElsewhere(session: string, name: string): Promise<void> {
    const { url, token } = fixture.service;
    const manifest = JSON.stringify({ manifest_version: 3, name: 'Elsewhere', version: '1' });
    const form = new FormData();
    form.append('extensions.name', name);
    form.append(
      'extensions.zip_file',
      new Blob([new Uint8Array(zipBytes([{ name: 'manifest.json', content: manifest }]))]),
      'x.zip',
    );
    const headers = { authorization: `Bearer ${token}` };
    const { ok } = await fetch(`${url}/browsers/${session}/extensions`, { method: 'POST', headers, body: form });
    assert.ok(ok);
  }
});
