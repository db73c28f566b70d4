import assert from 'node:assert/strict';
import path from 'node:path';
import { inspectExtension, unusedFiles } from '../../../src/packaging';
import { type Files, lay, PNG } from '../../verdicts/case';
import { temporaryFolder } from '../../support/temporary-folder';

const MANIFEST = {
  manifest_version: 3,
  name: 'a',
  version: '1',
  icons: { 128: 'icon.png' },
  background: { service_worker: 'worker.js' },
  action: { default_popup: 'popup.html' },
};
const USED: Files = {
  'manifest.json': MANIFEST,
  'worker.js': 'importScripts("lib/used.js"); chrome.action.setIcon({ path: "img/on.png" });',
  'lib/used.js': '//# used.js',
  'img/on.png': PNG,
  'icon.png': PNG,
  'popup.html': '<link rel="stylesheet" href="popup.css"><script src="popup.js"></script>',
  'popup.css': 'p { background: url(img/back.png) }',
  'img/back.png': PNG,
  'popup.js': '',
  LICENSE: 'MIT',
};

async function unused(files: Files): Promise<readonly string[]> {
  const folder = temporaryFolder();
  await lay(folder, { name: '', files: { ...USED, ...files } });
  return unusedIn(folder);
}

async function unusedIn(folder: string): Promise<readonly string[]> {
  const { signal } = new AbortController();
  return unusedFiles(await inspectExtension(folder, {}, signal), signal);
}

describe('What nothing in a package refers to', () => {
  it('is none of what manifest, scripts, pages and styles name, and no license', async () =>
    assert.deepEqual(await unused({}), []));

  it('is a readme, a picture for the store, a helper script or a test', async () =>
    assert.deepEqual(
      await unused({
        'README.md': 'See store/promo.png and tools/pack.sh.',
        'store/promo.png': PNG,
        'store/Screenshot 1 of 2.png': PNG,
        'tools/pack.sh': 'zip worker.js old.js',
        'tools/popup.check.js': 'require("../popup.js")',
        'old.js': '// old.js',
      }),
      [
        'README.md',
        'old.js',
        'store/Screenshot 1 of 2.png',
        'store/promo.png',
        'tools/pack.sh',
        'tools/popup.check.js',
      ],
    ));

  const spare = { 'img/16.png': PNG, 'img/extra.png': PNG, 'README.md': '' };
  for (const [what, code] of Object.entries({
    'an ending that is put on': 'load(`img-${size}.png`)',
    'the same with operators': 'load("img" + size + ".png")',
    'a longer end': 'load("img".concat(size, "-dark.png"))',
    'an end of any kind': 'load(name + "2.png")',
    'a name in a folder': 'load("img/" + name)',
    'the same in a template': 'load(`/img/${name}`)',
    'an ending in a variable': 'const kind = "png"; load(`${name}.${kind}`)',
    'the same at a fixed name': 'const kind = "png"; load("extra." + kind, "16." + kind)',
  }))
    it(`is nothing whose name may be made with ${what}`, async () =>
      assert.deepEqual(await unused({ ...spare, 'lib/used.js': code }), ['README.md']));

  it('is nothing at all where names can’t be read, or all files are listed', async () => {
    for (const code of ['var _0x12ab = ["cG5n"]', 'chrome.runtime.getPackageDirectoryEntry(show)'])
      assert.deepEqual(await unused({ ...spare, 'lib/used.js': code }), []);
  });

  it('is nothing that web pages may load by a pattern', async () => {
    const manifest = { ...MANIFEST, web_accessible_resources: [{ resources: ['img/*'], matches: ['<all_urls>'] }] };
    assert.deepEqual(await unused({ ...spare, 'manifest.json': manifest }), ['README.md']);
  });

  it('is found in a time that grows with the text, also where that is made to be slow', async () => {
    for (const text of ['a', 'a.', '/"', '".', '+ "', '}a.', '$@+~-'])
      assert.deepEqual(await unused({ 'README.md': '', 'lib/used.js': text.repeat(2_000_000 / text.length) }), [
        'README.md',
      ]);
  });

  it('is nothing of what bundlers make', async () => {
    const bundlers = path.resolve('test/editor/bundled');
    for (const folder of [
      'webpack/dist',
      'vite/dist',
      'rollup/dist',
      'crxjs/dist',
      'parcel/dist',
      'plasmo/build/chrome-mv3-prod',
    ])
      assert.deepEqual(
        (await unusedIn(path.join(bundlers, folder))).filter((file) => !file.endsWith('.md')),
        [],
        folder,
      );
  });
});
