import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeFiles } from '../support/files';
import { useFixtureWindow } from './fixture-window';

const OLD = { manifest_version: 3, name: 'Update', version: '1.0' };

describe('Compare with Version, in the window', () => {
  const { window } = useFixtureWindow();
  const folder = (): string => path.join(window.workspace, 'update');
  before(() =>
    writeFiles(folder(), {
      'old/manifest.json': OLD,
      'old/icons/readme.txt': '',
      'Update-local.json': { visits: 3 },
      'new/manifest.json': { ...OLD, version: '2.0', permissions: ['history'], host_permissions: ['<all_urls>'] },
    }),
  );
  after(() => rmSync(folder(), { recursive: true, force: true }));

  it('asks where the old version is, shows the problem at its line, and offers a test', async () => {
    const { workbench } = window;
    await workbench.tree.file('update').click();
    await workbench.menu.choose(workbench.tree.file('new'), 'Browser Sessions', 'Compare with Version…');
    await workbench.palette.asked('Where is the old version?').waitFor();
    await workbench.screenshot('compare-1-where');
    await workbench.palette.pick('Folder…');
    await workbench.palette.chooseFolder('Compare with Version', path.join(folder(), 'old'), 'icons', 'OK');
    const toast = workbench.notifications.toast('Chrome will disable the extension until each user accepts');
    await toast.waitFor();
    assert.deepEqual(await toast.locator('.monaco-button').allInnerTexts(), ['Show Problems', 'New Update Test']);
    const problems = await workbench.panel.problems();
    await problems.filter({ hasText: 'Chrome will disable the extension' }).first().waitFor();
    await workbench.screenshot('compare-2-problems');
    await workbench.notifications.press('Chrome will disable the extension', 'New Update Test');
    await workbench.palette.choice('Snapshot…').waitFor();
    await workbench.screenshot('compare-3-stored');
    await workbench.palette.pick('Snapshot…');
    await workbench.palette.chooseFile('New Update Test', folder(), 'Update-local.json');
    await workbench.page.locator('.tab', { hasText: 'update.sequence.json' }).waitFor();
    await workbench.page.locator('.view-lines').getByText('"storage"').waitFor();
    await workbench.screenshot('compare-4-update-test');
  });
});
