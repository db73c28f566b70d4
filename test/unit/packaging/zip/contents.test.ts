import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nightly } from '../../../support/nightly';
import { packExtension } from '../../../../src/packaging';
import { PIECE_BYTES } from '../../../../src/packaging/zip/read-file';
import { folderForEachTest, inspect, MANIFEST_TEXT, noise, pack, read, script, signal } from './folder';
import { writeFiles } from '../../../support/files';

const DEFLATED = 8;
const NAMES = [
  'ä ö.js',
  'a\u0308.js',
  '日本/日本.js',
  'עברית.css',
  '😀/👩‍👩‍👧.txt',
  "quote's “name”.js",
  'a&b;c$d.js',
  ' space .js',
  'e/c:d.js',
  '\u00a0.txt',
  `${'long-'.repeat(40)}.js`,
];

/** The results of other zip readers; those that are not installed are skipped. */
function verdicts(file: string): [string, number | null][] {
  const readers: [string, string[]][] = [
    ['unzip', ['-tq', file]],
    ['python3', ['-c', 'import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)', file]],
  ];
  return readers.map(([program, args]): [string, number | null] => {
    const { status, error } = spawnSync(program, args, { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    return [program, error ? 0 : status];
  });
}

describe('What a zip holds', () => {
  const root = folderForEachTest();

  it('is every file as it is, whatever its size: empty, of one piece, at the cut, of many pieces', async () => {
    const sizes = [0, 1, 63, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 4 * PIECE_BYTES, 5 * PIECE_BYTES + 12_345];
    const files = Object.fromEntries(
      sizes.flatMap((size) => [
        [`${size}.js`, Buffer.from(script(size))],
        [`${size}.bin`, noise(size)],
        [`${size}.png`, noise(size)],
      ]),
    );
    writeFiles(root(), files);
    const { zip } = await pack(root());
    const found = await read(zip);
    assert.deepEqual([...found.keys()], [...Object.keys(files), 'manifest.json'].toSorted());
    for (const [name, content] of Object.entries(files)) assert.ok(found.get(name)?.content.equals(content), name);
    await writeFile(path.join(root(), 'all.zip'), zip);
    assert.deepEqual(verdicts(path.join(root(), 'all.zip')), [
      ['unzip', 0],
      ['python3', 0],
    ]);
  });

  it('has names of any script, as they are, and says that they are UTF-8', async () => {
    writeFiles(root(), Object.fromEntries(NAMES.map((name) => [name, name])));
    const { zip } = await pack(root());
    const found = await read(zip);
    assert.deepEqual([...found.keys()], [...NAMES, 'manifest.json'].toSorted());
    for (const name of NAMES) assert.equal(found.get(name)?.content.toString(), name);
    for (const [name, { entry }] of found)
      if (name !== 'manifest.json') assert.ok(entry.generalPurposeBitFlag & 0x800 || /^[ -~]+$/.test(name), name);
    await writeFile(path.join(root(), 'all.zip'), zip);
    assert.deepEqual(verdicts(path.join(root(), 'all.zip')), [
      ['unzip', 0],
      ['python3', 0],
    ]);
  });

  nightly('is 10,000 files, when there are so many', async () => {
    for (let at = 0; at < 100; at++) {
      await mkdir(path.join(root(), `d${at}`));
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          writeFile(path.join(root(), `d${at}/f${index}.js`), `${at} ${index}`),
        ),
      );
    }
    const { zip, files } = await pack(root());
    const found = await read(zip);
    assert.equal(files, 10_001);
    assert.equal(found.size, 10_001);
    assert.equal(found.get('d99/f98.js')?.content.toString(), '99 98');
  });

  it('stores what is compressed already and what is empty, and deflates the rest', async () => {
    const files = {
      'icon.png': script(5000),
      'font.WOFF2': script(5000),
      'noise.bin': noise(5000),
      'a.js': script(5000),
      'code.wasm': script(5000),
      'tiny.js': 'a',
      'empty.js': '',
    };
    writeFiles(root(), files);
    const deflated = [...(await read((await pack(root())).zip))]
      .filter(([, { entry }]) => entry.compressionMethod === DEFLATED)
      .map(([name]) => name);
    assert.deepEqual(deflated, ['a.js', 'code.wasm', 'manifest.json', 'noise.bin', 'tiny.js']);
  });

  it('shrinks a file that is read in pieces as well as zlib does in one go', async () => {
    const { deflateRawSync } = await import('node:zlib');
    const content = Buffer.from(script(6 * PIECE_BYTES));
    writeFiles(root(), { 'a.js': content });
    assert.equal(
      (await read((await pack(root())).zip)).get('a.js')?.entry.compressedSize,
      deflateRawSync(content).length,
    );
  });

  it('shows plain files that everybody may read, of the earliest date, and nothing of the machine', async () => {
    writeFiles(root(), { 'a/b.js': 'b' });
    for (const { entry } of (await read((await pack(root())).zip)).values()) {
      assert.equal(entry.externalFileAttributes >>> 16, 0o100644);
      assert.deepEqual([entry.lastModFileDate, entry.lastModFileTime], [0x21, 0]);
      assert.deepEqual([entry.extraFieldLength, entry.fileCommentLength], [0, 0]);
    }
  });

  it('is refused with a clear sentence where the format or the memory would not hold it', async () => {
    const inspection = await inspect(root());
    const [file] = inspection.files;
    assert.ok(file);
    const many = {
      ...inspection,
      files: Array.from({ length: 65_536 }, (_, index) => ({ ...file, path: `${index}` })),
    };
    await assert.rejects(packExtension(many, signal), {
      name: 'UserError',
      message: /^Too many files \(65536, .* Nothing was sent\. Exclude/,
    });
    writeFiles(root(), { 'video.raw': '' });
    await truncate(path.join(root(), 'video.raw'), 2 ** 30);
    await assert.rejects(pack(root()), {
      name: 'UserError',
      message: /^Too many files \(2, 1024\.\d+ MB; limit 65535, 1024 MB\)/,
    });
    await truncate(path.join(root(), 'video.raw'), 0);
    assert.equal((await read((await pack(root())).zip)).get('manifest.json')?.content.toString(), MANIFEST_TEXT);
  });
});
