import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { backgroundOf, contrast, MIN_CONTRAST } from './contrast';
import { useFixtureWindow } from './fixture-window';
import { KEY, writeFiles } from '../support/files';

const MANIFEST = { manifest_version: 3, name: 'Pack Me', version: '2.0', action: { default_popup: 'popup.html' } };
const MINUTE = 60_000;

/** A function of the page under test. */
declare function getComputedStyle(element: unknown): { color: string };

describe('What goes in, in the window', () => {
  const { fixture, window } = useFixtureWindow({ settings: { 'browserSessions.limits.zipSize': 1 } });
  const made = new Set<string>();
  afterEach(async () => {
    for (const folder of made) {
      rmSync(folder, { recursive: true, force: true });
      if (window.isOpen) await window.workbench.tree.file(path.basename(folder)).waitFor({ state: 'detached' });
    }
    made.clear();
  });

  /** Writes files below a folder of the workspace, which is removed when the test ends. */
  function put(folder: string, files: Record<string, string | Buffer | object>): string {
    const root = path.join(window.workspace, folder);
    made.add(root);
    writeFiles(root, files);
    return root;
  }

  /** The same, once the window sees new files: a window that was just opened may miss them. */
  async function write(...[folder, files]: Parameters<typeof put>): Promise<string> {
    await window.watches();
    const root = put(folder, files);
    await window.workbench.tree.file(folder).waitFor();
    return root;
  }

  const source = {
    'manifest.json': MANIFEST,
    'popup.html': '<p>popup</p>',
    'lib/a.js': 'a',
    'lib/b.js': 'b',
    '.env': 'NAME=value',
    'node_modules/x/index.js': '',
    'debug.log': 'x',
    'a.js.map': '{}',
  };

  it('the preview shows what goes in and what is left out, and a box writes the rule', async () => {
    const root = await write('pack-me', source);
    const { workbench } = window;
    const ignoreFile = path.join(root, '.extensionignore');
    const rules = (): string => {
      try {
        return readFileSync(ignoreFile, 'utf8');
      } catch {
        return '';
      }
    };
    await workbench.menu.choose(workbench.tree.file('pack-me'), 'Browser Sessions', 'Preview Package');
    // Make room for all rows, because rows that are scrolled out of view do not exist.
    for (const view of ['Sessions', 'Pools', 'Catalog']) await workbench.tree.collapse(view);
    const row = (label: string) => workbench.tree.row(label, 'Package Contents');
    await row('Included').filter({ hasText: '4 files' }).waitFor();
    await row('node_modules/').waitFor();
    await row('.env').filter({ hasText: 'may contain a secret' }).locator('.codicon-warning').waitFor();
    await workbench.screenshot('preview');
    await row('popup.html').locator('.custom-view-tree-node-item-checkbox').click();
    await row('Included').filter({ hasText: '3 files' }).waitFor();
    assert.match(rules(), /popup\.html/);
    await workbench.screenshot('preview-excluded');
    await row('popup.html').locator('.custom-view-tree-node-item-checkbox').click();
    await row('Included').filter({ hasText: '4 files' }).waitFor();
    assert.doesNotMatch(rules(), /^\/?popup\.html$/m);
    await row('debug.log').locator('.custom-view-tree-node-item-checkbox').click();
    await row('Included').filter({ hasText: '5 files' }).waitFor();
    await workbench.tooltip(row('node_modules/'), 'node_modules');
    await workbench.tree.titleAction('Package Contents', 'Close Preview');
    await workbench.tree.pane('Package Contents').waitFor({ state: 'hidden' });
  });

  it('what nothing refers to is marked in the preview, and excluded by one click', async () => {
    const root = await write('pack-me', {
      'manifest.json': MANIFEST,
      'popup.html': '<script src="popup.js"></script><img src="img/logo.png">',
      'popup.js': 'fetch("data.json")',
      'data.json': {},
      'img/logo.png': 'x',
      'README.md': '# Pack Me',
      'store/promo.png': 'x',
      'store/screenshot.png': 'x',
      'tools/release.sh': 'zip',
    });
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('pack-me'), 'Browser Sessions', 'Preview Package');
    for (const view of ['Sessions', 'Pools', 'Catalog']) await workbench.tree.collapse(view);
    const row = (label: string) => workbench.tree.row(label, 'Package Contents');
    await row('Included').filter({ hasText: '4 not used' }).waitFor();
    for (const label of ['README.md', 'store', 'tools']) await row(label).filter({ hasText: 'not used' }).waitFor();
    assert.equal(await row('img').filter({ hasText: 'not used' }).count(), 0);
    await workbench.tooltip(row('README.md'), 'Nothing in the package refers to it.');
    await workbench.screenshot('preview-unused');
    await workbench.tree.inlineAction(row('Included'), 'Exclude Unused Files');
    await row('Included').filter({ hasText: '5 files' }).waitFor();
    await workbench.tree.expand(row('Excluded'));
    await row('store/').waitFor();
    await workbench.screenshot('preview-unused-excluded');
    const rules = readFileSync(path.join(root, '.extensionignore'), 'utf8');
    for (const rule of [/^\/?README\.md$/m, /^\/?store\/?$/m, /^\/?tools\/?$/m]) assert.match(rules, rule);
  });

  nightly('source maps go in by one click in the preview', async () => {
    await write('pack-me', source);
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('pack-me'), 'Browser Sessions', 'Preview Package');
    await workbench.tree.row('Included', 'Package Contents').filter({ hasText: '4 files' }).waitFor();
    await workbench.palette.run('Browser Sessions: Include Source Maps');
    await workbench.tree.row('Included', 'Package Contents').filter({ hasText: '5 files' }).waitFor();
    await workbench.palette.run('Browser Sessions: Exclude Source Maps');
    await workbench.tree.row('Included', 'Package Contents').filter({ hasText: '4 files' }).waitFor();
  });

  nightly('what is left out is grey in the Explorer, and says why', async () => {
    await write('pack-me', source);
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('pack-me'), 'Browser Sessions', 'Preview Package');
    await workbench.tree.row('Included', 'Package Contents').waitFor();
    await workbench.tree.view('Explorer');
    await workbench.tree.file('pack-me').click();
    const file = (label: string): Locator =>
      workbench.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${label}"]`).first();
    const colours = async (): Promise<unknown[]> =>
      Promise.all(
        ['debug.log', 'popup.html'].map((label) =>
          file(label)
            .locator('.label-name')
            .evaluate((element: unknown) => getComputedStyle(element).color),
        ),
      );
    await until('both have their color', async () => new Set(await colours()).size === 2);
    await workbench.screenshot('explorer-greyed');
    const [grey] = await colours();
    const behind = await backgroundOf(file('debug.log'));
    assert.ok(contrast(String(grey), behind) >= MIN_CONTRAST, `${String(grey)} on ${behind}`);
    // Of a file that belongs to nothing that was checked there is nothing to say.
    await write('notes', { 'notes.txt': 'of no extension' });
    await workbench.tree.file('notes').click();
    await workbench.menu.open(file('notes.txt'));
    await workbench.menu.item('Copy Path').waitFor();
    assert.equal(await workbench.menu.item('Browser Sessions').count(), 0);
    await workbench.menu.close();
    await workbench.menu.choose(file('debug.log'), 'Browser Sessions', 'Why Is This File (Not) Uploaded?');
    await workbench.notifications.toast('debug.log').waitFor();
    await workbench.screenshot('why-out');
    await workbench.notifications.press('debug.log', 'Include');
    await file('.extensionignore').waitFor();
  });

  it('a project is uploaded as what was built of it, and a build that is older than its sources is said', async () => {
    await fixture.openSession('only', '/plain');
    const root = await write('project', {
      'package.json': { name: 'project', devDependencies: { vite: '7' } },
      '.gitignore': 'dist\n',
      'src/popup.ts': 'export {}',
      'dist/manifest.json': MANIFEST,
      'dist/popup.html': '<p>',
    });
    const { workbench } = window;
    const builtAt = (Date.now() - 5 * MINUTE) / 1000;
    for (const file of ['dist/manifest.json', 'dist/popup.html', 'package.json', '.gitignore'])
      utimesSync(path.join(root, file), builtAt, builtAt);
    await workbench.menu.choose(workbench.tree.file('project'), 'Upload Folder to Browser Session…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('stale-build');
    assert.match(
      await workbench.notifications.pressInDialog('Upload Anyway'),
      /Upload the outdated build “project\/dist”\?[^]*“src\/popup\.ts” was changed 5 min after/,
    );
    await workbench.statusBar.item('Uploaded “Pack Me” 2.0 to “only”').waitFor();
  });

  nightly('a build that is outdated is run, and what it makes is uploaded', async () => {
    await fixture.openSession('only', '/plain');
    const next = JSON.stringify({ ...MANIFEST, version: '2.1' });
    const root = await write('building', {
      'package.json': { name: 'building', scripts: { build: 'node build.mjs' }, devDependencies: { vite: '7' } },
      '.gitignore': 'dist\n',
      'src/popup.ts': 'export {}',
      'build.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync('dist/manifest.json', '${next}');`,
      'dist/manifest.json': MANIFEST,
      'dist/popup.html': '<p>',
    });
    const { workbench } = window;
    const builtAt = (Date.now() - 5 * MINUTE) / 1000;
    for (const file of ['dist/manifest.json', 'dist/popup.html']) utimesSync(path.join(root, file), builtAt, builtAt);
    await until('the editor has found the script', async () => {
      // It may have missed the new file; a change has it look again.
      utimesSync(path.join(root, 'package.json'), new Date(), new Date());
      await workbench.menu.choose(workbench.tree.file('building'), 'Upload Folder to Browser Session…');
      await workbench.notifications.dialog.waitFor();
      if ((await workbench.notifications.dialog.getByText('Build and Upload').count()) > 0) return true;
      await workbench.notifications.pressInDialog('Cancel');
      return false;
    });
    await workbench.screenshot('stale-build-run');
    await workbench.notifications.pressInDialog('Build and Upload');
    await workbench.statusBar.item('Uploaded “Pack Me” 2.1 to “only”').waitFor();
  });

  nightly('one clear question where a project has several builds', async () => {
    await write('several', {
      'package.json': { name: 'several', devDependencies: { wxt: '1' } },
      '.output/chrome-mv3/manifest.json': MANIFEST,
      '.output/chrome-mv3/popup.html': '',
      '.output/chrome-mv3-dev/manifest.json': MANIFEST,
      '.output/chrome-mv3-dev/popup.html': '',
    });
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('several'), 'Upload Folder to Browser Session…');
    await workbench.palette.asked('The build for the session').waitFor();
    for (const label of ['Production — chrome-mv3', 'Development — chrome-mv3-dev'])
      await workbench.palette.choice(label).first().waitFor();
    await workbench.screenshot('several-builds');
    await workbench.page.keyboard.press('Escape');
  });

  nightly(
    'a secret in what goes in is named before the upload, and its file is left out unless it is wanted',
    async () => {
      await fixture.openSession('only', '/plain');
      const root = await write('pack-me', { ...source, 'lib/config.js': `// settings\nconst key = '${KEY}';\n` });
      const { workbench } = window;
      const upload = () => workbench.menu.choose(workbench.tree.file('pack-me'), 'Upload Folder to Browser Session…');
      await upload();
      await workbench.notifications.dialog.waitFor();
      await workbench.screenshot('secret-found');
      assert.match(
        await workbench.notifications.pressInDialog('Open File'),
        /lib\/config\.js, line 2, looks like an AWS access key\. Upload it\?/,
      );
      await workbench.page.locator('.tab', { hasText: 'config.js' }).waitFor();
      await upload();
      await workbench.notifications.dialog.waitFor();
      // What is preselected leaves it out.
      await workbench.page.keyboard.press('Enter');
      await workbench.statusBar.item('Uploaded “').waitFor();
      rmSync(path.join(root, '.extensionignore'));
      await upload();
      await workbench.notifications.pressInDialog('Upload It');
      await workbench.notifications.toast('1 older copy is still loaded.').waitFor();
    },
  );

  nightly(
    'a file with a secret that the extension requires is neither left out nor sent unless it is selected',
    async () => {
      await fixture.openSession('only', '/plain');
      const root = await write('pack-me', {
        ...source,
        'manifest.json': { ...MANIFEST, description: KEY },
        'popup.html': `<p>${KEY.replace('Z7Q4', 'Y6P5')}</p>`,
        'lib/config.js': `const key = '${KEY}';`,
      });
      const { workbench } = window;
      await workbench.menu.choose(workbench.tree.file('pack-me'), 'Upload Folder to Browser Session…');
      await workbench.palette.asked('Files to Upload Although They May Contain Secrets').waitFor();
      for (const file of ['manifest.json', 'popup.html'])
        await workbench.palette
          .choice(file)
          .filter({ hasText: 'The extension needs this file: without it, nothing is uploaded' })
          .waitFor();
      await workbench.screenshot('secret-required');
      await workbench.width(560);
      await workbench.screenshot('secret-required-560');
      await workbench.width(1280);
      await workbench.palette.pick('popup.html');
      await workbench.palette.choice('Upload with 1 of Them').waitFor();
      await workbench.screenshot('secret-chosen');
      await workbench.palette.pick('Upload with 1 of Them');
      await workbench.notifications
        .toast('Nothing was uploaded: the extension requires “manifest.json”, which may contain a secret.')
        .waitFor();
      await workbench.screenshot('secret-required-stopped');
      assert.equal(existsSync(path.join(root, '.extensionignore')), false);
      await workbench.notifications.press('Nothing was uploaded', 'Show Line');
      await workbench.statusBar.item('Ln 8, Col').waitFor();
    },
  );

  nightly('a secret that is let through is not asked about again, until it is another', async () => {
    await fixture.openSession('only', '/plain');
    const root = await write('pack-me', { ...source, 'popup.html': `<p>${KEY}</p>` });
    const { workbench } = window;
    const upload = () => workbench.menu.choose(workbench.tree.file('pack-me'), 'Upload Folder to Browser Session…');
    await upload();
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('secret-required-one');
    await workbench.notifications.pressInDialog('Upload It');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.palette.run('Notifications: Clear All Notifications');
    writeFileSync(path.join(root, 'popup.html'), `<p>${KEY}</p> and more`);
    await upload();
    await workbench.notifications.toast('1 older copy is still loaded.').waitFor();
    writeFileSync(path.join(root, 'popup.html'), `<p>${KEY.replace('Z7Q4', 'Y6P5')}</p>`);
    await upload();
    await workbench.notifications.pressInDialog('Don’t Upload');
    await workbench.palette.run('Browser Sessions: Reset Allowed Secrets');
  });

  nightly(
    'a browser that has loaded just this is not restarted, unless it is wanted; else the changes are counted',
    async () => {
      await fixture.openSession('only', '/plain');
      const root = await write('pack-me', source);
      const { workbench } = window;
      const upload = () => workbench.menu.choose(workbench.tree.file('pack-me'), 'Upload Folder to Browser Session…');
      await upload();
      await workbench.statusBar.item('Uploaded “').waitFor();
      await upload();
      await workbench.notifications.toast('“Pack Me” in “only” is already up to date.').waitFor();
      await workbench.screenshot('nothing-changed');
      await workbench.notifications.press('already up to date', 'Upload Anyway');
      await workbench.notifications.toast('Uploaded “Pack Me” 2.0 to “only”. 1 older copy is still loaded.').waitFor();
      writeFileSync(path.join(root, 'lib/a.js'), 'other');
      writeFileSync(path.join(root, 'lib/c.js'), 'new');
      await upload();
      await workbench.notifications.toast('2 older copies are still loaded.').waitFor();
      await workbench.screenshot('changes-counted');
      await workbench.notifications.press('2 older copies are still loaded.', 'Remove Older Copies');
      await workbench.statusBar.item('Removed 2 older copies from “only”').waitFor();
      await workbench.screenshot('copies-removed');
    },
  );

  nightly('several folders go in one upload, with one restart', async () => {
    await fixture.openSession('only', '/plain');
    await write('pack-me', source);
    const { workbench } = window;
    await workbench.tree.file('hello-extension').click();
    await workbench.tree.file('pack-me').click({ modifiers: ['ControlOrMeta'] });
    await workbench.menu.choose(workbench.tree.file('pack-me'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded 2 extensions to “only”').waitFor();
    await workbench.screenshot('several-loaded');
  });

  nightly('a zip over the limit of the settings is not sent, and the largest files are named', async () => {
    await fixture.openSession('only', '/plain');
    await write('pack-me', { ...source, 'video.bin': randomBytes(1_363_149) });
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('pack-me'), 'Upload Folder to Browser Session…');
    await workbench.notifications
      .toast('is too large (1.3 MB; limit 1 MB). Exclude unneeded files. Largest: video.bin (1.3 MB)')
      .waitFor();
    await workbench.screenshot('too-large');
  });

  nightly('the preview in light, narrow', async () => {
    await write('pack-me', source);
    await window.changeTheme('light');
    const { workbench } = window;
    await workbench.width(800);
    await workbench.menu.choose(workbench.tree.file('pack-me'), 'Browser Sessions', 'Preview Package');
    await workbench.tree.row('Included', 'Package Contents').filter({ hasText: '4 files' }).waitFor();
    await workbench.screenshot('preview-light-narrow');
  });
});
