import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TOKEN } from '../support/service-fixture';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';

describe('The view of tests', () => {
  const { fixture, window } = useFixtureWindow();

  const row = (name: string) => window.workbench.page.locator('.test-explorer .monaco-list-row', { hasText: name });

  async function running(): Promise<number> {
    const answer = await fetch(`${fixture.service.url}/browsers`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const listed: unknown = await answer.json();
    return Array.isArray(listed) ? listed.length : NaN;
  }

  it('runs each in a browser of its own, with the extension of the project, and tells what failed first', async () => {
    const { workbench } = window;
    const { page } = workbench;
    const before = await running();
    const folder = path.join(window.workspace, 'tests');
    mkdirSync(folder, { recursive: true });
    const write = (name: string, content: object): void =>
      writeFileSync(path.join(folder, name), JSON.stringify(content, null, 2));
    const extension = '../stores';
    mkdirSync(path.join(window.workspace, 'stores'), { recursive: true });
    writeFileSync(
      path.join(window.workspace, 'stores', 'manifest.json'),
      JSON.stringify({ manifest_version: 3, name: 'Stores', version: '1.0', permissions: ['storage'] }),
    );
    const fresh = { expect: { storage: { local: { left: 1 } } }, timeout: 0 };
    write('leaves.sequence.json', {
      extension,
      tags: ['storage'],
      steps: [{ storage: { local: { left: 1 } } }, { wait: 5 }, fresh],
    });
    write('sees-nothing.sequence.json', { extension, steps: [{ wait: 5 }, fresh] });
    write('not-now.sequence.json', { extension, skip: 'waits for the design', steps: [{ wait: 1 }] });
    await workbench.tree.view('Testing');
    await row('tests').first().click();
    await page.keyboard.press('ArrowRight');
    await row('leaves').waitFor();
    await workbench.palette.run('Test: Run All Tests');
    await row('leaves').locator('.codicon-testing-passed-icon').waitFor();
    await row('sees-nothing').locator('.codicon-testing-failed-icon').waitFor();
    await row('not-now').locator('.codicon-testing-skipped-icon').waitFor();
    await workbench.screenshot('testing-run');
    await until('all browsers of tests have ended', async () => (await running()) === before);
    await row('sees-nothing').dblclick();
    await page.locator('.tab', { hasText: 'sees-nothing.sequence.json' }).waitFor();
    await page.keyboard.press('Control+Home');
    await workbench.palette.run('Test: Peek Output');
    const peek = page.locator('.test-output-peek');
    await peek
      .locator('p', { hasText: 'Step 2, Expect local.left in the storage: local has no key “left”.' })
      .waitFor();
    await peek.locator('img').first().waitFor();
    await workbench.screenshot('testing-failed');
    await peek.locator('a', { hasText: 'Open Report' }).first().click();
    await page.locator('.tab', { hasText: 'report' }).waitFor();
    await workbench.screenshot('testing-report');
    assert.equal(await running(), before);
  });
});
