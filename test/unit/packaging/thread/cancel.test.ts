import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import { PATIENCE } from '../../../support/until';
import { MANIFEST_TEXT, script } from '../zip/folder';
import { folderForEachTest, writeEndless } from '../../../support/endless-rules';
import { writeFiles } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

const run = promisify(execFile);

/**
 * The output of a script that imports our public interface and gets these folders. It runs in its own process, because
 * one that hangs would also block the test.
 */
async function said(text: string, ...folders: string[]): Promise<string> {
  const head = `const { inspectExtension, packExtension } = await import(process.argv[1]); const [, , one, other] = process.argv; const { signal } = new AbortController();`;
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '--eval', head + text, '--', pathToFileURL('out/packaging.mjs').href, ...folders],
    { timeout: PATIENCE, killSignal: 'SIGKILL' },
  );
  return stdout;
}

describe('A folder whose rules take for ever', () => {
  const root = folderForEachTest();
  let other = '';
  beforeEach(async () => {
    other = temporaryFolder();
    writeFiles(other, { 'manifest.json': MANIFEST_TEXT, 'a.js': 'a' });
  });

  for (const file of ['.gitignore', '.extensionignore'] as const) {
    it(`in ${file} holds up neither the process nor other folders, and cancel ends the work at once`, async () => {
      const endless = await writeEndless(root(), file);
      assert.equal(
        await said(
          `
        const controller = new AbortController();
        const endless = inspectExtension(one, {}, controller.signal);
        endless.catch(() => {});
        const upload = await packExtension(await inspectExtension(other, {}, signal), signal);
        console.log(upload.files, (await inspectExtension(other, {}, signal)).files.length);
        setImmediate(() => console.log('a turn of the event loop'));
        setImmediate(() => controller.abort());
        await endless.catch(({ name }) => console.log(name));
      `,
          endless,
          other,
        ),
        '2 2\na turn of the event loop\nCancelled\n',
      );
    });
  }

  it('more than there are threads for: the others wait for a turn, and cancel takes them out of the line', async () => {
    const endless = await writeEndless(root(), '.gitignore');
    assert.equal(
      await said(
        `
      const controllers = Array.from({ length: 6 }, () => new AbortController());
      const all = controllers.map((each) => inspectExtension(one, {}, each.signal).catch(({ name }) => name));
      const last = inspectExtension(other, {}, signal);
      for (const at of [5, 4]) controllers[at].abort();
      console.log(await all[5], await all[4]);
      for (const at of [0, 1, 2, 3]) controllers[at].abort();
      console.log(...(await Promise.all(all)), (await last).files.length);
    `,
        endless,
        other,
      ),
      'Cancelled Cancelled\nCancelled Cancelled Cancelled Cancelled Cancelled Cancelled 2\n',
    );
  });
});

describe('A process that packs', () => {
  let root = '';
  beforeEach(async () => {
    root = temporaryFolder();
    writeFiles(root, {
      'manifest.json': MANIFEST_TEXT,
      'large.js': script(2_000_000),
      ...Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`d/${index}.js`, script(10_000)])),
    });
  });

  it('ends by itself when it has nothing more to do, though a thread is still there for the next job', async () => {
    assert.equal(
      await said(`console.log((await packExtension(await inspectExtension(one, {}, signal), signal)).files);`, root),
      '102\n',
    );
  });

  it('ends by itself too when all that it asked for failed', async () => {
    assert.equal(
      await said(`await inspectExtension(one + '/gone', {}, signal).catch(({ name }) => console.log(name));`, root),
      'UserError\n',
    );
  });

  it('is not aborted, whenever packings are cancelled in the middle', async () => {
    assert.equal(
      await said(
        `
      const inspection = await inspectExtension(one, {}, signal);
      const names = new Set();
      for (let round = 0; round < ${process.env['TEST_NIGHTLY'] ? 100 : 20}; round++) {
        const controller = new AbortController();
        const packing = packExtension(inspection, controller.signal, ({ bytes, totalBytes }) => bytes >= totalBytes * (round % 10) / 20 && controller.abort());
        await packing.then(() => names.add('done'), ({ name }) => names.add(name));
      }
      console.log(...names);
    `,
        root,
      ),
      'Cancelled\n',
    );
  });

  it('is not aborted when it exits in the middle', async () => {
    assert.equal(
      await said(
        `
      const inspection = await inspectExtension(one, {}, signal);
      await packExtension(inspection, signal, ({ bytes }) => bytes > 0 && process.exit(0));
    `,
        root,
      ),
      '',
    );
  });

  it('leaves nothing behind in the folder', async () => {
    await writeFile(path.join(root, '.extensionignore'), '/d/1.js\n');
    await said(`await packExtension(await inspectExtension(one, {}, signal), signal);`, root);
    assert.deepEqual((await readdir(root)).toSorted(), ['.extensionignore', 'd', 'large.js', 'manifest.json']);
  });
});
