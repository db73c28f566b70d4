import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { useWindow } from './window';

const GOOD = { manifest_version: 3, name: 'Judged', version: '1.0' };

describe('The verdict, in the window', () => {
  const window = useWindow({ opens: 'once' });
  let tests = 0;
  let folder: string;
  beforeEach(() => {
    // Another folder each time, because the Explorer remembers which folders are expanded.
    folder = path.join(window.workspace, `judged-${++tests}`);
    mkdirSync(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const manifest = (): string => path.join(folder, 'manifest.json');
  const file = (label: string): Locator =>
    window.workbench.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${label}"]`).first();

  /** Opens a manifest, and uses nothing else of the extension. */
  async function open(content: object): Promise<void> {
    const { workbench } = window;
    // Wait until no problems of the previous test's deleted folder are left.
    await workbench.page.locator('[id="status.problems"][aria-label="No Problems"]').waitFor();
    writeFileSync(manifest(), JSON.stringify(content, null, 2));
    await window.watches();
    await file('judged').click();
    await file('manifest.json').dblclick();
    await workbench.page.locator('.tab', { hasText: 'manifest.json' }).waitFor();
  }

  /** Opens the place of a problem and applies the fix with this title. */
  async function fix(problem: string, title: string): Promise<void> {
    const { workbench } = window;
    const row = (await workbench.panel.quickFixes(problem)).filter({ hasText: title });
    await row.waitFor();
    await workbench.screenshot(`quick-fix ${title}`);
    await row.click();
  }

  it('stands in the Problems panel once a manifest is open, and goes when what was missing is there', async () => {
    await open({ ...GOOD, content_scripts: [{ matches: ['https://example.com/*'], js: ['content.js'] }] });
    const { workbench } = window;
    const problems = await workbench.panel.problems();
    await problems.filter({ hasText: 'content.js' }).first().waitFor();
    await workbench.screenshot('verdict-missing-file');
    writeFileSync(path.join(folder, 'content.js'), '');
    await problems.filter({ hasText: 'content.js' }).first().waitFor({ state: 'hidden' });
  });

  nightly('follows the manifest as it is saved', async () => {
    await open(GOOD);
    const { workbench } = window;
    await workbench.panel.problems();
    writeFileSync(manifest(), JSON.stringify({ ...GOOD, version: 'one' }));
    await workbench.panel.problemRows.filter({ hasText: 'version' }).first().waitFor();
    writeFileSync(manifest(), JSON.stringify(GOOD));
    await workbench.panel.problemRows.filter({ hasText: 'version' }).first().waitFor({ state: 'hidden' });
  });

  nightly('leaves it to the editor to tell of broken JSON in a file that is open', async () => {
    await open(GOOD);
    const { workbench } = window;
    const problems = await workbench.panel.problems();
    writeFileSync(manifest(), '{ "manifest_version": 3, "name": "Judged" "version": "1.0" }');
    const found = problems.filter({ hasText: '[Ln' });
    await found.first().waitFor();
    await until('only one problem is told', async () => (await found.count()) === 1);
    assert.match(await found.innerText(), /Expected comma/);
    await workbench.screenshot('verdict-broken-json');
  });

  nightly('says nothing of a web app’s manifest', async () => {
    await open({ name: 'A web app', start_url: '/', icons: [] });
    const { workbench } = window;
    const problems = await workbench.panel.problems();
    // When a problem of another manifest is shown, this one has been inspected too.
    mkdirSync(path.join(folder, 'second'));
    writeFileSync(path.join(folder, 'second/manifest.json'), JSON.stringify({ ...GOOD, version: 'one' }));
    await workbench.menu.choose(file('second'), 'Browser Sessions', 'Preview Package');
    await problems.filter({ hasText: 'version' }).first().waitFor();
    assert.equal(await problems.filter({ hasText: 'manifest.json' }).count(), 1);
  });

  it('one click creates a missing file', async () => {
    await open({ ...GOOD, content_scripts: [{ matches: ['https://example.com/*'], js: ['scripts/content.js'] }] });
    await fix('scripts/content.js', 'Create');
    await window.workbench.panel.problemRows
      .filter({ hasText: 'scripts/content.js' })
      .first()
      .waitFor({ state: 'hidden' });
    assert.ok(existsSync(path.join(folder, 'scripts/content.js')));
  });

  nightly('one click writes the name as it is on the disk', async () => {
    writeFileSync(path.join(folder, 'Content.js'), '');
    await open({ ...GOOD, content_scripts: [{ matches: ['https://example.com/*'], js: ['content.js'] }] });
    await fix('content.js', 'Content.js');
    await window.workbench.page.keyboard.press('ControlOrMeta+s');
    await window.workbench.panel.problemRows.filter({ hasText: 'content.js' }).first().waitFor({ state: 'hidden' });
    assert.match(readFileSync(manifest(), 'utf8'), /"Content\.js"/);
  });

  nightly('one click adds the default locale', async () => {
    mkdirSync(path.join(folder, '_locales/en'), { recursive: true });
    writeFileSync(path.join(folder, '_locales/en/messages.json'), '{ "name": { "message": "Judged" } }');
    await open(GOOD);
    await fix('default_locale', 'default_locale');
    await window.workbench.page.keyboard.press('ControlOrMeta+s');
    await window.workbench.panel.problemRows.filter({ hasText: 'default_locale' }).first().waitFor({ state: 'hidden' });
    assert.match(readFileSync(manifest(), 'utf8'), /"default_locale": "en"/);
  });

  nightly('one click removes a key that does nothing', async () => {
    await open({ ...GOOD, browser_action: {}, action: {} });
    await fix('browser_action', 'Remove');
    await window.workbench.page.keyboard.press('ControlOrMeta+s');
    await window.workbench.panel.problemRows.filter({ hasText: 'browser_action' }).first().waitFor({ state: 'hidden' });
    assert.doesNotMatch(readFileSync(manifest(), 'utf8'), /browser_action/);
  });

  nightly('goes with its folder', async () => {
    await open({ ...GOOD, version: 'one' });
    const { workbench } = window;
    const problems = await workbench.panel.problems();
    await problems.filter({ hasText: 'version' }).first().waitFor();
    renameSync(folder, `${folder}-elsewhere`);
    await problems.filter({ hasText: 'version' }).first().waitFor({ state: 'hidden' });
    rmSync(`${folder}-elsewhere`, { recursive: true });
  });

  nightly('goes with a folder that it lies in', async () => {
    const { workbench } = window;
    mkdirSync(path.join(folder, 'built'));
    writeFileSync(path.join(folder, 'built/manifest.json'), JSON.stringify({ ...GOOD, version: 'one' }));
    await window.watches();
    const problems = await workbench.panel.problems();
    // The Explorer shows a folder with a single subfolder as one row.
    await workbench.menu.choose(file(path.basename(folder)), 'Browser Sessions', 'Preview Package');
    await problems.filter({ hasText: 'version' }).first().waitFor();
    rmSync(folder, { recursive: true });
    await problems.filter({ hasText: 'version' }).first().waitFor({ state: 'hidden' });
  });
});
