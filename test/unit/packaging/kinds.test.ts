import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { english } from '../../../src/core/message';
import { inspectExtension, type Problem } from '../../../src/packaging';
import { ASKED_VERSIONS } from '../../../src/packaging/verdict/asked-versions';

const OLD = { manifest_version: 2, name: 'a', version: '1' };

describe('What loads and is no extension', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'kinds-'))));
  afterEach(() => rm(folder, { recursive: true }));

  async function problemsOf(manifest: object, files: Readonly<Record<string, string>> = {}): Promise<readonly Problem[]> {
    for (const [name, content] of Object.entries({ 'manifest.json': JSON.stringify(manifest, null, 2), ...files })) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
    return (await inspectExtension(folder, {}, new AbortController().signal)).problems;
  }

  const idle: [string, object, RegExp][] = [
    ['a Chrome app', { ...OLD, app: { background: { scripts: ['a.js'] } } }, /^“app” makes this a Chrome app\. Chromium loads it, and nothing runs it any more\. Remove it, and make this an extension of manifest version 3\.$/],
    ['a hosted app', { ...OLD, app: { launch: { web_url: 'https://a.b/' } } }, /^“app” makes this a hosted app: a link to a website\. Chromium loads it, and nothing runs it any more\./],
    ['a packaged app', { ...OLD, app: { launch: { local_path: 'a.html' } } }, /^“app” makes this a packaged app, .* nothing runs it any more\./],
    ['a theme', { ...OLD, theme: { colors: { frame: [1, 2, 3] } } }, /^This is a theme of manifest version 2\. Chromium still loads it; nothing of a theme runs\. Write: "manifest_version": 3$/],
    ['a shared module', { ...OLD, export: {} }, /^“export” makes this a shared module\. Chromium loads it, and nothing runs it: /],
    ['a Chrome app of manifest version 3', { ...OLD, manifest_version: 3, app: { background: { scripts: ['a.js'] } } }, /^“app” makes this a Chrome app\./],
  ];
  for (const [what, manifest, words] of idle) {
    it(`is ${what}: a warning says that nothing runs it, and what to do`, async () => {
      const problems = await problemsOf(manifest, { 'a.js': '', 'a.html': '' });
      assert.deepEqual(problems.map(({ severity }) => severity), ['warning']);
      assert.match(problems.map(({ message }) => english(message)).join(), words);
      assert.equal(problems[0]?.fixes?.length, 1);
    });
  }

  it('is not judged by keys that Chromium passes over because of the kind', async () => {
    const theme = { ...OLD, manifest_version: 3, theme: {}, background: { service_worker: 'gone.js' }, content_scripts: 1, action: { default_icon: 'gone.png' } };
    assert.deepEqual(await problemsOf(theme), []);
  });

  it('is an error where the app names files that are not there', async () => {
    const problems = await problemsOf({ ...OLD, app: { launch: { local_path: 'a.html' } }, content_scripts: [{ matches: ['https://a.b/*'], js: ['gone.js'] }] }, { 'a.html': '' });
    assert.deepEqual(problems.filter(({ severity }) => severity === 'error').map(({ code }) => code), ['file-missing']);
  });

  it('is no app that was made of a user script: Chromium takes that for an extension', async () => {
    const problems = await problemsOf({ ...OLD, app: { launch: { local_path: 'a.html' } }, converted_from_user_script: true }, { 'a.html': '' });
    assert.deepEqual(problems.map(({ severity, code }) => [severity, code]), [['error', 'manifest-version']]);
  });

  describe('where versions of Chromium differ', () => {
    const LATEST = { manifest_version: 3, name: 'a', version: '1' };
    const differing: [string, object, Record<string, string>, RegExp][] = [
      ['a language', { ...LATEST, default_locale: 'mk' }, { '_locales/mk/messages.json': '{}' }, /^Chromium 150 minds this, and Chromium 156 does not\. “mk” is no language/],
      ['the folder of a language', { ...LATEST, default_locale: 'en' }, { '_locales/en/messages.json': '{}', '_locales/mk/messages.json': '{}' }, /^Chromium 150 minds this, and Chromium 156 does not\. .*: mk\./],
      ['a permission', { ...LATEST, permissions: ['idltest'] }, {}, /^Chromium 156 minds this, and Chromium 150 does not\. .* “idltest”/],
      ['a key', { ...LATEST, file_system_provider_capabilities: { source: 'file' } }, {}, /^Chromium 156 minds this, and Chromium 150 does not\. .*“file_system_provider_capabilities” and passes over it\.$/],
    ];
    for (const [what, manifest, files, words] of differing) {
      it(`${what} is a warning that names them`, async () => {
        const problems = await problemsOf(manifest, files);
        assert.deepEqual(problems.map(({ severity }) => severity), ['warning']);
        assert.match(problems.map(({ message }) => english(message)).join(), words);
      });
    }

    it('what all of them mind, each for a reason of its own, is an error', async () => {
      const problems = await problemsOf({ ...LATEST, default_locale: 'mk' }, { '_locales/mk/messages.json': '{' });
      assert.deepEqual(problems.map(({ severity, code }) => [severity, code]), [['warning', 'locale-default'], ['error', 'file-not-json']]);
    });

    it('warns of a Chromium that is needed when it is newer than the newest that was asked', async () => {
      const newest = Number.parseInt(ASKED_VERSIONS.at(-1) ?? '', 10);
      assert.deepEqual(await problemsOf({ ...LATEST, minimum_chrome_version: '150' }), []);
      const [between] = await problemsOf({ ...LATEST, minimum_chrome_version: `${newest}` });
      assert.match(english(between?.message ?? { template: '', args: [] }), /^Chromium 150 minds this, and Chromium 156 does not\./);
      assert.deepEqual((await problemsOf({ ...LATEST, minimum_chrome_version: `${newest + 1}` })).map(({ severity, code }) => [severity, code]), [['warning', 'minimum-chrome-version']]);
    });
  });
});
