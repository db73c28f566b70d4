import assert from 'node:assert/strict';
import { packExtension, type PackProgress } from '../../../../src/packaging';
import { folderForEachTest, inspect, script, signal } from './folder';
import { writeFiles } from '../../../support/files';

describe('The progress of packing', () => {
  const root = folderForEachTest();

  it('only rises, ends with everything, and comes no oftener than 20 times a second', async () => {
    writeFiles(root(), {
      'a.js': script(8_000_000),
      ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`d/${index}.js`, script(1000)])),
    });
    const inspection = await inspect(root());
    const told: PackProgress[] = [];
    const start = performance.now();
    await packExtension(inspection, signal, (progress) => told.push(progress));
    const most = 2 + (performance.now() - start) / 50;
    assert.ok(told.length <= most, `${told.length} of at most ${most}`);
    assert.deepEqual(told.at(-1), {
      done: 502,
      files: 502,
      bytes: inspection.totalBytes,
      totalBytes: inspection.totalBytes,
    });
    for (const [index, { done, bytes }] of told.slice(1).entries()) {
      assert.ok(done >= (told[index]?.done ?? 0));
      assert.ok(bytes > (told[index]?.bytes ?? 0));
    }
  });
});
