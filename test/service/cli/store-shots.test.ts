import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { decode } from 'fast-png';
import { pngSize } from '../../../src/core/screen/picture-size';
import { startLocalService, type LocalService } from '../../support/local-service';
import { Person } from './command-line';

const messages = (texts: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { message: text }]));

/** Its page is filled with a color that is a message, and shows another one. */
const EXTENSION = {
  'manifest.json': {
    manifest_version: 3,
    name: '__MSG_name__',
    version: '1.0',
    default_locale: 'en',
    action: { default_popup: 'popup.html' },
  },
  '_locales/en/messages.json': messages({ name: 'Colors', color: '#0000ff', ready: 'Ready' }),
  '_locales/de/messages.json': messages({ name: 'Farben', COLOR: '#ff0000' }),
  '_locales/pt/messages.json': messages({ color: '#00ff00' }),
  '_locales/pt_BR/messages.json': messages({ name: 'Cores' }),
  'popup.html': '<!doctype html><body></body><script src="/page.js"></script>',
  // Nothing names it, and without the rule it is left out.
  'test/page.html': '<!doctype html><body></body><script src="/page.js"></script>',
  '.extensionignore': '!test/',
  'page.js': `document.body.style.background = chrome.i18n.getMessage('color');
document.body.textContent = chrome.i18n.getMessage('ready') + ' ' + chrome.runtime.getManifest().name;`,
};
const ON_PAGE = [{ open: 'test/page.html' }, { expect: { text: 'Ready' } }];
const SHOTS = { extension: './ext', steps: [...ON_PAGE, { screenshot: 'over view' }] };

describe('Screenshots for the store', () => {
  let service: LocalService;
  let person: Person;
  before(async () => (service = await startLocalService()));
  after(() => service.stop());
  beforeEach(() => {
    person = new Person({ BROWSER_SESSIONS_ADDRESS: service.url, BROWSER_SESSIONS_TOKEN: service.token });
    person.write('ext', EXTENSION);
    person.write('.', { '.git/HEAD': '', 'store.sequence.json': SHOTS });
  });
  afterEach(() => person.leave());

  const read = (file: string): Buffer => readFileSync(path.join(person.folder, 'store', file));

  /** The color of the last pixel. */
  function colorOf(file: string): readonly number[] {
    return Array.from(decode(read(file)).data.slice(-3));
  }

  it('has each locale and both sizes, exactly, without alpha, in the words of the locale', async () => {
    const { code, out, err } = await person.run('shot', 'store.sequence.json', '--store', 'store');
    assert.equal(code, 0, err + out);
    const locales = { de: [255, 0, 0], en: [0, 0, 255], pt: [0, 255, 0], pt_BR: [0, 255, 0] };
    const files = Object.entries(locales).flatMap(([locale, color]) =>
      [
        { width: 1280, height: 800 },
        { width: 640, height: 400 },
      ].map((size) => ({ file: `over-view-${locale}-${size.width}x${size.height}.png`, size, color })),
    );
    assert.deepEqual(
      readdirSync(path.join(person.folder, 'store')).toSorted(),
      files.map(({ file }) => file).toSorted(),
    );
    for (const { file, size, color } of files) {
      const png = read(file);
      assert.deepEqual(pngSize(png), size, file);
      // Bits for each of its colors, and the type: 2 has no alpha.
      assert.deepEqual([png[24], png[25]], [8, 2], file);
      assert.deepEqual(colorOf(file), color, file);
    }
    assert.match(out, /^✓ store\.sequence\.json \(de\)/m);
    assert.match(err + out, /Wrote 8 files to store: over-view-de-1280x800\.png, /);
    assert.deepEqual(JSON.parse(readFileSync(path.join(person.folder, 'ext/_locales/de/messages.json'), 'utf8')), {
      name: { message: 'Farben' },
      COLOR: { message: '#ff0000' },
    });
  });

  it('takes only the locales that are named, and one of an extension that has none', async () => {
    const one = await person.run('shot', 'store.sequence.json', '--store', 'store', '--locale', 'de');
    assert.equal(one.code, 0, one.err);
    assert.deepEqual(readdirSync(path.join(person.folder, 'store')), [
      'over-view-de-1280x800.png',
      'over-view-de-640x400.png',
    ]);
    person.write('plain', {
      'manifest.json': { manifest_version: 3, name: 'Plain', version: '1' },
      'test/page.html': '<!doctype html>Ready',
      '.extensionignore': '!test/',
    });
    person.write('.', { 'plain.sequence.json': { ...SHOTS, extension: './plain' } });
    const plain = await person.run('shot', 'plain.sequence.json', '--store', 'plain-store');
    assert.equal(plain.code, 0, plain.err);
    assert.deepEqual(readdirSync(path.join(person.folder, 'plain-store')), [
      'over-view-1280x800.png',
      'over-view-640x400.png',
    ]);
  });

  it('says that a browser without a display shows no popup, and writes nothing', async () => {
    person.write('.', {
      'store.sequence.json': {
        ...SHOTS,
        steps: [{ open: 'popup' }, { expect: { text: 'Ready' } }, { screenshot: 'popup' }],
      },
    });
    const { code, out } = await person.run('shot', 'store.sequence.json', '--store', 'store', '--locale', 'en');
    assert.equal(code, 1);
    assert.match(
      out,
      /Step 3, Take screenshot “popup”: A popup is open, which screenshots of a browser without a display/,
    );
    assert.deepEqual(readdirSync(path.join(person.folder, 'store')), []);
  });

  it('refuses a locale that is not there, a sequence without screenshots, another build and a link', async () => {
    const said = async (...args: readonly string[]): Promise<string> => {
      const { code, err } = await person.run('shot', 'store.sequence.json', '--store', 'store', ...args);
      assert.equal(code, 1);
      return err;
    };
    const unfit = await person.run('shot', 'one.png', '--locale', 'de');
    assert.deepEqual([unfit.code, unfit.err], [2, '--locale and --extension need --store.\n']);
    assert.match(await said('--locale', 'fr'), /no locale “fr”\. It has “de”, “en”, “pt”, “pt_BR”/);
    person.write('.', { 'store.sequence.json': { ...SHOTS, steps: ON_PAGE } });
    assert.match(await said(), /“store\.sequence\.json” has no step that takes a screenshot/);
    person.write('.', { 'store.sequence.json': { ...SHOTS, steps: [{ upload: 'ext' }, { screenshot: 'one' }] } });
    assert.match(await said(), /uploads another build/);
    person.write('.', { 'store.sequence.json': SHOTS });
    mkdirSync(path.join(person.folder, 'elsewhere'));
    symlinkSync('elsewhere', path.join(person.folder, 'store'));
    assert.match(await said(), /store is a link, or isn’t a folder/);
    assert.deepEqual(readdirSync(path.join(person.folder, 'elsewhere')), []);
  });
});
