import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findExtensionFolders, inspectExtension } from '../../../src/packaging';
import { projectOf } from '../../../src/packaging/project/project';
import { writeProject } from './project/project-folder';
import { requires } from '../abilities';
import { manifest } from '../../support/files';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();

describe('A name that the folder gives', () => {
  let root: string;
  before(function () {
    requires(this, 'links', 'pipes');
  });
  beforeEach(async () => {
    root = temporaryFolder();
  });
  const at = (name: string): string => path.join(root, name);

  const kinds: [string, (file: string) => Promise<void>][] = [
    ['a pipe', async (file) => void execFileSync('mkfifo', [file])],
    // This device ends immediately, so that a failing test does not use up all memory, as it would with `/dev/zero`.
    ['a link to a device', async (file) => symlink('/dev/null', file)],
    ['a file of 17 MiB', async (file) => writeFile(file, '').then(() => truncate(file, 17 * 1024 * 1024))],
  ];
  for (const [kind, make] of kinds) {
    it(`may be ${kind}: a manifest is told as missing, and no extension is found by it`, async () => {
      await make(at('manifest.json'));
      assert.deepEqual(
        (await inspectExtension(root, {}, signal)).problems.map(({ code }) => code),
        ['manifest-missing'],
      );
      assert.deepEqual(await findExtensionFolders(root, signal), []);
    });

    it(`may be ${kind}: own rules are told as unreadable`, async () => {
      await writeProject(root, { 'manifest.json': manifest('a') });
      await make(at('.extensionignore'));
      await assert.rejects(inspectExtension(root, {}, signal), {
        name: 'UserError',
        message: /^Couldn’t read .*\.extensionignore\./,
      });
    });

    it(`may be ${kind}: messages leave the name as it is, and a package.json makes no project`, async () => {
      await writeProject(root, {
        'manifest.json': manifest('__MSG_a__', { default_locale: 'en' }),
        '_locales/en/other.json': {},
      });
      await make(at('_locales/en/messages.json'));
      await make(at('package.json'));
      assert.equal((await inspectExtension(root, {}, signal)).manifest?.name, '__MSG_a__');
      assert.notEqual((await projectOf(root))?.folder, root);
    });
  }
});
