import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ResultFiles } from '../../../src/tools';
import { temporaryFolder } from '../../support/temporary-folder';

describe('The files of results', () => {
  let parent: string;
  let files: ResultFiles;

  beforeEach(() => {
    parent = temporaryFolder();
    files = new ResultFiles(parent, 10);
  });
  afterEach(() => files.dispose());

  it('are in a folder of this user alone with the ID of its process, and go with it', async () => {
    const file = await files.write('page.txt', 'long');
    assert.equal(readFileSync(file, 'utf8'), 'long');
    assert.match(path.basename(path.dirname(file)), new RegExp(`^browser-sessions-${process.pid}-`));
    if (process.platform !== 'win32') assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    files.dispose();
    assert.deepEqual(readdirSync(parent), []);
  });

  it('get a new folder if theirs was removed', async () => {
    const first = await files.write('page.txt', 'one');
    rmSync(path.dirname(first), { recursive: true });
    const both = await Promise.all([files.write('page.txt', 'two'), files.write('page.txt', 'three')]);
    assert.deepEqual(
      both.map((file) => readFileSync(file, 'utf8')),
      ['two', 'three'],
    );
    assert.equal(readdirSync(parent).length, 1);
  });

  it('are not kept beyond a limit, and the oldest goes first', async () => {
    const [one, two, three] = [
      await files.write('1', '12345'),
      await files.write('2', '12345'),
      await files.write('3', '12345'),
    ];
    assert.deepEqual(
      [one, two, three].map((file) => existsSync(file)),
      [false, true, true],
    );
  });

  it('tell with the error of the system that they can’t be written', async () => {
    rmSync(parent, { recursive: true });
    await assert.rejects(files.write('page.txt', 'long'), { code: 'ENOENT' });
  });
});
