import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { readSequenceOf } from '../../src/app/report/report-file';
import { TOKEN } from '../support/service-fixture';
import { until } from '../support/until';
import { uploadInto } from './actions';
import { useFixtureWindow } from './fixture-window';
import { filesWith } from './secret-search';
import { nightly } from '../support/nightly';

const MANIFEST = {
  manifest_version: 3,
  name: 'Price Watch',
  version: '1.2.0',
  permissions: ['storage'],
  host_permissions: ['http://127.0.0.1/*'],
  options_page: 'options.html',
  background: { service_worker: 'worker.js' },
};

describe('Reports, in the window', () => {
  const { fixture, window } = useFixtureWindow();
  const file = (name: string): string => path.join(window.workspace, name);
  const reports = (): string[] => readdirSync(window.workspace).filter((name) => name.endsWith('.report.html'));
  const page = (): FrameLocator => window.workbench.webview();

  function write(): void {
    const folder = file('price-watch');
    mkdirSync(folder);
    const files = {
      'manifest.json': JSON.stringify(MANIFEST, null, 2),
      'worker.js': `chrome.storage.local.set({ offers: 3 });`,
      'options.html': `<!doctype html><title>Prices</title><body style="font: 20px sans-serif; background: #eef"><h1>Prices</h1><p><button>Update</button> <label>Password <input></label></p><script src="options.js"></script>`,
      'options.js': `document.querySelector('button').addEventListener('click', async () => {
  const token = ['${TOKEN.slice(0, 10)}', '${TOKEN.slice(10)}'].join('');
  console.info('updating prices, token', token);
  const { ok } = await fetch('${fixture.pages.url}/prices-api?currency=EUR&api_key=' + token);
  if (!ok) throw new Error('No prices');
});`,
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    const steps = [
      { open: 'options' },
      { click: { role: 'button', name: 'Update' } },
      { type: 'hunter 33', into: { role: 'textbox', name: 'Password' } },
      { expect: { text: 'Updated' }, timeout: 500 },
    ];
    writeFileSync(file('prices.sequence.json'), JSON.stringify({ steps }, undefined, 2));
  }

  /** Accepts the place that the editor’s own dialog proposes. @returns the name of the file that is new. */
  async function accept(): Promise<string> {
    const { workbench } = window;
    const before = reports();
    await workbench.palette.asked('Save Report').waitFor();
    await until('the dialog has a name', async () =>
      (await workbench.palette.box.inputValue()).endsWith('.report.html'),
    );
    await workbench.palette.widget.locator('.monaco-button', { hasText: /^(Save|OK)$/ }).click();
    let name: string | undefined;
    await until('the file is written', () => {
      name = reports().find((each) => !before.includes(each));
      return name !== undefined && readFileSync(file(name), 'utf8').endsWith('</html>\n');
    });
    return name ?? assert.fail('there is no file');
  }

  const tab = (name: string): Locator => window.workbench.page.locator('.tab', { hasText: name });

  it('are saved after a failure, opened, and run again from their steps, without a secret', async () => {
    const { workbench } = window;
    write();
    await fixture.openSession('shop', '/button');
    await fixture.openSession('second', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('second', 'Sessions').waitFor();
    await workbench.palette.run('Explorer: Focus on Folders View');
    for (const session of ['shop', 'second']) {
      await uploadInto(workbench, session, 'price-watch');
      await workbench.statusBar.item(`Uploaded “Price Watch” 1.2.0 to “${session}”`).waitFor();
    }
    await workbench.menu.choose(workbench.tree.file('prices.sequence.json'), 'Run Sequence…');
    await workbench.palette.asked('Select one or more, then press Enter to run').waitFor();
    await workbench.palette.check('shop');
    await workbench.palette.check('second', false);
    await workbench.palette.accept();
    const toast = workbench.notifications.toast('“prices.sequence.json” failed at step 4 of 4');
    await toast.waitFor();
    await workbench.screenshot('report-1-failed');
    await workbench.notifications.press('failed at step 4 of 4', 'Save Report…');

    await workbench.palette.asked('Select what to include in the report').waitFor();
    await workbench.screenshot('report-2-parts');
    for (const [part, isChecked] of [
      ['Screenshot', true],
      ['Steps', true],
      ['Log', true],
      ['Storage', false],
    ] as const)
      assert.equal(
        await workbench.palette.choice(part).first().locator('.monaco-checkbox').getAttribute('aria-checked'),
        String(isChecked),
        part,
      );
    await workbench.palette.accept();
    const saved = await accept();
    assert.match(saved, /^shop-\d{4}-\d\d-\d\d-\d{6}\.report\.html$/);
    await workbench.notifications.toast('Check its screenshots before you share it').waitFor();
    await workbench.screenshot('report-3-saved');
    assert.deepEqual(readSequenceOf(readFileSync(file(saved), 'utf8'), saved).incomplete, [2]);

    await workbench.notifications.press('Check its screenshots before you share it', 'Open');
    await page().getByRole('heading', { name: '“prices.sequence.json” failed at step 4 of 4' }).waitFor();
    await workbench.palette.run('Notifications: Clear All Notifications');
    await workbench.screenshot('report-4-opened');
    const banner = page().locator('.verdict.bad');
    await banner.getByText('Uncaught error').waitFor();
    await banner.getByText('options.js:5').waitFor();
    await banner.getByText('/prices-api?currency=EUR').waitFor();
    const unfold = (name: string): Promise<void> => page().locator('summary', { hasText: name }).click();
    await unfold('Timeline');
    await page().locator('.axis').waitFor();
    await page().locator('summary', { hasText: 'Timeline' }).scrollIntoViewIfNeeded();
    await workbench.screenshot('report-5-times');
    await unfold('Extensions');
    await page().getByText('The files below are the ones that were uploaded.').waitFor();
    assert.equal(await page().locator('h2', { hasText: 'Storage' }).count(), 0);
    for (const look of ['dark', 'high-contrast'] as const) {
      await window.changeTheme(look);
      await banner.scrollIntoViewIfNeeded();
      await workbench.screenshot(`report-6-${look}`);
    }
    await window.changeTheme('light');

    await workbench.page.locator('.editor-actions .action-label[aria-label^="Open Sequence of Report…"]').click();
    await workbench.notifications.toast('in step 3 before you run the sequence: secrets aren’t in a report').waitFor();
    await tab(saved.replace('.report.html', '.sequence.json')).waitFor();
    await workbench.screenshot('report-7-sequence');
    assert.deepEqual(reports(), [saved]);
    await workbench.palette.run('View: Revert and Close Editor');

    // In two parts, so that no file of the extension has it.
    assert.deepEqual(filesWith([TOKEN, ...fixture.secrets], window.workspace), []);
  });

  nightly('of somebody else are opened from the Explorer, or refused in words', async () => {
    const { workbench } = window;
    writeFileSync(file('foreign.report.html'), '<script>document.title = "ran"</script><h1>Hello</h1>');
    await workbench.palette.run('Explorer: Focus on Folders View');
    await workbench.menu.choose(workbench.tree.file('foreign.report.html'), 'Open Report…');
    await workbench.notifications.toast('“foreign.report.html” wasn’t saved by Browser Sessions').waitFor();
    await workbench.screenshot('report-8-foreign');
    await workbench.notifications.press('wasn’t saved by Browser Sessions', 'Open as Text');
    await tab('foreign.report.html').waitFor();
  });
});
