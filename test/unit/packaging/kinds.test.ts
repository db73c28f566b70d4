import assert from 'node:assert/strict';
import { english } from '../../../src/core/message';
import { inspectExtension, type Problem } from '../../../src/packaging';
import { ASKED_VERSIONS } from '../../../src/packaging/verdict/asked-versions';
import { writeFiles } from '../../support/files';
import { temporaryFolder } from '../../support/temporary-folder';

const OLD = { manifest_version: 2, name: 'a', version: '1' };

describe('What is no extension', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  async function problemsOf(
    manifest: object,
    files: Readonly<Record<string, string>> = {},
    chromium?: string,
  ): Promise<readonly Problem[]> {
    writeFiles(folder, { 'manifest.json': manifest, ...files });
    return (await inspectExtension(folder, chromium === undefined ? {} : { chromium }, new AbortController().signal))
      .problems;
  }

  const kinds: [string, string, object][] = [
    ['Chrome app', 'app', { background: { scripts: ['gone.js'] } }],
    ['Chrome app', 'app', { launch: { local_path: 'gone.html' } }],
    ['Chrome app', 'app', {}],
    ['hosted app', 'app', { launch: { web_url: 'https://a.b/' } }],
    ['hosted app', 'app', { urls: 1 }],
    ['theme', 'theme', { colors: { frame: 1 } }],
    ['ChromeOS system extension', 'chromeos_system_extension', {}],
    ['shared module', 'export', {}],
  ];
  for (const [kind, key, value] of kinds) {
    for (const version of [2, 3]) {
      it(`is a ${kind} of version ${version} by ${JSON.stringify({ [key]: value })}: one warning says that it is not checked`, async () => {
        const problems = await problemsOf({ ...OLD, manifest_version: version, content_scripts: 1, [key]: value });
        assert.deepEqual(
          problems.map(({ severity, code, line, message }) => [severity, code, line, english(message)]),
          [
            [
              'warning',
              'no-extension',
              6,
              `“${key}” makes this a ${kind}, which isn’t checked further. If it should be an extension, remove “${key}”.`,
            ],
          ],
        );
        assert.deepEqual(
          problems[0]?.fixes?.map(({ title }) => english(title)),
          [`Remove "${key}"`],
        );
      });
    }
  }

  it('is a theme if it is an app too: the first of the keys counts for Chromium', async () => {
    const problems = await problemsOf({ ...OLD, app: {}, export: {}, theme: {} });
    assert.match(problems.map(({ message }) => english(message)).join(), /^“theme” makes this a theme,/);
  });

  describe('where versions of Chromium differ', () => {
    const LATEST = { manifest_version: 3, name: 'a', version: '1' };
    const differing: [string, object, Record<string, string>, RegExp][] = [
      [
        'a language',
        { ...LATEST, default_locale: 'mk' },
        { '_locales/mk/messages.json': '{}' },
        /^Unknown locale “mk”.* Chromium 150 reports this; Chromium 156 doesn’t\.$/,
      ],
      [
        'the folder of a language',
        { ...LATEST, default_locale: 'en' },
        { '_locales/en/messages.json': '{}', '_locales/mk/messages.json': '{}' },
        /: mk\..* Chromium 150 reports this; Chromium 156 doesn’t\.$/,
      ],
      [
        'a permission',
        { ...LATEST, permissions: ['idltest'] },
        {},
        /“idltest”.* Chromium 156 reports this; Chromium 150 doesn’t\.$/,
      ],
      [
        'a key',
        { ...LATEST, file_system_provider_capabilities: { source: 'file' } },
        {},
        /^Unknown key “file_system_provider_capabilities”\. Chromium ignores it\. Chromium 156 reports this; Chromium 150 doesn’t\.$/,
      ],
    ];
    for (const [what, manifest, files, words] of differing) {
      it(`${what} is a warning that names them`, async () => {
        const problems = await problemsOf(manifest, files);
        assert.deepEqual(
          problems.map(({ severity }) => severity),
          ['warning'],
        );
        assert.match(problems.map(({ message }) => english(message)).join(), words);
      });

      it(`${what} is one only for the browser that the folder is for, if that is a tested version`, async () => {
        const all = await problemsOf(manifest, files);
        const minding = /Chromium (\d+) reports this/.exec(all.map(({ message }) => english(message)).join())?.[1];
        for (const version of ASKED_VERSIONS)
          assert.deepEqual(
            await problemsOf(manifest, files, version.replace(/\.\d+$/, '.1')),
            version.startsWith(`${minding}.`) ? all : [],
          );
        assert.deepEqual(await problemsOf(manifest, files, '149.0.0.1'), all);
      });
    }

    it('what all of them mind, each for a reason of its own, is an error', async () => {
      const problems = await problemsOf({ ...LATEST, default_locale: 'mk' }, { '_locales/mk/messages.json': '{' });
      assert.deepEqual(
        problems.map(({ severity, code }) => [severity, code]),
        [
          ['warning', 'locale-default'],
          ['error', 'file-not-json'],
        ],
      );
    });

    it('what each of them passes over, for a reason of its own, is a warning that is true of all and names none', async () => {
      const words: string[] = [];
      for (const permission of ['fileSystemProvider', 'inputMethodPrivate', 'speechRecognitionPrivate']) {
        const problems = await problemsOf({ ...LATEST, permissions: [permission] });
        words.push(...problems.map(({ severity, message }) => `${severity} ${english(message)}`));
      }
      assert.deepEqual(words, [
        'warning The permission “fileSystemProvider” has an effect only on ChromeOS.',
        'warning Chromium doesn’t grant the permission “inputMethodPrivate” to this extension. Remove it.',
        'warning Chromium doesn’t grant the permission “speechRecognitionPrivate” to this extension. Remove it.',
      ]);
    });

    it('warns of a Chromium that is needed when it is newer than the newest that was asked', async () => {
      const newest = Number.parseInt(ASKED_VERSIONS.at(-1) ?? '', 10);
      assert.deepEqual(await problemsOf({ ...LATEST, minimum_chrome_version: '150' }), []);
      const [between] = await problemsOf({ ...LATEST, minimum_chrome_version: `${newest}` });
      assert.match(
        english(between?.message ?? { template: '', args: [] }),
        / Chromium 150 reports this; Chromium 156 doesn’t\.$/,
      );
      for (const asked of [`${newest + 1}`, `${ASKED_VERSIONS.at(-1)}.1`]) {
        const problems = await problemsOf({ ...LATEST, minimum_chrome_version: asked });
        assert.deepEqual(
          problems.map(({ severity, code, message }) => [severity, code, english(message)]),
          [
            [
              'warning',
              'minimum-chrome-version',
              `“minimum_chrome_version” requires Chromium ${asked}. Older versions, such as ${ASKED_VERSIONS.at(-1)}, reject the extension. Use a session with a newer browser, or lower the version.`,
            ],
          ],
        );
      }
      assert.deepEqual(await problemsOf({ ...LATEST, minimum_chrome_version: '150.0.7871.100' }), []);
    });
  });
});
