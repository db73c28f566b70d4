import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nightly } from '../../../support/nightly';
import { TestFolder } from './folder';

describe('A folder of 10,000 files', () => {
  const folder = new TestFolder();

  async function fill(within: string, folders: number, each: number): Promise<void> {
    for (let index = 0; index < folders; index++) {
      const target = path.join(folder.root, within, `d${index}`);
      await mkdir(target, { recursive: true });
      await Promise.all(Array.from({ length: each }, (_, file) => writeFile(path.join(target, `f${file}.js`), 'x')));
    }
  }

  nightly('is chosen from with all its rules, and node_modules stands there once', async () => {
    await folder.lay({ '.gitignore': '*.tmp\n/build/\n!/keep.tmp\n', '.extensionignore': '/drafts/\n*.psd\n' });
    await fill('', 100, 100);
    await fill('node_modules', 10, 10);
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const start = performance.now();
      const { files, excluded } = await folder.select();
      times.push(performance.now() - start);
      assert.equal(files.length, 10_001);
      assert.deepEqual(
        excluded.map(({ path: name }) => name),
        ['.extensionignore', '.gitignore', 'node_modules'],
      );
    }
    console.log(`      ${times.map((time) => `${Math.round(time)} ms`).join(', ')}`);
  });
});
