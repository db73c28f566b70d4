import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  readChosenFile,
  readWorkspaceFile,
  requireRegularFile,
  writeChosenFile,
  writeWorkspaceFile,
} from '../../../src/packaging';
import { copyRegularFile } from '../../../src/packaging/regular-file';
import { requires } from '../abilities';
import { temporaryFolder } from '../../support/temporary-folder';

const WITHIN = '.vscode/points.json';
const LIMIT = 100;

describe('A file of a workspace', () => {
  let root: string;
  let folder: string;
  before(function () {
    requires(this, 'links', 'modes', 'pipes');
  });
  beforeEach(async () => {
    root = temporaryFolder();
    folder = path.join(root, 'folder');
    await mkdir(folder);
  });

  const file = (): string => path.join(folder, WITHIN);
  const read = async (): Promise<string | undefined> =>
    (await readWorkspaceFile({ folder, within: WITHIN }, LIMIT))?.toString();
  const readAs = async (owner: number): Promise<string | undefined> =>
    (await readWorkspaceFile({ folder, within: WITHIN }, LIMIT, owner))?.toString();
  const write = (text: string): Promise<void> => writeWorkspaceFile({ folder, within: WITHIN }, text);
  const refused = { name: 'UserError', message: /^\.vscode\/points\.json is a link, or isn’t a regular file/ };

  const notChosen = {
    name: 'UserError',
    message: /^points\.json is a link, or isn’t a regular file\. (?:Choose|Remove)/,
  };

  it('is read where a person has chosen it, but for a link and for what is too large or not there', async () => {
    await write('one');
    assert.equal((await readChosenFile(file(), LIMIT)).toString(), 'one');
    await symlink(file(), path.join(folder, 'points.json'));
    await assert.rejects(readChosenFile(path.join(folder, 'points.json'), LIMIT), notChosen);
    await write('x'.repeat(LIMIT + 1));
    await assert.rejects(readChosenFile(file(), LIMIT), { name: 'UserError', message: /^points\.json is too large/ });
    await assert.rejects(readChosenFile(path.join(folder, 'none'), LIMIT), { message: /^Couldn’t read none: / });
  });

  it('is written where a person has named it, but never through a link', async () => {
    const [chosen, other] = [path.join(folder, 'points.json'), path.join(root, 'other.json')];
    for (const text of ['one', 'two']) {
      await writeChosenFile(chosen, text);
      assert.equal(await readFile(chosen, 'utf8'), text);
    }
    await assert.rejects(writeChosenFile(path.join(chosen, 'points.json'), 'x'), {
      message: /^Couldn’t write points\.json: /,
    });
    await writeFile(other, 'mine');
    for (const target of [other, path.join(root, 'new.json')]) {
      await rm(chosen);
      await symlink(target, chosen);
      await assert.rejects(writeChosenFile(chosen, 'x'), notChosen);
    }
    assert.equal(await readFile(other, 'utf8'), 'mine');
    await assert.rejects(lstat(path.join(root, 'new.json')), { code: 'ENOENT' });
  });

  it('is as none if it belongs to another user than it should', async () => {
    await write('one');
    const { uid } = await stat(file());
    assert.deepEqual([await readAs(uid), await readAs(uid + 1)], ['one', undefined]);
  });

  it('is written with its folder, and read', async () => {
    assert.equal(await read(), undefined);
    await write('one');
    assert.equal(await read(), 'one');
    await chmod(file(), 0o640);
    await write('two');
    assert.equal(await read(), 'two');
    assert.equal((await stat(file())).mode & 0o777, 0o640);
  });

  it('is read from a workspace folder that is itself a link', async () => {
    await symlink(folder, path.join(root, 'link'));
    folder = path.join(root, 'link');
    await write('one');
    assert.equal(await read(), 'one');
  });

  it('is not read if it is larger than the limit', async () => {
    await write('x'.repeat(LIMIT + 1));
    await assert.rejects(read(), {
      name: 'UserError',
      message: '.vscode/points.json is too large (101 B; limit 100 B).',
    });
    await assert.rejects(requireRegularFile(file(), LIMIT), {
      name: 'UserError',
      message: /^points.json is too large/,
    });
  });

  const devices: [string, (at: string) => Promise<void>][] = [
    ['a pipe', async (at) => void execFileSync('mkfifo', [at])],
    [
      'a link to a pipe',
      async (at) => {
        execFileSync('mkfifo', [path.join(folder, 'pipe')]);
        await symlink('../pipe', at);
      },
    ],
    ['a link to /dev/zero', async (at) => symlink('/dev/zero', at)],
    ['a folder', async (at) => mkdir(at)],
  ];
  for (const [what, make] of devices) {
    it(`is neither read nor written nor copied if it is ${what}`, async () => {
      await mkdir(path.dirname(file()));
      await make(file());
      await assert.rejects(read(), refused);
      await assert.rejects(write('x'), refused);
      await assert.rejects(requireRegularFile(file(), LIMIT), { name: 'UserError' });
      await assert.rejects(readChosenFile(file(), LIMIT), notChosen);
      await assert.rejects(writeChosenFile(file(), 'x'), notChosen);
      await assert.rejects(copyRegularFile(file(), path.join(root, 'copy')));
    });
  }

  it('is not written through a link, even to a file of the folder, and the link stays', async () => {
    await mkdir(path.dirname(file()));
    for (const target of [path.join(root, 'other.json'), path.join(folder, 'inside.json')]) {
      await writeFile(target, 'mine');
      await symlink(target, file());
      await assert.rejects(write('x'), refused);
      assert.equal(await readFile(target, 'utf8'), 'mine');
      assert.equal(await readlink(file()), target);
      await rm(file());
    }
  });

  it('is read through a link only within the workspace folder', async () => {
    await mkdir(path.dirname(file()));
    await writeFile(path.join(root, 'other.json'), 'theirs');
    await writeFile(path.join(folder, 'inside.json'), 'ours');
    await symlink('../../other.json', file());
    await assert.rejects(read(), refused);
    await rm(file());
    await symlink('../inside.json', file());
    assert.equal(await read(), 'ours');
  });

  it('is neither read nor written in a folder that is a link out of the workspace folder', async () => {
    await mkdir(path.join(root, 'elsewhere'));
    await writeFile(path.join(root, 'elsewhere/points.json'), 'mine');
    await symlink('../elsewhere', path.dirname(file()));
    await assert.rejects(read(), refused);
    await assert.rejects(write('x'), refused);
    assert.equal(await readFile(path.join(root, 'elsewhere/points.json'), 'utf8'), 'mine');
  });

  it('is not written by a link that leads nowhere', async () => {
    await mkdir(path.dirname(file()));
    await symlink(path.join(root, 'new.json'), file());
    await assert.rejects(write('x'), refused);
    await assert.rejects(lstat(path.join(root, 'new.json')), { code: 'ENOENT' });
  });
});
