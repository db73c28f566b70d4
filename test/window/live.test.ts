import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';

const CONTENT = `
document.title = 'first';
document.documentElement.dataset.changedBy = document.title;
console.log('content of', document.title);
`;
const WORKER = `
interface Tab { readonly title: string }
export function describe(tab: Tab): string {
  return 'tab ' + tab.title;
}
console.log('worker runs', { a: 1, list: [1, 2] });
chrome.action.onClicked.addListener(() => describe(undefined as never));
`;
const MANIFEST = {
  manifest_version: 3,
  name: 'Live',
  version: '1.0',
  background: { service_worker: 'worker.js' },
  action: {},
  content_scripts: [{ matches: ['http://*/*'], js: ['content.js'] }],
};

describe('The loop, in the window', () => {
  const { fixture, window } = useFixtureWindow();
  const file = (...names: string[]): string => path.join(window.workspace, ...names);

  async function writeExtension(name = MANIFEST.name): Promise<void> {
    mkdirSync(file('live'), { recursive: true });
    mkdirSync(file('src'), { recursive: true });
    writeFileSync(file('live', 'manifest.json'), JSON.stringify({ ...MANIFEST, name }, undefined, 2));
    writeFileSync(file('live', 'content.js'), CONTENT);
    writeFileSync(file('src', 'worker.ts'), WORKER);
    await build({
      entryPoints: [file('src', 'worker.ts')],
      outfile: file('live', 'worker.js'),
      bundle: true,
      minify: true,
      sourcemap: 'linked',
      logLevel: 'silent',
    });
  }

  it('edit, save, see the page change, read the log, go to the source, break it, read why, mend it', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await window.watches();
    await writeExtension();
    await fixture.openSession('demo', '/plain');
    await workbench.menu.choose(workbench.tree.file('live'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “Live” 1.0 to “demo”').waitFor();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('live');
    await workbench.tree.heard(row, 'enabled').waitFor();

    await workbench.menu.choose(row, 'Follow Log');
    await workbench.tree.heard(row, 'following log').waitFor();
    await until('the log has the worker’s line', async () =>
      (await workbench.panel.output()).includes('src/worker.ts:6:9 (worker) worker runs'),
    );
    // While the log is followed, debugging is the next step: its button is in the place of this one.
    await row.locator('.actions .action-label[aria-label^="Debug"]').waitFor({ state: 'attached' });
    await workbench.menu.choose(row, 'Watch Folder');
    await workbench.tree.heard(row, 'watching').waitFor();

    await openFile('content.js');
    fixture.pages.clear();
    await replaceText(CONTENT.replace('first', 'second'));
    await fixture.pages.waitFor(({ type, by }) => type === 'changed' && by === 'second');
    await until('the log has the content script’s line', async () =>
      /live\/content\.js:4:9 \(content script on 127\.0\.0\.1:\d+\) content of second/.test(
        await workbench.panel.output(),
      ),
    );
    await until('the log has the worker’s line of the new version, with its values', async () =>
      (await workbench.panel.output()).includes('src/worker.ts:6:9 (worker) worker runs {a: 1, list: Array(2)}'),
    );
    await workbench.screenshot('live-log');

    // The row may just be drawn again, as the worker has started.
    const [opened, again] = ['Opened the popup of “Live”', 'The list has just changed.'].map((text) =>
      workbench.statusBar.item(text),
    );
    assert.ok(opened && again);
    await until('the popup is open', async () => {
      await workbench.menu.choose(row, 'Open Popup');
      await opened.or(again).first().waitFor();
      return opened.isVisible();
    });
    await row.filter({ hasText: '1 error' }).waitFor();
    const problems = await workbench.panel.problems();
    await problems.filter({ hasText: 'TypeError' }).waitFor();
    await workbench.screenshot('live-problem');

    await workbench.palette.run('Output: Focus on Output View');
    // The last one is that of the stack. The log scrolls while it is shown.
    const link = page.locator('.output-view .detected-link', { hasText: 'src/worker.ts' }).last();
    await until(
      'the link leads to the line of the source',
      async () => {
        await link.click({ modifiers: ['Control'], force: true, timeout: 2000 }).catch(() => {});
        return page.locator('.statusbar-item', { hasText: 'Ln 7, Col 43' }).isVisible();
      },
      30_000,
    );
    await page.locator('.tab.active', { hasText: 'worker.ts' }).waitFor();
    await workbench.screenshot('live-source');

    writeFileSync(file('live', 'manifest.json'), JSON.stringify({ ...MANIFEST, version: 'next' }, undefined, 2));
    const failing = page.locator('.statusbar-item:has(.codicon-error)', { hasText: 'Live' });
    await failing.waitFor();
    await (await workbench.panel.problems()).filter({ hasText: 'version' }).waitFor();
    await workbench.screenshot('live-broken');
    writeFileSync(file('live', 'manifest.json'), JSON.stringify({ ...MANIFEST, version: '1.1' }, undefined, 2));
    await workbench.statusBar.item('Reloaded “Live” 1.1 · ').waitFor();
    await failing.waitFor({ state: 'hidden' });
    await (await workbench.panel.problems()).filter({ hasText: 'TypeError' }).waitFor({ state: 'hidden' });
    await row.filter({ hasText: '1 error' }).waitFor({ state: 'hidden' });

    await workbench.menu.choose(row, 'Stop Following Log');
    await workbench.tree.heard(row, 'following log').waitFor({ state: 'hidden' });
    assert.equal(await workbench.notifications.toast('').count(), 0);
  });

  nightly('is followed in two windows, and the end of one leaves the other', async () => {
    const { workbench: first } = window;
    await window.watches();
    await writeExtension('Both');
    await fixture.openSession('shared', '/plain');
    await first.menu.choose(first.tree.file('live'), 'Upload Folder to Browser Session…');
    await first.statusBar.item('Uploaded “Both”').waitFor();
    await first.tidy();
    await first.tree.view('Browser Sessions');
    const row = first.tree.upload('both');
    await first.tree.heard(row, 'enabled').waitFor();
    await first.menu.choose(row, 'Follow Log');
    await until('the first window has a line', async () => (await first.panel.output()).includes('worker runs'));
    // A window knows what was stored before it was opened.
    await window.stored(String.raw`name\":\"both`);
    const second = await window.openSecond();
    await second.tree.view('Browser Sessions');
    await second.useConnection(window.connection);
    await second.palette.run('Browser Sessions: Refresh Sessions');
    const other = second.tree.upload('both');
    await second.tree.heard(other, 'enabled').waitFor();
    await second.menu.choose(other, 'Follow Log');
    await until('the second window follows', async () => (await second.panel.output()).includes('Following “Both”'));
    const change = async (word: string): Promise<void> => {
      writeFileSync(file('live', 'content.js'), CONTENT.replace('first', word));
      await first.palette.run('Browser Sessions: Upload Again');
      await until(`the first window has ${word}`, async () =>
        (await first.panel.output()).includes(`content of ${word}`),
      );
    };
    await change('second');
    await until('the second window has it too', async () =>
      (await second.panel.output()).includes('content of second'),
    );
    await second.screenshot('live-second-window');
    await second.menu.choose(other, 'Stop Following Log');
    await until('it has stopped', async () => (await second.panel.output()).includes('Stopped following the log.'));
    await change('third');
    assert.ok(!(await second.panel.output()).includes('content of third'));
  });

  nightly('text of an extension stays text in its log, whatever it looks like', async () => {
    const { workbench } = window;
    const { page } = workbench;
    const lines = [
      'first\\n2026-01-01 00:00:00.000 [error] src/forged.ts:1:1 (worker) forged',
      '[Run](command:workbench.action.closeWindow) $(error) https://example.com/x file:///etc/passwd',
      '\\u202egnp.exe \\u001b[31mred',
    ];
    mkdirSync(file('hostile'), { recursive: true });
    const manifest = { ...MANIFEST, name: 'a/b:c [x](command:y) $(eye)', content_scripts: [] };
    writeFileSync(file('hostile', 'manifest.json'), JSON.stringify(manifest));
    const worker = lines.map((line) => `console.log("${line}");`).join('\n');
    writeFileSync(
      file('hostile', 'worker.js'),
      `${worker}\nsetTimeout(() => { throw new Error("${lines[1]}") }, 1500);`,
    );
    await window.watches();
    await fixture.openSession('demo', '/plain');
    await workbench.menu.choose(workbench.tree.file('hostile'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('a-b-c-x-command-y-eye');
    await workbench.tree.heard(row, 'enabled').waitFor();
    await workbench.menu.choose(row, 'Follow Log');
    await row.filter({ hasText: '1 error' }).waitFor();
    await until('the log has its last line', async () => (await workbench.panel.output()).includes('Uncaught Error'));
    const shown = await workbench.panel.output();
    // A line of an extension never begins like one of ours.
    assert.match(shown, /\n {4}2026-01-01 00:00:00\.000 \[error\] src\/forged/);
    for (const control of ['\u202e', '\u001b']) assert.ok(!shown.includes(control));
    // The editor looks for them once the text has stood still.
    await page.locator('.output-view .detected-link').first().waitFor();
    const links = await page.locator('.output-view .detected-link').allInnerTexts();
    assert.deepEqual(
      links.filter((text) => !/worker\.js|^[:\d]+$/.test(text)),
      [],
    );
    await (await workbench.panel.problems()).filter({ hasText: 'Uncaught Error: [Run]' }).waitFor();
    await workbench.screenshot('hostile-log-problem');
    await workbench.palette.run('Output: Focus on Output View');
    for (const kind of ['dark', 'high-contrast'] as const) {
      await window.changeTheme(kind);
      await workbench.screenshot(`hostile-log-${kind}`);
    }
    await workbench.width(700);
    await workbench.screenshot('hostile-log-narrow');
  });

  async function openFile(name: string): Promise<void> {
    const { page } = window.workbench;
    await page.keyboard.press('Control+p');
    await window.workbench.palette.box.fill(name);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: name }).waitFor();
  }

  /** Replaces the text of the active editor, and saves it. */
  async function replaceText(text: string): Promise<void> {
    const { page } = window.workbench;
    await page.locator('.editor-group-container.active .monaco-editor .view-lines').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await page.keyboard.press('Control+s');
    await page.locator('.tab.active:not(.dirty)').waitFor();
  }
});
