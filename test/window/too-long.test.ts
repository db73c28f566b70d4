import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../service/local-service/until';
import { writeEndless } from '../unit/packaging/thread/endless-rules';
import { useWindow } from './window';

const RULES = '.extensionignore';
/** A page that each look reads before it comes to the rules, and nobody else. */
const PAGE = 'page.html';
/** When a file was read last, until somebody reads it. */
const LONG_AGO = new Date(0);

/** From now on `wasRead` tells whether a file was read. To those that watch its folder, it has changed by this. */
function watchReading(file: string): void {
  utimesSync(file, LONG_AGO, statSync(file).mtime);
}

function wasRead(file: string): boolean {
  return statSync(file).atimeMs !== LONG_AGO.getTime();
}

/** A page, and a key that stands in the Problems panel. */
const unheard = (name: string): object => ({ options_page: PAGE, [`unheard_${name}`]: 1 });

describe('A folder whose check takes too long, in the window', () => {
  const window = useWindow({ opens: 'by the test' });

  it('is given up after 30 s, and is looked at again when its ignore file changes and not before', async function () {
    // The deadline itself, and a window that is opened.
    this.timeout(180_000);
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
      (await workbench.problems()).filter({ hasText: words }).first().waitFor();
    const openManifest = async (name: string): Promise<void> => {
      await workbench.page.keyboard.press('Control+P');
      await workbench.box.fill(`${name}/manifest.json`);
      await workbench.choice('manifest.json').filter({ hasText: name }).first().click();
      await workbench.page.locator('.breadcrumbs-control', { hasText: name }).waitFor();
    };

    // One is looked at because its manifest is open, and mended meanwhile.
    await openManifest('mended');
    await until('the first look has begun', () => wasRead(page('mended')));
    writeFileSync(file('mended', RULES), 'none\n');
    await problem('unheard_mended');

    // The other because somebody asks; a file that changes meanwhile begins no second look beside the first.
    await workbench.menu(workbench.row('asked'), 'Browser Sessions', 'Preview Package…');
    await until('the second look has begun', () => wasRead(page('asked')));
    watchReading(page('asked'));
    await workbench
      .toast('Applying the rules in')
      .filter({ hasText: 'took longer than 30 seconds (at' })
      .waitFor({ timeout: 60_000 });
    await workbench.screenshot('took-too-long');
    assert.equal(wasRead(page('asked')), false, 'a look has begun beside another that hangs');

    // Nor does another file that changes, or the manifest that comes to the eye.
    writeFileSync(page('asked'), '<p>more');
    watchReading(page('asked'));
    await openManifest('asked');
    // By the time that others are seen, whose looks begin later, one at this folder would have been.
    await openManifest('quick');
    await problem('unheard_quick');
    // The first look at this one came to its deadline after it was mended: that counts no more.
    writeFileSync(
      file('mended', 'manifest.json'),
      JSON.stringify({ manifest_version: 3, name: 'a', version: '1', unheard_later: 1 }),
    );
    await problem('unheard_later');
    assert.equal(wasRead(page('asked')), false, 'it is looked at again, though its rules are as they were');

    writeFileSync(file('asked', RULES), 'none\n');
    await problem('unheard_asked');
  });
});
