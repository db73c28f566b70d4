import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findExtensionAbove } from '../../../../src/packaging';
import { writeProject } from './project-folder';
import { manifest } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

describe('The extension that a file belongs to', () => {
  let root: string;
  beforeEach(() => (root = temporaryFolder()));
  const above = async (place: string, top = ''): Promise<string | undefined> => {
    const found = await findExtensionAbove(path.join(root, place), path.join(root, top));
    return found && path.relative(root, found);
  };

  it('is the nearest above it with a manifest of an extension, and not of a web app', async () => {
    await writeProject(root, {
      'app/manifest.json': manifest('a'),
      'app/public/manifest.json': { name: 'a', start_url: '/' },
      'app/public/a.js': '',
    });
    assert.equal(await above('app/public/a.js'), 'app');
    assert.equal(await above('app'), 'app');
    assert.equal(await above('elsewhere/a.js'), undefined);
  });

  it('is not looked for above the top that is given, nor above the top of a repository', async () => {
    await writeProject(root, { 'manifest.json': manifest('a'), 'work/repository/lib/a.js': '' });
    assert.equal(await above('work/repository/lib/a.js'), '');
    assert.equal(await above('work/repository/lib/a.js', 'work'), undefined);
    await mkdir(path.join(root, 'work/repository/.git'));
    assert.equal(await above('work/repository/lib/a.js'), undefined);
  });
});
