import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { openPromise } from 'yauzl';

describe('The packaged extension', () => {
  it('carries these files and no other', async () => {
    // vsce reads every file below the folder before it applies the allow-list.
    const files = await listFiles({ packageManager: PackageManager.None });
    assert.ok(files.some(isLoadedWhenNeeded));
    assert.deepEqual(files.filter((file) => !isLoadedWhenNeeded(file)).toSorted(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/extension.js',
      'dist/local-service.mjs',
      'dist/packaging-thread.cjs',
      'dist/screen/codicon.ttf',
      'dist/screen/screen.css',
      'dist/screen/screen.js',
      'l10n/bundle.l10n.json',
      'media/activity-bar.svg',
      'media/icon.png',
      'media/screen-dark.svg',
      'media/screen-light.svg',
      'media/screenshot-dark.png',
      'media/screenshot.png',
      'media/walkthrough/check.svg',
      'media/walkthrough/click.svg',
      'media/walkthrough/connect.svg',
      'media/walkthrough/upload.svg',
      'package.json',
      'package.nls.json',
      'schemas/clicks.schema.json',
      'schemas/points.schema.json',
    ]);
  });

  it('has less than 1.5 MB, with the local service in it', async () => {
    const vsix = path.resolve('dist/browser-sessions.vsix');
    assert.ok((await names(vsix)).includes('extension/dist/local-service.mjs'));
    const { size } = await stat(vsix);
    assert.ok(size < 1_500_000, `${size} bytes`);
  });

  it('ships no source map, and no word of where it was built', async () => {
    const service = await readFile(path.resolve('dist/local-service.mjs'), 'utf8');
    assert.ok(!service.includes('sourceMappingURL'));
    assert.ok(!service.includes(process.cwd()));
  });
});

/** Whether the file is a part of the extension that is loaded lazily. */
function isLoadedWhenNeeded(file: string): boolean {
  return /^dist\/chunks\/[\w.-]+\.js$/.test(file);
}

async function names(zip: string): Promise<string[]> {
  const file = await openPromise(zip);
  const found: string[] = [];
  for await (const { fileName } of file.eachEntry()) found.push(fileName);
  return found;
}
