import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nightly } from '../support/nightly';
import { useFixtureWindow } from './fixture-window';

describe('What runs at a production connection, in the window', () => {
  const { fixture, window } = useFixtureWindow({ connections: { production: true } });

  const file = (name: string): string => path.join(window.workspace, 'hello-extension', name);
  const save = (mark: string): void =>
    writeFileSync(file('hello.js'), `document.documentElement.dataset.changedBy = '${mark}';`);
  const runs = (mark: string): Promise<unknown> =>
    fixture.pages.waitFor(({ type, by }) => type === 'changed' && by === mark);

  /** Uploads the extension, and confirms it. */
  async function upload(): Promise<void> {
    const { workbench } = window;
    const content_scripts = [{ matches: ['http://*/*'], js: ['hello.js'] }];
    const manifest = { ...JSON.parse(readFileSync(file('manifest.json'), 'utf8')), content_scripts };
    writeFileSync(file('manifest.json'), JSON.stringify(manifest, undefined, 2));
    save('uploaded');
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.notifications.pressInDialog('Upload and Restart');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await runs('uploaded');
  }

  nightly('is asked about each time that it is uploaded again; canceled, nothing is sent', async () => {
    const { workbench } = window;
    await upload();
    save('confirmed');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.inlineAction(workbench.tree.upload('hello-extension'), 'Upload Again');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('production-again');
    const question = await workbench.notifications.pressInDialog('Cancel');
    assert.match(
      question,
      /Upload “Hello Extension” to “only” in production\?[^]*This replaces what’s running there\.[^]*Production connection: /,
    );
    await workbench.page.keyboard.press('Control+Shift+F9');
    await workbench.notifications.pressInDialog('Upload to Production');
    // Had it been sent before, there would be nothing to reload.
    await workbench.statusBar.item('Reloaded “Hello Extension” 1.0.0 · ').waitFor();
    await runs('confirmed');
  });

  nightly(
    'is asked about when a folder is to be watched, each time that it is switched on, and not at each change',
    async () => {
      const { workbench } = window;
      await window.watches();
      await upload();
      await workbench.tidy();
      await workbench.tree.view('Browser Sessions');
      const row = workbench.tree.upload('hello-extension');
      const watching = workbench.tree.heard(row, 'watching');
      await workbench.tree.inlineAction(row, 'Watch Folder');
      await workbench.notifications.dialog.waitFor();
      await workbench.screenshot('production-watch');
      const question = await workbench.notifications.pressInDialog('Cancel');
      assert.match(
        question,
        /Upload “Hello Extension” to “only” in production at every save\?[^]*Each save replaces what’s running there\./,
      );
      assert.equal(await watching.count(), 0);
      for (const mark of ['first time', 'second time']) {
        await workbench.tree.inlineAction(row, 'Watch Folder');
        await workbench.notifications.pressInDialog('Watch Folder');
        await watching.waitFor();
        save(mark);
        await runs(mark);
        assert.equal(await workbench.notifications.dialog.count(), 0);
        await workbench.tree.inlineAction(row, 'Stop Watching');
        await watching.waitFor({ state: 'hidden' });
      }
    },
  );

  nightly('is asked about before it is debugged; canceled, nothing is attached to', async () => {
    const { workbench } = window;
    await upload();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('hello-extension');
    await workbench.tree.heard(row, 'enabled').waitFor();
    const debugging = workbench.tree.heard(row, 'debugging');
    await workbench.menu.choose(row, 'Debug');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('production-debug');
    const question = await workbench.notifications.pressInDialog('Cancel');
    assert.match(
      question,
      /Debug “Hello Extension” in “only” in production\?[^]*pause for everyone who uses the session\.[^]*Production connection: /,
    );
    const toolbar = workbench.page.locator('.debug-toolbar');
    await toolbar.waitFor({ state: 'hidden' });
    await workbench.tree.view('Browser Sessions');
    assert.equal(await debugging.count(), 0);
    await workbench.menu.choose(row, 'Debug');
    await workbench.notifications.pressInDialog('Debug');
    await toolbar.waitFor();
    await workbench.tree.view('Browser Sessions');
    await debugging.waitFor();
    await workbench.page.keyboard.press('Shift+F5');
    await debugging.waitFor({ state: 'hidden' });
    await toolbar.waitFor({ state: 'hidden' });
  });

  nightly('is asked about before a port of this machine is shared; by Enter alone, none is', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.row('only', 'Sessions');
    await workbench.menu.choose(row, 'Share Port with Session…');
    await workbench.palette.answer('5173', '5173');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('production-share');
    assert.match(
      await workbench.notifications.dialog.innerText(),
      /Share port 5173 with “only”\?[^]*can reach localhost:5173 on this machine\.[^]*Production connection: /,
    );
    await workbench.page.keyboard.press('Enter');
    await workbench.notifications.dialog.waitFor({ state: 'hidden' });
    assert.equal(await workbench.palette.offers('Browser Sessions: Stop Sharing Ports'), false);
  });

  nightly('is asked about once for all tests of a run, with what they do there; canceled, none is run', async () => {
    const { workbench } = window;
    const { page } = workbench;
    const tests = path.join(window.workspace, 'tests');
    mkdirSync(tests);
    const steps = [{ wait: 1 }];
    const extension = '../hello-extension';
    const uploading = [{ upload: extension }];
    for (const [name, test] of Object.entries({ a: { extension, steps }, b: { extension, steps: uploading } }))
      writeFileSync(path.join(tests, `${name}.sequence.json`), JSON.stringify(test));
    const row = (name: string) => page.locator('.test-explorer .monaco-list-row', { hasText: name });
    const before = await fixture.ask<unknown[]>('GET', '/browsers');
    await workbench.tree.view('Testing');
    await row('tests').first().click();
    await page.keyboard.press('ArrowRight');
    await row('b').last().waitFor();
    await workbench.palette.run('Test: Run All Tests');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('production-tests');
    const question = await workbench.notifications.pressInDialog('Cancel');
    assert.match(
      question,
      /Run 2 tests in production\?[^]*They start sessions, up to \d at a time, which end with them\.[^]*Their extension is in the catalog until they end\.[^]*“b\.sequence\.json”[^]*Production connection: /,
    );
    assert.deepEqual(await fixture.ask<unknown[]>('GET', '/browsers'), before);
    await workbench.palette.run('Test: Run All Tests');
    await workbench.notifications.pressInDialog('Run');
    await page.locator('.test-explorer .codicon-testing-passed-icon').nth(2).waitFor();
    assert.equal(await workbench.notifications.dialog.count(), 0);
    rmSync(tests, { recursive: true });
  });
});
