import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Cancelled } from '../../../../src/core/errors';
import { packExtension } from '../../../../src/packaging';
import { PATIENCE } from '../../../support/until';
import { folderForEachTest, inspect, noise, script } from './folder';
import { writeFiles } from '../../../support/files';

describe('Packing that is cancelled', () => {
  const root = folderForEachTest();
  beforeEach(() =>
    writeFiles(root(), {
      'a.js': script(6_000_000),
      'b.png': noise(6_000_000),
      ...Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`d/${index}.js`, script(2000)])),
    }),
  );

  it('does not begin', async () => {
    await assert.rejects(packExtension(await inspect(root()), AbortSignal.abort()), { name: 'Cancelled' });
  });

  it('ends with Cancelled at whatever point, and tells of no progress any more', async () => {
    const inspection = await inspect(root());
    for (const after of [0, 1, 2, 3, 5, 8]) {
      const controller = new AbortController();
      let told = 0;
      await assert.rejects(
        packExtension(inspection, controller.signal, ({ bytes, totalBytes }) => {
          assert.ok(!controller.signal.aborted, 'progress after the end');
          told += 1;
          if (told > after || bytes === totalBytes) controller.abort();
        }),
        Cancelled,
      );
    }
  });

  it('ends with Cancelled in any turn of the event loop', async () => {
    const inspection = await inspect(root());
    for (const turns of [0, 1, 4, 16, 64]) {
      const controller = new AbortController();
      const packing = packExtension(inspection, controller.signal);
      packing.catch(() => {});
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      controller.abort();
      await assert.rejects(packing, Cancelled);
    }
  });

  it('ends with Cancelled too where the files are few and small, or few and large', async () => {
    await rm(path.join(root(), 'd'), { recursive: true });
    const { files, ...rest } = await inspect(root());
    for (const some of [files, files.filter(({ path: name }) => name === 'manifest.json')]) {
      const controller = new AbortController();
      await assert.rejects(
        packExtension({ ...rest, files: some }, controller.signal, () => controller.abort()),
        Cancelled,
      );
    }
  });

  it('leaves nothing that goes on: the process ends by itself', () => {
    const said = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `
      const { inspectExtension, packExtension } = await import(process.argv[1]);
      const controller = new AbortController();
      const inspection = await inspectExtension(process.argv[2], {}, controller.signal);
      await packExtension(inspection, controller.signal, () => controller.abort()).catch((error) => console.log(error.name));
    `,
        '--',
        pathToFileURL('out/packaging.mjs').href,
        root(),
      ],
      { encoding: 'utf8', timeout: PATIENCE },
    );
    assert.equal(said, 'Cancelled\n');
  });
});
