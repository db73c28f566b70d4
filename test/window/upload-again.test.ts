import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nightly } from '../nightly';
import { pictures, uploadInto } from './deeds';
import { BreakingFront } from '../network/breaking-front';
import { speaksTo, UPLOAD, useFaultyService } from './faulty-service';
import { TOKEN, useStage } from './stage';
import { useStageWindow } from './stage-window';
import { useWindow } from './window';

describe('Uploading again, in the window', () => {
  const { stage, window } = useStageWindow();

  const file = (name: string): string => path.join(window.workspace, 'hello-extension', name);
  const manifest = (change: object): void =>
    writeFileSync(
      file('manifest.json'),
      JSON.stringify({ ...JSON.parse(readFileSync(file('manifest.json'), 'utf8')), ...change }, undefined, 2),
    );

  it('a page runs what was just saved: by the toast, by the row, and by a key, with no question', async () => {
    const { workbench } = window;
    manifest({ version: '1.0.0', content_scripts: [{ matches: ['http://*/*'], js: ['hello.js'] }] });
    await stage.openSession('only', '/plain');
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    const toast = workbench.toast('Loaded “Hello Extension” 1.0.0 in “only”');
    await toast.waitFor();
    await pictures(workbench, 'loaded', toast);

    const saved = async (mark: string): Promise<void> => {
      stage.pages.clear();
      writeFileSync(file('hello.js'), `document.documentElement.dataset.changedBy = '${mark}';`);
    };
    const runs = async (mark: string): Promise<void> => {
      await stage.pages.waitFor(({ type, by }) => type === 'changed' && by === mark);
      await workbench.statusItem('Reloaded “Hello Extension” 1.0.0 in “only” (').waitFor();
    };
    await saved('first');
    await workbench.toastButton('Loaded “Hello Extension”', 'Upload Again');
    await runs('first');
    await workbench.screenshot('reloaded');
    await saved('second');
    await workbench.view('Browser Sessions');
    await workbench.inlineAction(workbench.upload('hello-extension'), 'Upload Again');
    await runs('second');
    await saved('third');
    await workbench.page.keyboard.press('Control+Shift+F9');
    await runs('third');

    await workbench.run('Browser Sessions: Upload Again');
    await workbench.statusItem('“Hello Extension” in “only” is already up to date').waitFor();
    await workbench.screenshot('up-to-date');
    assert.equal(await workbench.upload('hello-extension').count(), 1);
  });

  it('of a broken manifest nothing is sent, and its line is shown; mended, it runs', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toast('Loaded “').waitFor();
    manifest({ version: 'next' });
    await workbench.run('Browser Sessions: Upload Again');
    const toast = workbench.toast('hello-extension/manifest.json:');
    await toast.filter({ hasText: 'Nothing was sent.' }).waitFor();
    await workbench.screenshot('again-refused');
    await workbench.toastButton('hello-extension/manifest.json:', 'Show Line');
    await workbench.page.locator('.tab', { hasText: 'manifest.json' }).waitFor();
    manifest({ version: '1.0.1' });
    await workbench.run('Browser Sessions: Upload Again');
    await workbench.statusItem('Reloaded “Hello Extension” 1.0.1 in “only” (').waitFor();
  });

  it('watched, a folder is uploaded at each save; an error is shown without a notification', async () => {
    const { workbench } = window;
    manifest({ version: '2.0.0', content_scripts: [{ matches: ['http://*/*'], js: ['hello.js'] }] });
    await window.watches();
    await stage.openSession('only', '/plain');
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toast('Loaded “').waitFor();
    await workbench.tidy();
    await workbench.view('Browser Sessions');
    const row = workbench.upload('hello-extension');
    await workbench.inlineAction(row, 'Watch Folder');
    await workbench.heard(row, 'watching').waitFor();
    stage.pages.clear();
    writeFileSync(file('hello.js'), `document.documentElement.dataset.changedBy = 'saved';`);
    await stage.pages.waitFor(({ type, by }) => type === 'changed' && by === 'saved');
    await workbench.screenshot('watching');
    manifest({ version: 'next' });
    const failing = workbench.page.locator('.statusbar-item:has(.codicon-warning)', { hasText: 'Hello Extension' });
    await failing.waitFor();
    await row.filter({ hasText: 'not uploaded: 1 error' }).waitFor();
    await row.hover();
    assert.equal(await row.locator('.actions .action-item').count(), 0);
    await workbench.screenshot('watching-error');
    await workbench.menu(row, 'Show Errors');
    await workbench.page.locator('.markers-panel').getByText('"version"').first().waitFor();
    assert.equal(await workbench.toast('').count(), 0);
    manifest({ version: '2.0.1' });
    await workbench.statusItem('Reloaded “Hello Extension” 2.0.1 in “only” (').waitFor();
    await failing.waitFor({ state: 'hidden' });
    await workbench.inlineAction(row, 'Stop Watching');
    await workbench.heard(row, 'watching').waitFor({ state: 'hidden' });
  });

  nightly('a session that has ended is watched no more', async () => {
    const { workbench } = window;
    await window.watches();
    const session = await stage.openSession('only', '/plain');
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toast('Loaded “').waitFor();
    await workbench.run('Browser Sessions: Watch Folder');
    const watched = workbench.page.locator('.statusbar-item:has(.codicon-eye)', { hasText: 'Hello Extension' });
    await watched.waitFor();
    await stage.ask('DELETE', `/browsers/${session}`);
    writeFileSync(file('hello.js'), '/* too late */');
    await workbench.toast('Stopped watching “Hello Extension”: “only” has ended.').waitFor();
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
    const toast = workbench.toast(
      'Sent “Hello Extension” 1.0.0 to “second”. The service doesn’t report whether it loaded.',
    );
    await toast.waitFor();
    await pictures(workbench, 'sent', toast);
    writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), '/* other */');
    await workbench.toastButton('Sent “Hello Extension”', 'Upload Again');
    const explained = workbench.toast('Each Upload Again adds a copy, and older copies stay.');
    await explained.waitFor();
    await pictures(workbench, 'sent-explained', explained);
    assert.equal(faulty.service.requests(UPLOAD).length, 2);
    // What follows from it was told, and is not told again.
    writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), '/* another */');
    await workbench.run('Browser Sessions: Upload Again');
    await workbench.statusItem('Sent “Hello Extension” 1.0.0 to “second”').waitFor();
    await workbench.screenshot('sent-again');
  });

  nightly('watching it ends with a sentence', async () => {
    const { workbench } = window;
    await workbench.run('Browser Sessions: Watch Folder');
    await workbench.toast('Stopped watching “Hello Extension”: it can’t be reloaded in “second”.').waitFor();
    assert.equal(await workbench.page.locator('.statusbar-item:has(.codicon-eye)').count(), 0);
  });
});

describe('Watching while the service fails, in the window', () => {
  const stage = useStage();
  let front: BreakingFront | undefined;
  before(async () => (front = await BreakingFront.start(stage.service.url)));
  afterEach(() => front?.breakAt(() => undefined));
  after(() => front?.stop());
  const window = useWindow(() => ({
    newConnections: { address: front?.url ?? '' },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    opens: 'once',
  }));

  nightly('what Chromium says of a new version stays in the Problems panel, at its line', async () => {
    const { workbench } = window;
    await window.watches();
    await stage.openSession('only', '/plain');
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toast('Loaded “').waitFor();
    await workbench.tidy();
    front?.breakAt(({ name }) => (name === 'Extensions.loadUnpacked' ? 500 : undefined));
    await workbench.run('Browser Sessions: Watch Folder');
    writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), '/* refused */');
    const words = 'wasn’t reloaded in “only”, where 1.0.0 keeps running';
    await workbench.page.locator(`.statusbar-item[aria-label*="${words}"]`).waitFor();
    const problem = (await workbench.problems()).filter({ hasText: 'Not allowed' });
    await problem.waitFor();
    await workbench.screenshot('watching-refused');
    // Whatever the editor still has to do for the change is done by then.
    await workbench.view('Browser Sessions');
    await workbench.view('Explorer');
    assert.equal(await problem.count(), 1);
    front?.breakAt(() => undefined);
    writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), '/* mended */');
    await problem.waitFor({ state: 'detached' });
    await workbench.run('Browser Sessions: Stop Watching');
  });

  nightly('the status bar says so without a notification, and the change is uploaded later with no other', async () => {
    const { workbench } = window;
    const save = (text: string): void =>
      writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), `/* ${text} */`);
    await window.watches();
    await stage.openSession('only', '/plain');
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.toast('Loaded “').waitFor();
    await workbench.tidy();
    await workbench.run('Browser Sessions: Watch Folder');
    const item = (icon: string, text = 'Hello Extension'): ReturnType<typeof workbench.page.locator> =>
      workbench.page.locator(`.statusbar-item:has(.codicon-${icon})`, { hasText: text });
    await item('eye').waitFor();
    for (const [fault, words] of [
      [500, 'The service failed (500). You can try again.'],
      ['flood', 'doesn’t respond. Nothing was sent.'],
    ] as const) {
      const isMeant = (name: string): boolean =>
        fault === 'flood' ? name === 'Extensions.getExtensions' : /^[A-Z]+ /.test(name);
      front?.breakAt(({ name }) => (isMeant(name) ? fault : undefined));
      save(String(fault));
      await workbench.page.locator(`.statusbar-item[aria-label*="${words}"]`).waitFor();
      await item('warning').waitFor();
      await workbench.screenshot(`watching-${fault}`);
      assert.equal(await workbench.toast('').count(), 0);
      front?.breakAt(() => undefined);
      // The third try comes after half a minute.
      await item('check', 'Reloaded “Hello Extension”').waitFor();
      await item('eye').waitFor();
    }
  });
});
