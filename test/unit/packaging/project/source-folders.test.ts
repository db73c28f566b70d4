import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findSourceFolders } from '../../../../src/packaging';
import { writeProject } from './project-folder';
import { manifest } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

describe('The sources of an extension that was built', () => {
  let root: string;
  beforeEach(() => (root = temporaryFolder()));
  const find = async (folder: string, top = ''): Promise<{ project: string; names: string[] }> => {
    const { project, names } = await findSourceFolders(path.join(root, folder), path.join(root, top));
    return { project: path.relative(root, project).replaceAll(path.sep, '/'), names: names.toSorted() };
  };

  it('are in the folders of its project that it does not have itself', async () => {
    await writeProject(root, {
      'packages/app/package.json': {},
      'packages/app/src/a.ts': '',
      'packages/app/assets/icon.svg': '',
      'packages/app/node_modules/x/index.js': '',
      'packages/app/.cache/x': '',
      'packages/app/dist/manifest.json': manifest('a'),
      'packages/app/dist/assets/a.js': '',
    });
    assert.deepEqual(await find('packages/app/dist'), { project: 'packages/app', names: ['dist', 'src'] });
  });

  it('are not looked for above the top', async () => {
    await writeProject(root, { 'package.json': {}, 'src/a.ts': '', 'work/dist/manifest.json': manifest('a') });
    assert.deepEqual(await find('work/dist', 'work'), { project: 'work', names: ['dist'] });
  });

  it('are its own files where it is the project', async () => {
    await writeProject(root, { 'package.json': {}, 'manifest.json': manifest('a'), 'lib/a.js': '' });
    assert.deepEqual(await find(''), { project: '', names: [] });
  });

  it('have an end where there are very many folders', async () => {
    await writeProject(root, { 'package.json': {}, 'dist/manifest.json': manifest('a') });
    await Promise.all(Array.from({ length: 300 }, (_, index) => mkdir(path.join(root, `folder-${index}`))));
    assert.equal((await find('dist')).names.length, 100);
  });
});
