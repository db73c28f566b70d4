import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../../src/core/errors';
import { MAX_JOB_MS, ThreadPool, TookTooLong } from '../../../../src/packaging/thread/thread-pool';
import { folderForEachTest, writeEndless } from '../../../support/endless-rules';

/** Milliseconds, more than any other job here needs. */
const DEADLINE = 4000;

describe('The deadline of a job', function deadline() {
  const root = folderForEachTest();
  const threads = new ThreadPool(path.resolve('out/packaging-thread.cjs'), DEADLINE);

  it('is 30 seconds', () => assert.equal(MAX_JOB_MS, 30_000));

  for (const file of ['.gitignore', '.extensionignore'] as const) {
    it(`names the file that was held against the rules of ${file}, and these`, async () => {
      const folder = await writeEndless(root(), file);
      await assert.rejects(threads.run('inspectExtension', [folder, {}]), (error) => {
        assert.ok(error instanceof TookTooLong && error instanceof UserError);
        assert.match(
          error.message,
          /^The rules in \.\w*ignore took longer than 4 s \(at “(node_modules\/)?a(\/a)+\/\S*”\)\. Simplify them\.$/,
        );
        assert.equal(error.rules, path.join(root(), file));
        return true;
      });
    });
  }

  it('ends the search for a rule too, and leaves the ignore file as it was', async () => {
    await writeEndless(root(), '.extensionignore');
    const file = path.join(root(), '.extensionignore');
    const before = await readFile(file, 'utf8');
    const request = {
      folder: root(),
      ignoreFile: file,
      within: `node_modules/${'a/'.repeat(40)}x.js`,
      included: false,
      isFolder: false,
      isIncludedWithout: true,
    };
    await assert.rejects(threads.run('ruleFor', [request]), TookTooLong);
    assert.equal(await readFile(file, 'utf8'), before);
  });

  it('names the file that was read where no rule is at fault', async () => {
    const source = path.join(root(), 'large.js');
    const bytes = 1_000_000;
    await writeFile(source, ' '.repeat(bytes));
    // 100 GB: more than any machine searches until the deadline.
    const files = Array.from({ length: 100_000 }, () => ({ path: 'large.js', source, bytes }));
    await assert.rejects(threads.run('findSecrets', [files, 'salt']), {
      name: 'TookTooLong',
      message: /^Stopped after 4 seconds at .*large\.js\./,
    });
  });
});
