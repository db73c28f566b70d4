import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { useFixtureWindow } from './fixture-window';

describe('Sequences as tests, in the window', () => {
  const { fixture, window } = useFixtureWindow();

  it('are run from the view of tests; one that fails shows its step, and the picture of its session', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await fixture.openSession('shop', '/button');
    await window.watches();
    const write = (name: string, steps: readonly object[]): void =>
      writeFileSync(path.join(window.workspace, name), JSON.stringify({ version: 2, steps }, null, 2));
    write('good.clicks.json', [
      { click: { role: 'button', name: 'clicked 0 times' } },
      { expect: { visible: { role: 'button', name: 'clicked 1 times' } } },
    ]);
    write('bad.clicks.json', [{ pause: 10 }, { expect: { text: '[run](command:x) <b>never</b>' }, timeout: 500 }]);
    await workbench.tree.view('Testing');
    const tests = page.locator('.test-explorer .monaco-list-row');
    await tests.filter({ hasText: 'bad' }).waitFor();
    await tests.filter({ hasText: 'good' }).waitFor();
    await workbench.palette.run('Test: Run All Tests');
    await page
      .locator('.test-explorer .monaco-list-row', { hasText: 'good' })
      .locator('.codicon-testing-passed-icon')
      .waitFor();
    await page
      .locator('.test-explorer .monaco-list-row', { hasText: 'bad' })
      .locator('.codicon-testing-failed-icon')
      .waitFor();
    await workbench.screenshot('tests-run');
    await tests.filter({ hasText: 'bad' }).dblclick();
    await page.locator('.tab', { hasText: 'bad.clicks.json' }).waitFor();
    await page.keyboard.press('Control+Home');
    await workbench.palette.run('Test: Peek Output');
    await page
      .locator('.test-output-peek p', { hasText: 'stopped at step 2 of 2. The page doesn’t show' })
      .first()
      .waitFor();
    assert.equal(await page.locator('.test-output-peek a').filter({ hasText: 'run' }).count(), 0);
    await page.locator('.test-output-peek img').first().waitFor();
    await workbench.screenshot('tests-failed');
  });
});
