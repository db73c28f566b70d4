import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../support/until';
import { writeEndless } from '../support/endless-rules';
import { nightly } from '../support/nightly';
import { useWindow } from './window';

const RULES = '.extensionignore';
/** A page that only an inspection reads, before it applies the rules. */
const PAGE = 'page.html';
/** The access time of a file that nobody has read since it was set. */
const LONG_AGO = new Date(0);

/**
 * From now on `wasRead` tells whether a file was read. This counts as a change of the file for watchers of its folder.
 */
function watchReading(file: string): void {
  utimesSync(file, LONG_AGO, statSync(file).mtime);
}

function wasRead(file: string): boolean {
  return statSync(file).atimeMs !== LONG_AGO.getTime();
}

/** Manifest keys: the page, and an unknown key that appears in the Problems panel. */
const unheard = (name: string): object => ({ options_page: PAGE, [`unheard_${name}`]: 1 });

describe('A folder whose check takes too long, in the window', () => {
  const window = useWindow({ opens: 'by the test' });

  nightly(
    'is given up after 30 s, and is looked at again when its ignore file changes and not before',
    async function () {
      // The deadline itself, and opening a window.
      const file = (folder: string, name: string): string => path.join(window.workspace, folder, name);
      const page = (folder: string): string => file(folder, PAGE);
      for (const name of ['asked', 'mended']) {
        mkdirSync(file(name, ''));
        await writeEndless(file(name, ''), RULES, unheard(name));
        writeFileSync(page(name), '<p>');
        watchReading(page(name));
      }
      mkdirSync(file('quick', ''));
      writeFileSync(
        file('quick', 'manifest.json'),
        JSON.stringify({ manifest_version: 3, name: 'b', version: '1', unheard_quick: 1 }),
      );
      readFileSync(page('asked'));
      if (!wasRead(page('asked'))) {
        console.log('      (the disk does not note when a file is read, so a look cannot be seen)');
        return this.skip();
      }
      watchReading(page('asked'));

      await window.open();
      await window.watches();
      const { workbench } = window;
      const problem = async (words: string): Promise<void> =>
        (await workbench.panel.problems()).filter({ hasText: words }).first().waitFor();
      const openManifest = async (name: string): Promise<void> => {
        await workbench.page.keyboard.press('Control+P');
        await workbench.palette.box.fill(`${name}/manifest.json`);
        await workbench.palette.choice('manifest.json').filter({ hasText: name }).first().click();
        await workbench.page.locator('.breadcrumbs-control', { hasText: name }).waitFor();
      };

      // The first folder is inspected because its manifest is open, and is fixed meanwhile.
      await openManifest('mended');
      await until('the first look has begun', () => wasRead(page('mended')));
      writeFileSync(file('mended', RULES), 'none\n');
      await problem('unheard_mended');

      // The second folder is inspected because the user requests it; a file that changes meanwhile does not start another
      // inspection.
      await workbench.menu.choose(workbench.tree.file('asked'), 'Browser Sessions', 'Preview Package');
      await until('the second look has begun', () => wasRead(page('asked')));
      watchReading(page('asked'));
      await workbench.notifications.toast('The rules in').filter({ hasText: 'took longer than 30 s (at' }).waitFor();
      await workbench.screenshot('took-too-long');
      assert.equal(wasRead(page('asked')), false, 'a look has begun beside another that hangs');

      // Nor does another changed file, or the manifest when it becomes visible.
      writeFileSync(page('asked'), '<p>more');
      watchReading(page('asked'));
      await openManifest('asked');
      // When the inspection of another folder, which starts later, has finished, an inspection of this folder would have
      // been noticed.
      await openManifest('quick');
      await problem('unheard_quick');
      // The first inspection of this folder reached its deadline after the folder was fixed, so that deadline no longer
      // counts.
      writeFileSync(
        file('mended', 'manifest.json'),
        JSON.stringify({ manifest_version: 3, name: 'a', version: '1', unheard_later: 1 }),
      );
      await problem('unheard_later');
      assert.equal(wasRead(page('asked')), false, 'it is looked at again, though its rules are as they were');

      writeFileSync(file('asked', RULES), 'none\n');
      await problem('unheard_asked');
    },
  );
});
