import assert from 'node:assert/strict';
import path from 'node:path';
import { filesWith } from './secret-search';
import { useStage, TOKEN } from './stage';
import { useWindow } from './window';

describe('The token, in the window', () => {
  const stage = useStage();
  const window = useWindow(() => ({ settings: { 'browserSessions.address': stage.service.url, 'workbench.startupEditor': 'none' }, env: { BROWSER_SESSIONS_TOKEN: '' }, secret: TOKEN }));

  const title = (): string => `Token for ${stage.service.url}`;

  async function setToken(token: string): Promise<void> {
    await window.workbench.run('Browser Sessions: Set Token…');
    await window.workbench.answer(title(), token);
    await window.workbench.toast(`The token for ${stage.service.url} is stored.`).waitFor();
  }

  it('is asked for where there is none, hidden while it is typed, and then the sessions are there', async () => {
    const { workbench } = window;
    await stage.openSession('waiting', '/plain');
    await workbench.view('Browser Sessions');
    await workbench.welcome('Sessions').waitFor();
    await workbench.screenshot('welcome-no-token');
    await workbench.welcomeButton('Sessions', 'Set Token');
    await workbench.asked(title()).waitFor();
    assert.equal(await workbench.box.getAttribute('type'), 'password');
    await workbench.box.fill(TOKEN);
    await workbench.screenshot('token-box');
    await workbench.page.keyboard.press('Enter');
    await workbench.treeRow('waiting', 'Sessions').waitFor();
  });

  it('survives a reload, and is asked for again when it was cleared', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await setToken(TOKEN);
    await window.reload();
    await workbench.view('Browser Sessions');
    await workbench.treeRow('only', 'Sessions').waitFor();
    await workbench.run('Browser Sessions: Clear Token…');
    assert.match(await workbench.dialogButton('Clear'), /You will be asked for it again/);
    await workbench.toast(`The token for ${stage.service.url} is cleared.`).waitFor();
    await workbench.run('Browser Sessions: Click…');
    await workbench.asked(title()).waitFor();
  });

  it('that the service does not accept leads to the box that replaces it', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await setToken('not-the-token');
    await workbench.run('Browser Sessions: Refresh Sessions');
    await workbench.toast(`The service at ${stage.service.url} did not accept the token. Set a new one.`).waitFor();
    await workbench.screenshot('error-401');
    await workbench.toastButton('did not accept the token', 'Set Token');
    await workbench.answer(title(), TOKEN);
    await workbench.view('Browser Sessions');
    await workbench.run('Browser Sessions: Refresh Sessions');
    await workbench.treeRow('only', 'Sessions').waitFor();
  });

  it('with a blank in it is refused in the box', async () => {
    const { workbench } = window;
    await workbench.run('Browser Sessions: Set Token…');
    await workbench.asked(title()).waitFor();
    await workbench.box.fill('two words');
    await workbench.validation.filter({ hasText: 'A token has no blanks' }).waitFor();
  });

  // In the browser VS Code reads its secrets once a window, so the second window is opened after the token was set.
  it('that one window sets is known to another', async () => {
    await stage.openSession('shared', '/plain');
    await setToken(TOKEN);
    const other = await window.openSecond();
    await other.view('Browser Sessions');
    await other.treeRow('shared', 'Sessions').waitFor();
  });

  it('stands in no file of the editor or of the workspace after all of this', () => {
    const folder = path.dirname(window.workspace);
    // That the search finds what is there: the setting stands in a file.
    assert.ok(filesWith(stage.service.url, folder).some((file) => file.endsWith('settings.json')));
    assert.deepEqual(filesWith(TOKEN, folder), []);
  });
});
