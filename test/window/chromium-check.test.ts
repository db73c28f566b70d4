import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connectedTo } from '../connection';
import { useStage, TOKEN } from './stage';
import { useWindow, type TestWindow } from './window';

const COMMAND = 'Check with Chromium';
const NEEDS_LATER = 'This extension requires Chromium version 999 or greater.';

/** An extension that only the browser can reject, because it depends on the browser's version. */
function writeLaterExtension(window: TestWindow): void {
  const folder = path.join(window.workspace, 'later-extension');
  mkdirSync(folder, { recursive: true });
  const manifest = { manifest_version: 3, name: 'Later', version: '1.0', minimum_chrome_version: '999' };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
}

describe('Check with Chromium, in the window', () => {
  const window = useWindow({ opens: 'once' });
  before(() => writeLaterExtension(window));

  it('by the palette: says calmly that the extension loads', async () => {
    const { workbench } = window;
    await workbench.run(`Browser Sessions: ${COMMAND}`);
    await workbench.asked('Select the extension folder').waitFor();
    await workbench.screenshot('check-1-folder');
    await workbench.pick('hello-extension');
    await workbench.toast('loaded “Hello Extension” (').waitFor();
    await workbench.screenshot('check-2-loads');
  });

  it('by right click on a manifest.json: does not say that we found nothing where we warn of just that, and forgets the words when the file is mended', async () => {
    const { workbench } = window;
    await workbench.row('later-extension').click();
    await workbench.menu(workbench.row('manifest.json'), 'Browser Sessions', COMMAND);
    const toast = workbench.toast(`“${NEEDS_LATER}”`);
    await toast.waitFor();
    assert.match(await toast.locator('.notification-list-item-message').innerText(), /”$/);
    const problems = await workbench.problems();
    await problems.filter({ hasText: NEEDS_LATER }).waitFor();
    await problems.filter({ hasText: 'requires Chromium 999' }).waitFor();
    await workbench.screenshot('check-6-differs');
    await workbench.toastButton(NEEDS_LATER, 'Show Line');
    await workbench.statusItem('Ln 5, Col 34 (5 selected)').waitFor();
    await workbench.page.keyboard.insertText('"100"');
    await workbench.page.keyboard.press('Control+S');
    await problems.filter({ hasText: NEEDS_LATER }).waitFor({ state: 'hidden' });
  });

  it('by right click on a folder: shows the words of Chromium at their line, beside our own', async () => {
    const { workbench } = window;
    await workbench.menu(workbench.row('old-extension'), 'Browser Sessions', COMMAND);
    await workbench
      .toast(
        'rejected old-extension/manifest.json:2: “Cannot install extension because it uses an unsupported manifest version.”',
      )
      .waitFor();
    const problems = await workbench.problems();
    await problems
      .filter({ hasText: 'uses an unsupported manifest version' })
      .filter({ hasText: /Chromium\s\d+/ })
      .waitFor();
    await problems.filter({ hasText: 'Chromium no longer loads extensions with manifest version 2' }).waitFor();
    await workbench.screenshot('check-4-refused');
    await workbench.toastButton('rejected old-extension', 'Show Line');
    await workbench.page.locator('.tab', { hasText: 'manifest.json' }).waitFor();
    await workbench.statusItem('Ln 2, Col').waitFor();
    await workbench.screenshot('check-5-line');
  });

  it('in a folder without an extension, the message says so', async () => {
    const { workbench } = window;
    await workbench.row('hello-extension').click();
    await workbench.menu(workbench.row('_locales'), 'Browser Sessions', COMMAND);
    await workbench
      .toast('No extension manifest.json found in “_locales”. Choose another folder or build the extension first.')
      .waitFor();
  });
});

describe('An upload that the browser refuses, in the window', () => {
  const stage = useStage();
  const window = useWindow(() => ({
    settings: connectedTo(stage.service.url),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
  }));
  before(() => writeLaterExtension(window));

  it('shows the words at their line', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await workbench.menu(workbench.row('later-extension'), 'Upload Folder to Browser Session…');
    await workbench.answer('Upload “Later”: Name', 'later');
    await workbench
      .toast(`The service rejected later-extension/manifest.json:5: “${NEEDS_LATER}” Nothing was loaded.`)
      .waitFor();
    const problems = await workbench.problems();
    await problems.filter({ hasText: NEEDS_LATER }).waitFor();
    await workbench.screenshot('refused-by-service');
    await workbench.toastButton(NEEDS_LATER, 'Show Line');
    await workbench.statusItem('Ln 5, Col 34 (5 selected)').waitFor();
  });
});

describe('Check with Chromium without a Chromium, in the window', () => {
  const window = useWindow({ env: { BROWSER_SESSIONS_CHROMIUM: '/nowhere/chromium' }, opens: 'by the test' });

  it('says what to do, and its button leads to the setting', async () => {
    await window.open();
    const { workbench } = window;
    await workbench.menu(workbench.row('hello-extension'), 'Browser Sessions', COMMAND);
    await workbench
      .toast('No browser at /nowhere/chromium. Install Chromium, Chrome or Edge, or set browserSessions.chromium')
      .waitFor();
    await workbench.screenshot('check-no-browser');
    await workbench.toastButton('No browser at', 'Open Settings');
    await workbench.page
      .locator('.settings-editor .setting-item-contents', { hasText: 'Browser Sessions: Chromium' })
      .first()
      .waitFor();
  });

  it('asks the browser that the setting of the machine names before any other', async () => {
    const settings = path.join(window.workspace, '../user/Machine');
    mkdirSync(settings, { recursive: true });
    writeFileSync(
      path.join(settings, 'settings.json'),
      JSON.stringify({ 'browserSessions.chromium': '/nowhere/by-setting' }),
    );
    await window.open();
    const { workbench } = window;
    await workbench.menu(workbench.row('hello-extension'), 'Browser Sessions', COMMAND);
    await workbench.toast('No browser at /nowhere/by-setting.').waitFor();
  });
});

describe('Check with Chromium in a workspace that is not trusted, in the window', () => {
  const window = useWindow({
    settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    workspaceTrust: true,
  });

  it('runs nothing, and the message leads to the question of trust', async () => {
    const { workbench } = window;
    await workbench.menu(workbench.row('hello-extension'), 'Browser Sessions', COMMAND);
    await workbench.toast('Trust this workspace to check it with Chromium, which runs its code.').waitFor();
    await workbench.toastButton('Trust this workspace', 'Manage Trust');
    await workbench.page.getByText('You are in Restricted Mode').first().waitFor();
  });
});
