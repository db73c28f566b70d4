import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pngSize } from '../../src/core/screen/picture-size';
import { writeFiles } from '../support/files';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';

const MANIFEST = { manifest_version: 3, name: '__MSG_name__', version: '1.0', default_locale: 'en' };

describe('Take Store Screenshots, in the window', () => {
  const { window } = useFixtureWindow();
  const folder = (): string => path.join(window.workspace, 'store');
  afterEach(() => rmSync(folder(), { recursive: true, force: true }));

  it('takes those of a sequence in each locale, and shows the first', async () => {
    writeFiles(folder(), {
      'ext/manifest.json': MANIFEST,
      'ext/_locales/en/messages.json': { name: { message: 'A good offer' } },
      'ext/_locales/de/messages.json': { name: { message: 'Ein gutes Angebot' } },
      'ext/page.html':
        '<!doctype html><body style="font: 60px sans-serif; background: gold"><h1></h1><script src="page.js"></script>',
      'ext/page.js': 'document.querySelector("h1").textContent = chrome.i18n.getMessage("name");',
      'store.sequence.json': {
        extension: './ext',
        steps: [{ open: 'page.html' }, { wait: 100 }, { screenshot: 'offer' }],
      },
      'pictures/kept/readme.txt': '',
    });
    const { workbench } = window;
    await workbench.palette.run('Browser Sessions: Take Store Screenshots…');
    await workbench.palette
      .choice('store.sequence.json')
      .or(workbench.palette.asked('Select Folder'))
      .first()
      .waitFor();
    if (await workbench.palette.choice('store.sequence.json').isVisible())
      await workbench.palette.choice('store.sequence.json').click();
    await workbench.palette.chooseFolder(
      'Take Store Screenshots: Select Folder',
      path.join(folder(), 'pictures'),
      'kept',
      'Save Here',
    );
    await workbench.statusBar.item('Saved 4 screenshots in “pictures”').waitFor();
    await workbench.page.locator('.tab', { hasText: 'offer-de-1280x800.png' }).waitFor();
    const picture = workbench.webview().locator('img');
    await until('the picture is shown', async () => (await picture.count()) > 0);
    await workbench.screenshot('store-screenshots');
    const files = readdirSync(path.join(folder(), 'pictures')).filter((file) => file.endsWith('.png'));
    assert.deepEqual(files, [
      'offer-de-1280x800.png',
      'offer-de-640x400.png',
      'offer-en-1280x800.png',
      'offer-en-640x400.png',
    ]);
    const [german, , english] = files.map((file) => readFileSync(path.join(folder(), 'pictures', file)));
    assert.deepEqual(german && pngSize(german), { width: 1280, height: 800 });
    assert.equal(german?.equals(english ?? Buffer.alloc(0)), false);
  });
});
