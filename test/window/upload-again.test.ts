import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nightly } from '../support/nightly';
import { pictures, uploadInto } from './actions';
import { BreakingProxy } from '../support/network/breaking-proxy';
import { speaksTo, UPLOAD, useFaultyService } from '../support/faults/faulty-service';
import { TOKEN, useFixture } from '../support/service-fixture';
import { useFixtureWindow } from './fixture-window';
import { useWindow } from './window';

describe('Uploading again, in the window', () => {
  const { fixture, window } = useFixtureWindow();

  const file = (name: string): string => path.join(window.workspace, 'hello-extension', name);
  const manifest = (change: object): void =>
    writeFileSync(
      file('manifest.json'),
      JSON.stringify({ ...JSON.parse(readFileSync(file('manifest.json'), 'utf8')), ...change }, undefined, 2),
    );

  it('a page runs what was just saved: by the row, and by a key, with no question', async () => {
    const { workbench } = window;
    manifest({ version: '1.0.0', content_scripts: [{ matches: ['http://*/*'], js: ['hello.js'] }] });
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “Hello Extension” 1.0.0 to “only”').waitFor();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('hello-extension');
    await row.waitFor();
    await workbench.screenshot('loaded');

    const saved = async (mark: string): Promise<void> => {
      fixture.pages.clear();
      writeFileSync(file('hello.js'), `document.documentElement.dataset.changedBy = '${mark}';`);
    };
    const runs = async (mark: string): Promise<void> => {
      await fixture.pages.waitFor(({ type, by }) => type === 'changed' && by === mark);
      await workbench.statusBar.item('Reloaded “Hello Extension” 1.0.0 · ').waitFor();
    };
    await saved('first');
    await workbench.tree.inlineAction(row, 'Upload Again');
    await runs('first');
    await workbench.screenshot('reloaded');
    await saved('second');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.inlineAction(workbench.tree.upload('hello-extension'), 'Upload Again');
    await runs('second');
    await saved('third');
    await workbench.page.keyboard.press('Control+Shift+F9');
    await runs('third');

    await workbench.palette.run('Browser Sessions: Upload Again');
    await workbench.statusBar.item('“Hello Extension” in “only” is already up to date').waitFor();
    await workbench.screenshot('up-to-date');
    assert.equal(await workbench.tree.upload('hello-extension').count(), 1);
  });

  it('of a broken manifest nothing is sent, and its line is shown; mended, it runs', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “').waitFor();
    manifest({ version: 'next' });
    await workbench.palette.run('Browser Sessions: Upload Again');
    const toast = workbench.notifications.toast('hello-extension/manifest.json:');
    await toast.filter({ hasText: 'Not uploaded: ' }).waitFor();
    await workbench.screenshot('again-refused');
    await workbench.notifications.press('hello-extension/manifest.json:', 'Show Line');
    await workbench.page.locator('.tab', { hasText: 'manifest.json' }).waitFor();
    manifest({ version: '1.0.1' });
    await workbench.palette.run('Browser Sessions: Upload Again');
    await workbench.statusBar.item('Reloaded “Hello Extension” 1.0.1 · ').waitFor();
  });

  it('watched, a folder is uploaded at each save; an error is shown without a notification', async () => {
    const { workbench } = window;
    manifest({ version: '2.0.0', content_scripts: [{ matches: ['http://*/*'], js: ['hello.js'] }] });
    await window.watches();
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('hello-extension');
    await workbench.tree.inlineAction(row, 'Watch Folder');
    await workbench.tree.heard(row, 'watching').waitFor();
    fixture.pages.clear();
    writeFileSync(file('hello.js'), `document.documentElement.dataset.changedBy = 'saved';`);
    await fixture.pages.waitFor(({ type, by }) => type === 'changed' && by === 'saved');
    await workbench.screenshot('watching');
    manifest({ version: 'next' });
    const failing = workbench.page.locator('.statusbar-item:has(.codicon-error)', { hasText: 'Hello Extension' });
    await failing.waitFor();
    await row.filter({ hasText: '1 error' }).waitFor();
    await row.hover();
    assert.equal(await row.locator('.actions .action-item').count(), 1);
    await workbench.screenshot('watching-error');
    await workbench.tree.inlineAction(row, 'Show Errors');
    await workbench.page.locator('.markers-panel').getByText('"version"').first().waitFor();
    assert.equal(await workbench.notifications.toast('').count(), 0);
    manifest({ version: '2.0.1' });
    await workbench.statusBar.item('Reloaded “Hello Extension” 2.0.1 · ').waitFor();
    await failing.waitFor({ state: 'hidden' });
    await workbench.tree.inlineAction(row, 'Stop Watching');
    await workbench.tree.heard(row, 'watching').waitFor({ state: 'hidden' });
  });

  nightly('a session that has ended is watched no more', async () => {
    const { workbench } = window;
    await window.watches();
    const session = await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.palette.run('Browser Sessions: Watch Folder');
    const watched = workbench.page.locator('.statusbar-item:has(.codicon-eye)', { hasText: 'Hello Extension' });
    await watched.waitFor();
    await fixture.ask('DELETE', `/browsers/${session}`);
    writeFileSync(file('hello.js'), '/* too late */');
    await workbench.notifications.toast('Stopped watching “Hello Extension”: “only” has ended.').waitFor();
    await watched.waitFor({ state: 'hidden' });
    await workbench.screenshot('watching-ended');
  });
});

describe('Uploading again to a service that has only the four operations, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));

  nightly('is an upload under the next name, and never said to be loaded', async () => {
    const { workbench } = window;
    faulty.service.doesWell();
    await uploadInto(workbench, 'second', 'hello-extension');
    const toast = workbench.notifications.toast(
      'Sent “Hello Extension” 1.0.0 to “second”. The service doesn’t report whether it loaded.',
    );
    await toast.waitFor();
    await pictures(workbench, 'sent', toast);
    writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), '/* other */');
    await workbench.notifications.press('Sent “Hello Extension”', 'Upload Again');
    const explained = workbench.notifications.toast('Each Upload Again adds a copy, and older copies stay.');
    await explained.waitFor();
    await pictures(workbench, 'sent-explained', explained);
    assert.equal(faulty.service.requests(UPLOAD).length, 2);
    // What follows from it was told, and is not told again.
    writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), '/* another */');
    await workbench.palette.run('Browser Sessions: Upload Again');
    await workbench.statusBar.item('Sent “Hello Extension” 1.0.0 to “second”').waitFor();
    await workbench.screenshot('sent-again');
  });

  nightly('watching it ends with a sentence', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Watch Folder');
    await workbench.notifications
      .toast('Stopped watching “Hello Extension”: it can’t be reloaded in “second”.')
      .waitFor();
    assert.equal(await workbench.page.locator('.statusbar-item:has(.codicon-eye)').count(), 0);
  });
});

describe('Watching while the service fails, in the window', () => {
  const fixture = useFixture();
  let proxy: BreakingProxy | undefined;
  before(async () => (proxy = await BreakingProxy.start(fixture.service.url)));
  afterEach(() => proxy?.breakAt(() => undefined));
  after(() => proxy?.stop());
  const window = useWindow(() => ({
    newConnections: { address: proxy?.url ?? '' },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    opens: 'once',
  }));

  nightly('what Chromium says of a new version stays in the Problems panel, at its line', async () => {
    const { workbench } = window;
    await window.watches();
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.tidy();
    proxy?.breakAt(({ name }) => (name === 'Extensions.loadUnpacked' ? 500 : undefined));
    await workbench.palette.run('Browser Sessions: Watch Folder');
    writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), '/* refused */');
    const words = 'wasn’t reloaded in “only”, where 1.0.0 keeps running';
    await workbench.page.locator(`.statusbar-item[aria-label*="${words}"]`).waitFor();
    const problem = (await workbench.panel.problems()).filter({ hasText: 'Not allowed' });
    await problem.waitFor();
    await workbench.screenshot('watching-refused');
    // Whatever the editor still has to do for the change is done by then.
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.view('Explorer');
    assert.equal(await problem.count(), 1);
    proxy?.breakAt(() => undefined);
    writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), '/* mended */');
    await problem.waitFor({ state: 'detached' });
    await workbench.palette.run('Browser Sessions: Stop Watching');
  });

  nightly('the status bar says so without a notification, and the change is uploaded later with no other', async () => {
    const { workbench } = window;
    const save = (text: string): void =>
      writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), `/* ${text} */`);
    await window.watches();
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.tidy();
    await workbench.palette.run('Browser Sessions: Watch Folder');
    const item = (icon: string, text = 'Hello Extension'): ReturnType<typeof workbench.page.locator> =>
      workbench.page.locator(`.statusbar-item:has(.codicon-${icon})`, { hasText: text });
    await item('eye').waitFor();
    for (const [fault, words] of [
      [500, 'The service failed (500). You can try again.'],
      ['flood', 'doesn’t respond. Nothing was sent.'],
    ] as const) {
      const isMeant = (name: string): boolean =>
        fault === 'flood' ? name === 'Extensions.getExtensions' : /^[A-Z]+ /.test(name);
      proxy?.breakAt(({ name }) => (isMeant(name) ? fault : undefined));
      save(String(fault));
      await workbench.page.locator(`.statusbar-item[aria-label*="${words}"]`).waitFor();
      await item('error').waitFor();
      await workbench.screenshot(`watching-${fault}`);
      assert.equal(await workbench.notifications.toast('').count(), 0);
      proxy?.breakAt(() => undefined);
      // The third try comes after half a minute.
      await item('check', 'Reloaded “Hello Extension”').waitFor();
      await item('eye').waitFor();
    }
  });
});
