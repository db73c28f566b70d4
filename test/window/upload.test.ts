import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { nightly } from '../nightly';
import { until } from '../until';
import { NEEDS_LATER, writeLaterExtension } from './deeds';
import { zipBytes } from '../service/local-service/zip-bytes';
import { useStageWindow } from './stage-window';
import { appears } from './workbench';

describe('Uploading, in the window', () => {
  const { stage, window } = useStageWindow();
  const banner = 'Loaded “Hello Extension” 1.0.0 in';

  it('by the palette: the extension of the workspace, session, and what came of it in one line', async () => {
    const { workbench } = window;
    await stage.openSession('first', '/plain');
    await stage.openSession('second', '/plain');
    await workbench.run('Browser Sessions: Upload Workspace Folder…');
    // One of its two folders has manifest version 2, which no Chromium loads, so there is nothing to ask.
    await workbench.asked('Upload “Hello Extension”: Select Session').waitFor();
    await workbench.asked('Name, pool or extension').waitFor();
    await workbench.screenshot('upload-1-session');
    await workbench.pick('second');
    await workbench.toast(`${banner} “second”`).waitFor();
  });

  it('by right click on a folder in the Explorer', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await until('the menu offers it', async () => {
      await workbench.openMenu(workbench.row('hello-extension'));
      return appears(workbench.menuItem('Upload Folder to Browser Session…'), 1000);
    });
    const others = ['Preview Package', 'Check with Chromium'];
    for (const other of others) assert.equal(await workbench.menuItem(other).count(), 0, other);
    await workbench.screenshot('explorer-menu');
    await workbench.menuItem('Browser Sessions').hover();
    for (const other of others) await workbench.menuItem(other).waitFor();
    await workbench.screenshot('explorer-submenu');
    await workbench.closeMenu();
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toast(`${banner} “only”`).waitFor();
    await workbench.view('Browser Sessions');
    await workbench.upload('hello-extension').waitFor();
  });

  nightly('by right click on its manifest.json', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await workbench.row('hello-extension').click();
    await workbench.menu(workbench.row('manifest.json'), 'Upload Folder to Browser Session…');
    await workbench.toast(`${banner} “only”`).waitFor();
    await workbench.tidy();
    await workbench.view('Browser Sessions');
    const row = workbench.upload('hello-extension');
    await workbench.openMenu(row);
    await workbench.menuItem('Reveal in Explorer View').waitFor();
    await workbench.screenshot('upload-row-menu');
    await workbench.closeMenu();
    await workbench.menu(row, 'Open Screen');
    await workbench.page.locator('.tab', { hasText: 'only' }).waitFor();
    await workbench.menu(row, 'Reveal in Explorer View');
    await workbench.page
      .locator('.explorer-folders-view .monaco-list-row.selected[aria-label^="hello-extension"]')
      .waitFor();
  });

  it('by the inline action of a session, into that session', async () => {
    const { workbench } = window;
    await stage.openSession('this-one', '/plain');
    await stage.openSession('other', '/plain');
    await workbench.view('Browser Sessions');
    await workbench.inlineAction(workbench.treeRow('this-one', 'Sessions'), 'Upload Folder…');
    await workbench.pick('hello-extension');
    await workbench.toast(`${banner} “this-one”`).waitFor();
    await workbench.page.locator('.part.sidebar .monaco-list-row.selected', { hasText: 'Hello Extension' }).waitFor();
  });

  nightly('takes the next name and says what stays loaded when the folder comes again', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toast(`${banner} “only”`).waitFor();
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toastButton('“Hello Extension” in “only” is already up to date.', 'Upload Anyway');
    await workbench.toast(`${banner} “only”. 1 older copy is still loaded.`).waitFor();
  });

  nightly('sends nothing that Chromium would refuse, and shows the line', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await workbench.menu(workbench.row('old-extension'), 'Upload Folder to Browser Session…');
    await workbench
      .toast('old-extension/manifest.json:2: Chromium no longer loads extensions with manifest version 2')
      .waitFor();
    await workbench.screenshot('refused-toast');
    await workbench.toastButton('old-extension/manifest.json', 'Show Line');
    await workbench.page.locator('.tab', { hasText: 'manifest.json' }).waitFor();
    const problems = await workbench.problems();
    await problems.filter({ hasText: 'Chromium no longer loads extensions with manifest version 2' }).waitFor();
  });

  nightly('tells that a name is taken, and uploads under the next one', async () => {
    const { workbench } = window;
    const session = await stage.openSession('only', '/plain');
    await uploadElsewhere(session, 'hello-extension');
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toast('“hello-extension” is already used in “only”. Nothing was loaded.').waitFor();
    await workbench.screenshot('error-400');
    await workbench.toastButton('already used', 'Upload as “hello-extension-2”');
    await workbench.toast(`${banner} “only”`).waitFor();
    await window.stored(String.raw`name\":\"hello-extension-2`);
  });

  it('asks for a name only where another folder has it, says so, and checks it while it is typed', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await window.watches();
    cpSync(path.join(window.workspace, 'hello-extension'), path.join(window.workspace, 'same-name'), {
      recursive: true,
    });
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toast(`${banner} “only”`).waitFor();
    await workbench.menu(workbench.row('same-name'), 'Upload Folder to Browser Session…');
    await workbench.asked('Upload “Hello Extension”: Name').waitFor();
    await workbench.validation
      .filter({
        hasText: '“hello-extension” is already used in this session. Will be loaded from extensions/hello-extension-2.',
      })
      .waitFor();
    await workbench.screenshot('upload-2-name');
    for (const [typed, words] of [
      ['a b', 'can’t contain spaces'],
      ['a/b', '“/” isn’t allowed'],
      ['..', 'can’t be used as a name'],
      ['x'.repeat(256), 'at most 255 characters'],
    ] as const) {
      await workbench.box.fill(typed);
      await workbench.validation.filter({ hasText: words }).waitFor();
    }
    await workbench.page.keyboard.press('Enter');
    assert.ok(await workbench.box.isVisible());
    await workbench.box.fill('good-name');
    await workbench.validation.filter({ hasText: 'Will be loaded from extensions/good-name.' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.toast(`${banner} “only”`).waitFor();
    rmSync(path.join(window.workspace, 'same-name'), { recursive: true });
  });

  // The last one: from here on there is one more folder to choose from.
  it('of what the browser refuses shows its words at their line', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await window.watches();
    writeLaterExtension(window.workspace);
    await workbench.menu(workbench.row('later-extension'), 'Upload Folder to Browser Session…');
    await workbench
      .toast(`The service rejected later-extension/manifest.json:5. Nothing was loaded. Details: “${NEEDS_LATER}”`)
      .waitFor();
    const problems = await workbench.problems();
    await problems.filter({ hasText: NEEDS_LATER }).waitFor();
    await workbench.screenshot('refused-by-service');
    await workbench.toastButton(NEEDS_LATER, 'Show Line');
    await workbench.statusItem('Ln 5, Col 34 (5 selected)').waitFor();
  });

  /** Uploads an extension by another program, of which this window does not know. */
  async function uploadElsewhere(session: string, name: string): Promise<void> {
    const { url, token } = stage.service;
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
