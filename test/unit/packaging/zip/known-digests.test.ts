import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readableFile } from '../../../../src/packaging/selection/file-status';
import type { PackedFile } from '../../../../src/packaging/selection/walk';
import { digestFiles, KnownDigests } from '../../../../src/packaging/zip/digests';
import { until } from '../../../support/until';
import { temporaryFolder } from '../../../support/temporary-folder';

describe('Digests that are known', () => {
  let folder: string;
  let known: KnownDigests;
  const read: string[][] = [];
  beforeEach(() => {
    folder = temporaryFolder();
    known = new KnownDigests();
    read.length = 0;
  });

  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

  async function files(...names: string[]): Promise<PackedFile[]> {
    return Promise.all(
      names.map(async (name) => {
        const source = path.join(folder, name);
        const file = await readableFile(source);
        assert.ok(typeof file === 'object');
        return { path: name, source, ...file };
      }),
    );
  }

  async function settled(...names: string[]): Promise<PackedFile[]> {
    let found: PackedFile[] = [];
    await until('the files have settled', async () => {
      found = await files(...names);
      return found.every(({ stamp }) => stamp !== undefined);
    });
    return found;
  }

  const digest = (all: readonly PackedFile[]): Promise<string> =>
    known.of(all, async (unread) => {
      read.push(unread.map((file) => file.path));
      return digestFiles(unread);
    });

  it('are of files that have not changed: only the others are read, and the result is the same', async () => {
    for (const name of ['a', 'b', 'c']) write(name, name);
    const before = await settled('a', 'b', 'c');
    assert.equal(await digest(before), digestFiles(before));
    assert.equal(await digest(before), digestFiles(before));
    write('b', 'other');
    const now = await files('a', 'b', 'c');
    assert.equal(await digest(now), digestFiles(now));
    assert.deepEqual(read, [['a', 'b', 'c'], ['b']]);
  });

  it('are not of a file that has just changed: it may change again without another stamp', async () => {
    write('a', 'one');
    const [file] = await files('a');
    assert.equal(file?.stamp, undefined);
    await digest(await files('a'));
    write('a', 'two');
    const now = await files('a');
    assert.equal(await digest(now), digestFiles(now));
  });

  it('are not of a file of the same size that was given its old time', async () => {
    write('a', 'one');
    const time = new Date(2020, 1, 1);
    utimesSync(path.join(folder, 'a'), time, time);
    await digest(await settled('a'));
    write('a', 'two');
    utimesSync(path.join(folder, 'a'), time, time);
    const now = await settled('a');
    assert.equal(await digest(now), digestFiles(now));
    assert.equal(read.length, 2);
  });
});
