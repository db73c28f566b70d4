import assert from 'node:assert/strict';
import { rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { changedFiles } from '../../../../src/packaging';
import { digestOf } from '../../../../src/packaging/zip/digests';
import { folderForEachTest, pack, script } from './folder';
import { writeFiles } from '../../../support/files';

describe('What changed between two zips', () => {
  const root = folderForEachTest();
  beforeEach(() => writeFiles(root(), { 'a.js': script(2_000_000), 'b.js': 'b', 'c/d.js': 'd' }));

  it('is nothing when only dates changed', async () => {
    const before = await pack(root());
    await utimes(path.join(root(), 'a.js'), 1, 1);
    assert.deepEqual(changedFiles(before.digests, (await pack(root())).digests), { added: 0, changed: 0, removed: 0 });
  });

  it('is counted: files that are new, other and gone', async () => {
    const before = await pack(root());
    writeFiles(root(), { 'a.js': `${script(1_999_999)}!`, 'e.js': '', 'f.js': '' });
    await rm(path.join(root(), 'c'), { recursive: true });
    const now = await pack(root());
    assert.deepEqual(changedFiles(before.digests, now.digests), { added: 2, changed: 1, removed: 1 });
    assert.deepEqual(changedFiles(now.digests, before.digests), { added: 1, changed: 1, removed: 2 });
  });

  it('is one file gone and one new, when a file has another name', async () => {
    const before = await pack(root());
    await rename(path.join(root(), 'b.js'), path.join(root(), 'c.js'));
    assert.deepEqual(changedFiles(before.digests, (await pack(root())).digests), { added: 1, changed: 0, removed: 1 });
  });

  it('is everything when nothing is remembered', async () => {
    assert.deepEqual(changedFiles('', (await pack(root())).digests), { added: 4, changed: 0, removed: 0 });
  });

  it('takes less than 200 kB to remember for 10,000 files, and none of them is taken for another', () => {
    const digests = Array.from({ length: 10_000 }, (_, index) =>
      digestOf(`folder/with/a/long/name/file-${index}.js`, { crc: index, bytes: index }),
    ).join('');
    assert.ok(digests.length < 200_000, `${digests.length}`);
    assert.deepEqual(changedFiles('', digests), { added: 10_000, changed: 0, removed: 0 });
  });
});
