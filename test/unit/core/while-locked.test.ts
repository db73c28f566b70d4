import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { whileLocked } from '../../../src/core/while-locked';
import { temporaryFolder } from '../../support/temporary-folder';

describe('A file that another program has open', () => {
  let folder: string;
  before(() => (folder = temporaryFolder()));

  it('is replaced once it is closed', async () => {
    const [from, to] = [path.join(folder, 'new'), path.join(folder, 'old')];
    writeFileSync(from, 'new');
    writeFileSync(to, 'old');
    const other = await open(to);
    let tries = 0;
    await whileLocked(async () => {
      // Closed after the first try, which fails where the system keeps an open file from being replaced.
      if (++tries === 2) await other.close();
      await rename(from, to);
    });
    assert.equal(readFileSync(to, 'utf8'), 'new');
    assert.equal(tries, process.platform === 'win32' ? 2 : 1);
    await other.close().catch(() => {});
  });

  it('is given up with the error of the last try', async () => {
    const gone = path.join(folder, 'gone');
    await assert.rejects(
      whileLocked(() => rename(gone, `${gone}-too`)),
      { code: 'ENOENT' },
    );
  });
});
