import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { openPromise } from 'yauzl';

describe('The packaged extension', () => {
  it('carries these files and no other', async () => {
    // vsce reads every file below the folder before it applies the allow-list.
    const files = await listFiles({ packageManager: PackageManager.None });
    assert.ok(files.some(isLoadedWhenNeeded));
    assert.deepEqual(files.filter((file) => !isLoadedWhenNeeded(file) && !isPicture(file)).toSorted(), [
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
      'package.json',
      'package.nls.json',
      'schemas/clicks.schema.json',
      'schemas/points.schema.json',
    ]);
  });

  it('has less than 1.5 MB, with the local service in it, and pictures of less than 5 MB', async () => {
    const packed = await sizes(path.resolve('dist/browser-sessions.vsix'));
    assert.ok(packed.has('dist/local-service.mjs'));
    const [pictures, others] = [true, false].map((isSo) =>
      [...packed].reduce((sum, [file, size]) => (isPicture(file) === isSo ? sum + size : sum), 0),
    );
    assert.ok(others !== undefined && others < 1_500_000, `${others} bytes`);
    assert.ok(pictures !== undefined && pictures > 0 && pictures < 5_000_000, `${pictures} bytes`);
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

/** Whether the file is one that `npm run pictures` makes. */
function isPicture(file: string): boolean {
  return /^media\/(pictures|walkthrough)\/[\w-]+\.(png|gif)$/.test(file);
}

/** What each file of the extension takes in the zip, in bytes. */
async function sizes(zip: string): Promise<Map<string, number>> {
  const file = await openPromise(zip);
  const found = new Map<string, number>();
  for await (const { fileName, compressedSize } of file.eachEntry())
    found.set(fileName.replace('extension/', ''), compressedSize);
  return found;
}
