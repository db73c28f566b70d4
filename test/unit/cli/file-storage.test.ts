import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FileStorage } from '../../../src/cli/file-storage';
import { temporaryFolder } from '../../support/temporary-folder';

describe('What the command line remembers', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    file = path.join(folder, 'new/uploads.json');
  });

  it('is there for the next run, and readable to its user alone', async () => {
    const storage = new FileStorage(file);
    assert.equal(storage.get('a'), undefined);
    const first = storage.update('a', { is: 1 });
    const second = storage.update('b', 2);
    // Also before it is written.
    assert.deepEqual([storage.get('a'), storage.keys()], [{ is: 1 }, ['a', 'b']]);
    await Promise.all([first, second]);
    await storage.update('b', undefined);
    const next = new FileStorage(file);
    assert.deepEqual([next.get('a'), next.keys()], [{ is: 1 }, ['a']]);
    // Windows has no modes: there the folder of a user is the user's.
    if (process.platform === 'win32') return;
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
  });

  it('has what another command has written meanwhile, and leaves it there', async () => {
    const [watching, other] = [new FileStorage(file), new FileStorage(file)];
    await watching.update('watched', 1);
    await other.update('clicked', 2);
    assert.equal(watching.get('clicked'), 2);
    await watching.update('watched', 3);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { watched: 3, clicked: 2 });
  });

  it('begins anew with a file that is none of ours', async () => {
    const storage = new FileStorage(file);
    await storage.update('a', 1);
    writeFileSync(file, '{ "a": ');
    assert.deepEqual(storage.keys(), []);
    await storage.update('b', 2);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { b: 2 });
  });
});
