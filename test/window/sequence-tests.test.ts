import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BUTTON_AT } from '../support/pages';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';

describe('Sequences as tests, in the window', () => {
  const { fixture, window } = useFixtureWindow();

  it('are recorded by name, with what is expected, and exported as a test for Playwright', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await fixture.openSession('shop', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('shop', 'Sessions'), 'Record Sequence');
    await workbench.statusBar.item(/Recording .+ · 0 steps/).waitFor();
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await workbench.palette.answer('Click in “shop”', `${BUTTON_AT.x}, ${BUTTON_AT.y}`);
    await workbench.statusBar.item(/Recording .+ · 1 step/).waitFor();
    await workbench.palette.run('Browser Sessions: Add Expectation…');
    await workbench.palette.choice('Element is visible').waitFor();
    await workbench.screenshot('expectation-1-kinds');
    await workbench.palette.choice('Element is visible').click();
    await workbench.palette.choice('clicked 1 times').waitFor();
    await workbench.screenshot('expectation-2-visible');
    await workbench.palette.choice('clicked 1 times').click();
    await workbench.statusBar.item('Added: expect button “clicked 1 times”').waitFor();
    await workbench.palette.run('Browser Sessions: Stop Recording');
    await page.locator('.tab', { hasText: 'recorded.sequence.json' }).waitFor();
    await page.keyboard.press('Control+S');
    const file = path.join(window.workspace, 'recorded.sequence.json');
    await until('it is saved', () => existsSync(file) && readFileSync(file, 'utf8').endsWith('}\n'));
    const { steps }: { steps: object[] } = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual(steps, [
      { click: { role: 'button', name: 'clicked 0 times', ...BUTTON_AT } },
      { expect: { visible: { role: 'button', name: 'clicked 1 times' } } },
    ]);
    await workbench.screenshot('expectation-3-recorded');
    await workbench.palette.run('Browser Sessions: Export to Playwright…');
    await workbench.palette.choice('Hello Extension').first().click();
    await workbench.palette.asked('Export to Playwright').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab', { hasText: 'recorded.spec.ts' }).waitFor();
    await workbench.screenshot('exported');
    assert.match(
      readFileSync(path.join(window.workspace, 'recorded.spec.ts'), 'utf8'),
      /path\.resolve\(__dirname, '\.\/hello-extension'\)[^]*getByRole\('button', \{ name: 'clicked 0 times', exact: true \}\)\.click/,
    );
  });
});
