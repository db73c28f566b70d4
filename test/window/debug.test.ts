import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';
import { appears } from './workbench/locators';
import type { Workbench } from './workbench/workbench';

const WORKER = `interface Visit { readonly page: string; count: number }

const visit: Visit = { page: 'the first one', count: 0 };

setInterval(() => {
  const { page } = visit;
  visit.count += page.length;
}, 200);
`;
const MANIFEST = {
  manifest_version: 3,
  name: 'Visits',
  version: '1.0',
  background: { service_worker: 'worker.js' },
};

describe('The debugger, in the window', () => {
  const { fixture, window } = useFixtureWindow();
  const file = (...names: string[]): string => path.join(window.workspace, ...names);

  /** Uploads an extension whose worker is built from TypeScript. */
  async function upload(name: string, title = 'Visits'): Promise<void> {
    await window.watches();
    mkdirSync(file(name), { recursive: true });
    mkdirSync(file(`${name}-src`), { recursive: true });
    writeFileSync(file(name, 'manifest.json'), JSON.stringify({ ...MANIFEST, name: title }, undefined, 2));
    writeFileSync(file(`${name}-src`, `${name}.ts`), WORKER);
    await build({
      entryPoints: [file(`${name}-src`, `${name}.ts`)],
      outfile: file(name, 'worker.js'),
      bundle: true,
      sourcemap: 'linked',
      logLevel: 'silent',
    });
    await fixture.openSession('demo', '/plain', { timeout_seconds: 1800 });
    await uploadFolder(name, title);
  }

  async function uploadFolder(name: string, title = 'Visits'): Promise<void> {
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file(name), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item(`Uploaded “${title}”`).waitFor();
    await workbench.tidy();
  }

  /** Opens the source, and sets a breakpoint in the interval's line. */
  async function breakInSource(name: string): Promise<void> {
    const { page } = window.workbench;
    const found = page.locator('.quick-input-list .monaco-list-row', { hasText: `${name}.ts` }).first();
    await until(
      'the source is found',
      async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+p');
        await page.keyboard.insertText(`${name}.ts:7`);
        return appears(found, 3000);
      },
      30_000,
    );
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: `${name}.ts` }).waitFor();
    await page.locator('.statusbar-item', { hasText: 'Ln 7' }).waitFor();
    await page.keyboard.press('F9');
    await page.locator('[class*="codicon-debug-breakpoint"]').first().waitFor();
  }

  async function removeBreakpoint(): Promise<void> {
    const { page } = window.workbench;
    await page.locator('.view-line', { hasText: 'page.length' }).click();
    await page.keyboard.press('F9');
    await page.locator('[class*="codicon-debug-breakpoint"]').first().waitFor({ state: 'hidden' });
  }

  /** Presses F5 until it asks. The debugger is known once the folder was inspected. */
  async function start(question: string): Promise<void> {
    const { workbench } = window;
    await until(
      `F5 asks “${question}”`,
      async () => {
        await workbench.page.keyboard.press('Escape');
        await workbench.page.keyboard.press('F5');
        return appears(workbench.palette.asked(question), 10_000);
      },
      60_000,
    );
  }

  it('stops at a line of the source, from the row; the row and the status bar say so', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await upload('visits');
    await breakInSource('visits');
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('visits');
    await workbench.tree.heard(row, 'enabled').waitFor();
    await workbench.menu.choose(row, 'Debug');
    await pausedLine(workbench).waitFor();
    // Its time is there in the last minutes only; the row says it before.
    await pausedItem(workbench).filter({ hasText: 'Visits · paused' }).filter({ hasNotText: 'left' }).waitFor();
    await page.locator('.debug-variables .monaco-list-row', { hasText: 'Local' }).first().click();
    await page.locator('.debug-variables', { hasText: 'the first one' }).first().waitFor();
    await page.locator('.debug-call-stack .monaco-list-row', { hasText: 'worker' }).first().waitFor();
    assert.equal(await page.locator('.debug-call-stack', { hasText: 'Remote Process' }).count(), 0);
    await workbench.screenshot('debug-paused');
    await workbench.tree.view('Browser Sessions');
    await row.filter({ hasText: 'paused' }).waitFor();
    await workbench.tooltip(row.locator('.label-name'), 'paused at a breakpoint');
    const session = workbench.tree.row('demo', 'Sessions');
    await session.filter({ hasText: /\d+ min left/ }).waitFor();
    await workbench.screenshot('debug-paused-row');
    await window.changeTheme('dark');
    await workbench.width(700);
    await workbench.screenshot('debug-paused-dark-narrow');
    await workbench.width(1280);
    await window.changeTheme('light');

    await removeBreakpoint();
    await page.keyboard.press('F5');
    await row.filter({ hasText: 'paused' }).waitFor({ state: 'hidden' });
    await workbench.tree.heard(row, 'debugging').waitFor();
    await session.filter({ hasText: 'min left' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Shift+F5');
    await workbench.tree.heard(row, 'debugging').waitFor({ state: 'hidden' });
    assert.equal(await workbench.notifications.toast('').count(), 0);
  });

  nightly('is offered by F5 in a folder that is an extension, without a configuration', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await upload('offered');
    await breakInSource('offered');
    await start('Select debugger');
    await workbench.screenshot('debug-offer');
    await workbench.palette.pick('Chrome Extension (Browser Session)');
    await workbench.palette.pick('offered');
    await pausedLine(workbench).waitFor();
    await workbench.screenshot('debug-offer-paused');
    await removeBreakpoint();
    await page.keyboard.press('Shift+F5');
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });

  nightly('asks for no extension at F5 in a folder that has only one', async () => {
    await upload('only');
    await window.open({ folder: file('only') });
    const { workbench } = window;
    await workbench.useConnection(window.connection);
    await workbench.tree.file('manifest.json').click();
    await until('it is debugged', async () => {
      await workbench.page.keyboard.press('Escape');
      await workbench.page.keyboard.press('F5');
      return appears(workbench.page.locator('.debug-toolbar'), 10_000);
    });
    await workbench.page.keyboard.press('Shift+F5');
    await workbench.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });

  nightly('stops in each of two windows, and stays in one when the other ends', async () => {
    const { workbench: first } = window;
    await upload('shared', 'Shared');
    await breakInSource('shared');
    await first.palette.run('Browser Sessions: Debug');
    await first.palette.pick('Shared');
    await pausedLine(first).waitFor();
    // The editor shares breakpoints among the windows of a folder: one that was opened earlier, and knows of none, may
    // remove them from the others.
    await window.stored('shared.ts');
    // It knows what was stored before it was opened.
    await window.stored(String.raw`name\":\"shared`);
    const second = await window.openSecond();
    await second.tree.view('Browser Sessions');
    await second.useConnection(window.connection);
    // It does not know yet what is loaded.
    await second.palette.run('Browser Sessions: Debug');
    await second.palette.pick('Shared');
    await pausedLine(second).waitFor();
    await pausedItem(second, 'Shared').waitFor();
    await pausedItem(first, 'Shared').waitFor();
    await second.screenshot('debug-second-window');
    await second.page.keyboard.press('Shift+F5');
    await pausedItem(second, 'Shared').waitFor({ state: 'hidden' });
    await second.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
    await pausedItem(first, 'Shared').waitFor();
    await removeBreakpoint();
    await first.page.keyboard.press('F5');
    await pausedItem(first, 'Shared').waitFor({ state: 'hidden' });
    await first.page.keyboard.press('Shift+F5');
    await first.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });

  nightly('asks in which pages content scripts are debugged', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await window.watches();
    mkdirSync(file('pages'), { recursive: true });
    const { background, ...manifest } = MANIFEST;
    const scripts = { content_scripts: [{ matches: ['http://127.0.0.1/*'], js: [background.service_worker] }] };
    writeFileSync(file('pages', 'manifest.json'), JSON.stringify({ ...manifest, ...scripts }));
    writeFileSync(file('pages', 'worker.js'), 'let seen = 0;\n');
    await fixture.openSession('demo', '/plain');
    await uploadFolder('pages');
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.upload('visits');
    await workbench.tree.heard(row, 'enabled').waitFor();
    await workbench.menu.choose(row, 'Debug');
    await workbench.tree.heard(row, 'debugging').waitFor();
    await workbench.tree.view('Run and Debug');
    const callStack = page.locator('.debug-call-stack .monaco-list-row');
    const target = callStack.filter({ hasText: 'Visits · 127.0.0.1' }).first();
    await target.waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(row, 'Choose Debugged Pages…');
    await workbench.notifications.toast('“Visits” is debugged in its only open page').waitFor();
    await workbench.screenshot('debug-only-page');
    await workbench.notifications.press('only open page', 'Stop Debugging It');
    await workbench.tree.view('Run and Debug');
    // Nothing is paused: the view has no rows.
    await workbench.tree.pane('Call Stack').filter({ hasText: 'Running' }).waitFor();
    await target.waitFor({ state: 'hidden' });
    await workbench.palette.run('Browser Sessions: Choose Debugged Pages…');
    await target.waitFor();
    await page.keyboard.press('Shift+F5');
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
    assert.equal(await workbench.palette.offers('Browser Sessions: Choose Debugged Pages…'), false);
  });

  nightly('says what to do where nothing was uploaded', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await window.watches();
    await fixture.openSession('demo', '/plain');
    mkdirSync(file('never'), { recursive: true });
    writeFileSync(file('never', 'manifest.json'), JSON.stringify({ ...MANIFEST, background: {} }));
    await page.keyboard.press('Control+p');
    await workbench.palette.box.fill('never/manifest.json');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'manifest.json' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'manifest.json' }).waitFor();
    // No other debugger is for this file, so the editor doesn't ask for one.
    await start('Debug: Select Extension');
    await workbench.palette.choice('never').first().filter({ hasText: 'not uploaded' }).waitFor();
    await workbench.screenshot('debug-select-folder');
    await workbench.palette.pick('never');
    await workbench.notifications.toast('“Visits” isn’t uploaded yet. Upload it to debug it.').waitFor();
    await workbench.screenshot('debug-not-uploaded');
    await workbench.notifications.press('isn’t uploaded yet', 'Upload and Debug');
    await workbench.page.locator('.debug-toolbar').waitFor();
    await workbench.page.keyboard.press('Shift+F5');
    await workbench.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });
});

/** Marks the line of a pause. */
function pausedLine({ page }: Workbench): Locator {
  return page.locator('.debug-top-stack-frame-line, .codicon-debug-stackframe').first();
}

function pausedItem({ page }: Workbench, title = 'Visits'): Locator {
  return page.locator('.statusbar-item:has(.codicon-debug-pause)', { hasText: title });
}
