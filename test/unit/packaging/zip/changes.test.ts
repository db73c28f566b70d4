import assert from 'node:assert/strict';
import { appendFileSync, openSync, closeSync, writeSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packExtension, type PackProgress } from '../../../../src/packaging';
import { PIECE_BYTES } from '../../../../src/packaging/zip/read-file';
import { folderForEachTest, inspect, script, signal } from './folder';
import { writeFiles } from '../../../support/files';

const CHANGED = { name: 'UserError', message: 'a/b.js changed while it was zipped. Nothing was sent. Try again.' };
const GONE = { name: 'UserError', message: 'a/b.js no longer exists or can’t be read. Nothing was sent.' };

describe('A file that changes while it is zipped', () => {
  const root = folderForEachTest();
  const file = (): string => path.join(root(), 'a/b.js');
  beforeEach(() => writeFiles(root(), { 'a/a.js': 'a', 'a/b.js': script(1000), 'a/c.js': 'c' }));

  async function packAfter(change: () => Promise<unknown>): Promise<unknown> {
    const inspection = await inspect(root());
    await change();
    return packExtension(inspection, signal);
  }

  it('is named when it has grown', () =>
    assert.rejects(
      packAfter(() => writeFile(file(), script(1001))),
      CHANGED,
    ));
  it('is named when it has shrunk', () =>
    assert.rejects(
      packAfter(() => writeFile(file(), script(999))),
      CHANGED,
    ));
  it('is named when it is empty', () =>
    assert.rejects(
      packAfter(() => writeFile(file(), '')),
      CHANGED,
    ));
  it('is named when it is gone', () =>
    assert.rejects(
      packAfter(() => rm(file())),
      GONE,
    ));
  it('is named when its folder is gone', () =>
    assert.rejects(
      packAfter(() => rename(path.join(root(), 'a'), path.join(root(), 'z'))),
      /a\/a\.js no longer exists/,
    ));

  it('is named when there is a folder in its place', () =>
    assert.rejects(
      packAfter(() => rm(file()).then(() => mkdir(file()))),
      { name: 'UserError', message: /^a\/b\.js / },
    ));

  /**
   * A large file is read piece by piece. It is the first of its folder, so that the first progress is reported after
   * one piece, when few more have been read.
   */
  async function packLarge(change: (progress: PackProgress) => void): Promise<unknown> {
    writeFiles(root(), { 'a/b.js': script(24 * PIECE_BYTES) });
    await rm(path.join(root(), 'a/a.js'));
    let changed = false;
    return packExtension(await inspect(root()), signal, (progress) => {
      if (!changed) change(progress);
      changed = true;
    });
  }

  it('is named when it is written to between two of its pieces, though its size stays', async () => {
    await assert.rejects(
      packLarge(() => {
        const open = openSync(file(), 'r+');
        writeSync(open, 'x', 0);
        closeSync(open);
      }),
      CHANGED,
    );
  });

  it('is named when it grows between two of its pieces', () =>
    assert.rejects(
      packLarge(() => appendFileSync(file(), 'x')),
      CHANGED,
    ));
});
