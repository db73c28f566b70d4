import assert from 'node:assert/strict';
import { listFiles, PackageManager } from '@vscode/vsce';

describe('The packaged extension', () => {
  it('carries these files and no other', async () => {
    assert.deepEqual((await listFiles({ packageManager: PackageManager.None })).toSorted(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/extension.js',
      'media/activity-bar.svg',
      'media/icon.png',
      'package.json',
      'package.nls.json',
    ]);
  });
});
