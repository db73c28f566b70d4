import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { useWindow } from './window';

const STEPS = ['connect', 'check', 'upload', 'click', 'test'] as const;
type Step = (typeof STEPS)[number];

/** The walkthrough, on the local service that the packaged extension starts itself. */
describe('The walkthrough, in the window', () => {
  const window = useWindow({
    settings: { 'browserSessions.connections': [] },
    env: { BROWSER_SESSIONS_TOKEN: '' },
    opens: 'once',
  });

  const step = (name: Step): Locator =>
    window.workbench.page.locator(`.gettingStartedContainer .getting-started-step[data-step-id$="#${name}"]`);
  const done = (name: Step): Locator => step(name).locator('.codicon.complete');

  /** Opens a step; only one is open at a time. */
  async function open(name: Step): Promise<void> {
    if (!/\bexpanded\b/.test((await step(name).getAttribute('class')) ?? ''))
      await step(name).locator('.step-title').click();
    await step(name).locator('.step-description-container').waitFor();
  }

  async function press(name: Step, button: string): Promise<void> {
    await open(name);
    await step(name).getByRole('button', { name: button }).click();
  }

  async function assertDone(...names: readonly Step[]): Promise<void> {
    for (const name of names) await done(name).waitFor();
    for (const name of STEPS.filter((each) => !names.includes(each)))
      await step(name).locator('.codicon:not(.complete)').first().waitFor();
  }

  it('names the same first step as the view and the status bar, and each step is done by doing it', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.welcome('Sessions').locator('.monaco-button', { hasText: 'Start Local Browser' }).waitFor();
    await workbench.statusBar.connection('Start Local Browser').waitFor();
    await workbench.screenshot('first-step');
    await workbench.palette.run('Browser Sessions: Open Walkthrough');
    await step('connect').waitFor();
    await assertDone();
    await workbench.screenshot('walkthrough-1-connect');
    await press('connect', 'Start Local Browser');
    await workbench.statusBar.connection('Local Browser').waitFor();
    await assertDone('connect');

    // What is canceled is not done.
    await press('check', 'Check with Chromium');
    await workbench.palette.asked('A folder with manifest.json').waitFor();
    await page.keyboard.press('Escape');
    await workbench.palette.widget.waitFor({ state: 'hidden' });
    await assertDone('connect');
    await workbench.screenshot('walkthrough-2-check');
    await press('check', 'Check with Chromium');
    await workbench.palette.pick('hello-extension');
    await workbench.statusBar.item('“Hello Extension”: no problems in Chromium').waitFor();
    await assertDone('connect', 'check');

    await workbench.screenshot('walkthrough-3-upload');
    await press('upload', 'Upload Folder');
    await workbench.palette.pick('hello-extension');
    await workbench.statusBar.item('Uploaded “Hello Extension” 1.0.0 to').waitFor();
    await assertDone('connect', 'check', 'upload');

    await open('click');
    await step('click').getByText('click by coordinates').click();
    await workbench.palette.answer('Click in “', '100, 100');
    await workbench.statusBar.item('Clicked ').waitFor();
    await assertDone('connect', 'check', 'upload', 'click');

    const tests = path.join(window.workspace, 'tests');
    mkdirSync(tests);
    const steps = [{ wait: 1 }];
    writeFileSync(path.join(tests, 'opens.sequence.json'), JSON.stringify({ extension: '../hello-extension', steps }));
    await open('test');
    await page.locator('.activitybar .action-label[aria-label^="Testing"]').waitFor();
    await step('test').getByText('Testing').click();
    await page.locator('.test-explorer .monaco-list-row', { hasText: 'tests' }).waitFor();
    await workbench.palette.run('Test: Run All Tests');
    await page.locator('.test-explorer .codicon-testing-passed-icon').first().waitFor();
    await assertDone(...STEPS);
    await workbench.screenshot('walkthrough-4-done');
  });

  nightly('is readable in light, in dark, in high contrast, and in a narrow window', async () => {
    const { workbench } = window;
    // In a narrower one, the editor leaves out the pictures.
    await workbench.width(1600);
    for (const kind of ['light', 'dark', 'high-contrast'] as const) {
      // An opened walkthrough takes the focus a moment later, which would close the palette.
      await workbench.tidy();
      await window.changeTheme(kind);
      await workbench.palette.run('Browser Sessions: Open Walkthrough');
      for (const name of STEPS) {
        await open(name);
        await workbench.page.locator('.getting-started-media img').waitFor();
        await workbench.screenshot(`walkthrough-${kind}-${name}`);
      }
    }
    await workbench.width(700);
    await open('connect');
    await workbench.screenshot('walkthrough-narrow');
    await workbench.width(1280);
  });
});

describe('The manual, in the window', () => {
  const window = useWindow({
    settings: { 'browserSessions.connections': [] },
    env: { BROWSER_SESSIONS_TOKEN: '' },
    opens: 'once',
  });
  const page = (title: string): Locator =>
    window.workbench.webview().getByRole('heading', { level: 1, name: title, exact: true });

  nightly('is opened from the menu of a view, with its pictures, and its pages lead to one another', async () => {
    const { workbench } = window;
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.titleMenu('Sessions', 'Open Manual');
    await page('Manual').waitFor();
    await workbench.screenshot('manual');
    await workbench.webview().getByRole('link', { name: 'Connect', exact: true }).click();
    await page('Connect').waitFor();
    const picture = workbench.webview().locator('img').first();
    await until('its picture is shown', async () =>
      picture.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0),
    );
    await workbench.screenshot('manual-connect');
    await workbench.webview().locator('a[href*="settings.md"]').first().click();
    await page('Settings').waitFor();
    // To a heading of another page.
    await workbench.webview().locator('a[href="connect.md#connections-in-the-settings"]').click();
    await page('Connect').waitFor();
    await until('the heading is in view', async () =>
      workbench
        .webview()
        .locator('#connections-in-the-settings')
        .evaluate((heading) => {
          // Its words: the box around them begins at a fraction of a pixel, and a page is scrolled by whole ones.
          const words = heading.ownerDocument.createRange();
          words.selectNodeContents(heading);
          const { top, bottom } = words.getBoundingClientRect();
          return top >= 0 && bottom <= heading.ownerDocument.documentElement.clientHeight;
        }),
    );
  });

  nightly('is opened from a setting, at the page about it', async () => {
    const { workbench } = window;
    await workbench.palette.run('Preferences: Open Settings (UI)');
    const settings = workbench.page.locator('.settings-editor');
    await settings.locator('.settings-header .view-line').first().waitFor();
    await workbench.page.keyboard.type('browserSessions.connections');
    await settings.getByText('Learn more').first().click();
    await page('Connect').waitFor();
  });

  nightly('is opened from the question for a token, which stays open', async () => {
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Add Connection…');
    await workbench.palette.pick('Kernel Cloud');
    await workbench.palette.asked('shown in the status bar').waitFor();
    await workbench.palette.box.press('Enter');
    await workbench.palette.asked('Paste the API key').waitFor();
    await workbench.palette.widget.getByRole('button', { name: 'Learn More' }).click();
    await page('Connect').waitFor();
    await workbench.palette.asked('Paste the API key').waitFor();
    await workbench.screenshot('manual-beside-question');
  });
});
