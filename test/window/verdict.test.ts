import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { useWindow } from './window';

const MANIFEST = {
  manifest_version: 3,
  name: 'Judged',
  version: '1.0',
  content_scripts: [{ matches: ['https://example.com/*'], js: ['scripts/content.js'] }],
};

describe('The verdict, in the window', () => {
  const window = useWindow({ opens: 'once' });

  it('stands in the Problems panel once a manifest is open, and goes by one click at the light bulb', async () => {
    const { workbench } = window;
    await window.watches();
    const folder = path.join(window.workspace, 'judged');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(MANIFEST, undefined, 2));
    await workbench.tree.file('judged').click();
    await workbench.tree.file('manifest.json').dblclick();
    await workbench.page.locator('.tab', { hasText: 'manifest.json' }).waitFor();
    const problem = (await workbench.panel.problems()).filter({ hasText: 'scripts/content.js' }).first();
    await problem.waitFor();
    await workbench.screenshot('verdict-missing-file');
    const fix = (await workbench.panel.quickFixes('scripts/content.js')).filter({ hasText: 'Create' });
    await fix.waitFor();
    await workbench.screenshot('quick-fix');
    await fix.click();
    await problem.waitFor({ state: 'hidden' });
    assert.ok(existsSync(path.join(folder, 'scripts/content.js')));
  });
});
