import assert from 'node:assert/strict';
import { packExtension } from '../../../../src/packaging';
import { archive } from '../../../../src/packaging/zip/archive';
import { joinArchives } from '../../../../src/packaging/zip/join-archives';
import { folderForEachTest, inspect, noise, pack, read, script, signal } from './folder';
import { writeFiles } from '../../../support/files';

const counter = (): void => {};

describe('Archives that are joined', () => {
  const root = folderForEachTest();

  for (const parts of [1, 2, 3, 5]) {
    it(`have the bytes of one archive of all their files: ${parts}`, async () => {
      writeFiles(root(), {
        'ä.js': script(5000),
        'b/ü.png': noise(3000),
        'c.js': '',
        'd.bin': noise(1_500_000),
        'z.js': script(2_000_000),
      });
      const files = (await inspect(root())).files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
      const share = Math.ceil(files.length / parts);
      const shares = Array.from({ length: parts }, (_, index) => files.slice(index * share, (index + 1) * share));
      const archives = await Promise.all(shares.map((each) => archive(each, signal, counter)));
      const whole = Buffer.concat(await archive(files, signal, counter));
      assert.ok(joinArchives(archives).zip.equals(whole));
      assert.ok((await pack(root())).zip.equals(whole));
      assert.deepEqual(
        [...(await read(whole)).keys()],
        files.map((file) => file.path),
      );
    });
  }

  it('end all when one of them meets a file that is gone, which is the one that is told', async () => {
    writeFiles(root(), Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.js`, script(20_000)])));
    const inspection = await inspect(root());
    const files = inspection.files.map((file) =>
      file.path === '29.js' ? { ...file, source: `${file.source}.gone` } : file,
    );
    await assert.rejects(packExtension({ files }, signal), {
      name: 'UserError',
      message: '29.js no longer exists or can’t be read. Nothing was sent.',
    });
  });
});
