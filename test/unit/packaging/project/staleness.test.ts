import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findExtensionFolders } from '../../../../src/packaging';
import { describeExtension } from '../../../../src/packaging/project/extension-folder';
import type { Staleness } from '../../../../src/packaging/project/staleness';
import { packageOf, writeProject } from './project-folder';
import { manifest } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

const { signal } = new AbortController();
const BUILT = 2_000;
const LATER = 3_000;

describe('A build', () => {
  let root: string;
  let dist: string;
  beforeEach(async () => {
    root = temporaryFolder();
    dist = path.join(root, 'dist');
    await writeProject(root, {
      'package.json': packageOf('vite'),
      'src/popup/popup.ts': '',
      'dist/manifest.json': manifest('a'),
    });
    await writeProject(root, { 'dist/popup.js': '' }, BUILT);
  });

  const staleness = async (folder: string, stop: AbortSignal): Promise<Staleness | undefined> =>
    (await describeExtension(folder, root, {}, stop)).staleSince;

  it('that is newer than its sources is as it should be', async () =>
    assert.equal(await staleness(dist, signal), undefined));

  it('that is older than a source is told, with the newest source', async () => {
    await writeProject(root, { 'src/a.ts': '' }, LATER - 1);
    await writeProject(root, { 'src/popup/popup.ts': '' }, LATER);
    const expected = {
      builtAt: new Date(BUILT * 1000),
      source: 'src/popup/popup.ts',
      changedAt: new Date(LATER * 1000),
    };
    assert.deepEqual(await staleness(dist, signal), expected);
    assert.deepEqual((await findExtensionFolders(root, signal))[0]?.staleSince, expected);
  });

  it('that was copied with its sources, all in the same second, is as it should be', async () => {
    await writeProject(root, { 'src/a.ts': '' }, BUILT + 0.9);
    assert.equal(await staleness(dist, signal), undefined);
  });

  it('is measured by its newest file, since tools leave alone what did not change', async () => {
    await writeProject(root, { 'src/a.ts': '' }, BUILT - 1);
    assert.equal(await staleness(dist, signal), undefined);
  });

  it('does not age by what never enters a build', async () => {
    const names = [
      'README.md',
      'LICENSE',
      'package-lock.json',
      'pnpm-lock.yaml',
      'yarn.lock',
      'src/popup/popup.test.ts',
      'src/a.stories.tsx',
      'src/auto-imports.d.ts',
      'test/a.ts',
      'e2e/a.ts',
      'docs/a.html',
      'coverage/a.js',
      'node_modules/x/a.js',
      '.wxt/types.ts',
      '.eslintrc.json',
      'vitest.config.ts',
      'build/other.js',
      'a.zip',
    ];
    await writeProject(root, Object.fromEntries(names.map((name) => [name, ''])), LATER);
    assert.equal(await staleness(dist, signal), undefined);
  });

  for (const name of ['package.json', 'public/icon.png', 'vite.config.ts', 'manifest.config.ts', 'popup.html']) {
    it(`ages by ${name}`, async () => {
      await writeProject(root, { [name]: '' }, LATER);
      assert.equal((await staleness(dist, signal))?.source, name);
    });
  }

  it('is compared with the sources of its own package alone', async () => {
    await writeProject(
      root,
      { 'packages/b/package.json': packageOf('wxt'), 'packages/b/.output/chrome-mv3/manifest.json': manifest('b') },
      BUILT,
    );
    await writeProject(root, { 'src/a.ts': '' }, LATER);
    assert.equal(await staleness(path.join(root, 'packages/b/.output/chrome-mv3'), signal), undefined);
  });

  it('without a project, and a folder that is no build, have nothing to be compared with', async () => {
    await writeProject(root, { 'extension/manifest.json': manifest('a') });
    await writeProject(root, { 'src/a.ts': '' }, LATER);
    assert.equal(await staleness(path.join(root, 'extension'), signal), undefined);
    await rm(path.join(root, 'package.json'));
    assert.equal(await staleness(dist, signal), undefined);
  });

  it('is not compared with a package.json above the top of its repository', async () => {
    await writeProject(root, { 'repository/.git/HEAD': '', 'repository/dist/manifest.json': manifest('a') });
    await writeProject(root, { 'src/a.ts': '' }, LATER);
    assert.equal(await staleness(path.join(root, 'repository/dist'), signal), undefined);
  });

  it('is not looked at any further when the person says stop', async () => {
    await assert.rejects(staleness(dist, AbortSignal.abort()), { name: 'Cancelled' });
  });
});
