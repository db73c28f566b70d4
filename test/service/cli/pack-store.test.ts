import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { unzip } from '../../../src/packaging';
import { grayPng } from '../../support/sample-report';
import { writeFiles } from '../../support/files';
import { GOOD, Person } from './command-line';

const ICON = { 'icons/128.png': grayPng(128, 128) };
const LISTED = { ...GOOD['manifest.json'], description: 'Says hello.', icons: { 128: '/icons/128.png' } };

describe('The package for the store', () => {
  let person: Person;
  beforeEach(() => (person = new Person()));
  afterEach(() => person.leave());

  /** @returns the lines with problems, and all that is said. */
  async function pack(
    manifest: object,
    files: object = {},
  ): Promise<{ code: number | null; said: string; lines: string[] }> {
    const folder = person.write('ext', {});
    writeFiles(folder, { ...GOOD, ...ICON, ...files, 'manifest.json': manifest });
    const { code, out, err } = await person.run('pack', 'ext', '--store', '--out', 'store.zip');
    return { code, said: out + err, lines: out.split('\n').filter((line) => /: (?:error|warning): /.test(line)) };
  }

  const isWritten = (): boolean => existsSync(path.join(person.folder, 'store.zip'));

  it('is written with what it was checked for', async () => {
    const { code, said, lines } = await pack(LISTED);
    assert.deepEqual([code, lines], [0, []], said);
    assert.match(said, /Checked for the Chrome Web Store: .* and the name and description\./);
    assert.match(said, /Wrote store\.zip \(3 files, /);
    assert.doesNotMatch(said, /Left out/);
  });

  it('has no key and no update_url, and the rest of the manifest as it is', async () => {
    const key = Buffer.from('a public key').toString('base64');
    const written = `{\n  // ours\n  "key": "${key}",\n${JSON.stringify(LISTED).slice(1, -1)},\n  "update_url": "https://example.com/updates.xml"\n}`;
    const { code, said } = await pack(LISTED, {});
    assert.equal(code, 0, said);
    writeFiles(path.join(person.folder, 'ext'), { 'manifest.json': written });
    const { out, err, ...ended } = await person.run('pack', 'ext', '--store', '--out', 'store.zip');
    assert.equal(ended.code, 0, out + err);
    assert.match(out + err, /Left out of manifest\.json, because the store refuses it: key, update_url\./);
    const folder = path.join(await mkdtemp(path.join(person.folder, 'unzipped-')), 'zip');
    await unzip(path.join(person.folder, 'store.zip'), folder, new AbortController().signal);
    const zipped = readFileSync(path.join(folder, 'manifest.json'), 'utf8');
    assert.deepEqual(JSON.parse(zipped), LISTED);
    assert.equal(readFileSync(path.join(person.folder, 'ext/manifest.json'), 'utf8'), written);
  });

  it('is refused for its icon and its texts, in each locale', async () => {
    const none = await pack(GOOD['manifest.json']);
    assert.equal(none.code, 1);
    assert.match(
      none.lines.join('\n'),
      /error: The store needs a “description” of at most 132 characters\. \(store-text\)/,
    );
    assert.match(none.lines.join('\n'), /error: The store needs an icon of 128 × 128 pixels\..* \(store-icon\)/);
    assert.match(none.said, /The store would reject it for 2 of these\. No zip was written\./);
    const small = await pack(LISTED, { 'icons/128.png': grayPng(48, 48) });
    assert.match(small.lines.join('\n'), /“icons\/128\.png” has 48 × 48 pixels, and the store needs 128 × 128/);
    const long = await pack(
      { ...LISTED, default_locale: 'en', name: '__MSG_name__', description: '__MSG_about__' },
      {
        '_locales/en/messages.json': { name: { message: 'Hello' }, about: { message: 'a'.repeat(132) } },
        '_locales/de/messages.json': { name: { message: 'n'.repeat(76) } },
        '_locales/pt_BR/messages.json': { about: { message: '😀'.repeat(133) } },
      },
    );
    assert.deepEqual(
      long.lines.map((line) => /“\w+” has .*/.exec(line)?.[0]),
      [
        '“name” has 76 characters in “de”, and the store takes 75. Shorten it. (store-text)',
        '“description” has 133 characters in “pt_BR”, and the store takes 132. Shorten it. (store-text)',
      ],
    );
    assert.match(long.said, /Locales: de, en, pt_BR\./);
    assert.equal(isWritten(), false);
  });

  it('is refused for what reviewers reject, which is a warning elsewhere', async () => {
    const manifest = { ...LISTED, permissions: ['storage', 'bookmarks'], action: { default_popup: 'popup.html' } };
    const files = { 'popup.html': '<script src="https://example.com/a.js"></script><script src="gone.js"></script>' };
    const { code, lines } = await pack(manifest, files);
    assert.equal(code, 1);
    assert.deepEqual(lines.map((line) => /\((\S+)\)$/.exec(line)?.[1] ?? '').toSorted(), [
      'page-file-missing',
      'permission-unused',
      'remote-script',
    ]);
    assert.ok(lines.every((line) => line.includes(': error: ')));
    assert.equal(isWritten(), false);
    assert.equal((await person.run('check', 'ext')).code, 0);
  });
});
