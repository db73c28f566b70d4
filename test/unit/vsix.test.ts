import assert from 'node:assert/strict';
import { listFiles, PackageManager } from '@vscode/vsce';

describe('The packaged extension', () => {
  it('carries these files and no other', async function list() {
    // vsce looks at every file below the folder before it asks the allow-list.
    this.timeout(120_000);
    assert.deepEqual((await listFiles({ packageManager: PackageManager.None })).toSorted(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/extension.js',
      'dist/form-data.js',
      'dist/https-proxy-agent.js',
      'media/activity-bar.svg',
      'media/icon.png',
      'media/screenshot.png',
      'package.json',
      'package.nls.json',
    ]);
  });
});
