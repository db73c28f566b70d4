import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { placeFiles } from '../../../src/local-service/files/files';
import { requires } from '../abilities';
import { asSomebody } from '../somebody';
import { temporaryFolder } from '../../support/temporary-folder';

describe('Files that are placed in the folder of an extension', () => {
  let root: string;
  before(() => {
    root = temporaryFolder();
    chmodSync(root, 0o777);
  });

  it('are replaced one by one: if one cannot be, it is said that the others are new', async function () {
    requires(this, 'modes');
    const [from, to] = [path.join(root, 'from'), path.join(root, 'to')];
    for (const [folder, text] of [
      [from, 'new'],
      [to, 'old'],
    ] as const) {
      mkdirSync(path.join(folder, 'locked'), { recursive: true });
      for (const file of ['a.js', 'locked/b.js']) writeFileSync(path.join(folder, file), text);
    }
    for (const folder of [from, path.join(from, 'locked'), to]) chmodSync(folder, 0o777);
    chmodSync(path.join(to, 'locked'), 0o555);
    await asSomebody(() =>
      assert.rejects(placeFiles(from, to, [to]), {
        status: 500,
        message: 'only 1 of 2 files were replaced (EACCES); send all of them again',
      }),
    );
    assert.equal(readFileSync(path.join(to, 'a.js'), 'utf8'), 'new');
    chmodSync(path.join(to, 'locked'), 0o777);
    writeFileSync(path.join(from, 'a.js'), 'newest');
    await placeFiles(from, to, [to]);
    assert.deepEqual(
      ['a.js', 'locked/b.js'].map((file) => readFileSync(path.join(to, file), 'utf8')),
      ['newest', 'new'],
    );
  });
});
