import assert from 'node:assert/strict';
import { inspectExtension } from '../../../src/packaging';
import { type Files, lay, PNG } from '../../verdicts/case';
import { temporaryFolder } from '../../support/temporary-folder';

const MANIFEST = { manifest_version: 3, name: 'a', version: '1' };
const LONG = `${'a'.repeat(132)}😀`;

const messages = (text: string): object => ({ ABOUT: { message: text } });

async function check(manifest: object, files: Files = {}): Promise<string[]> {
  const folder = temporaryFolder();
  await lay(folder, { name: '', files: { 'manifest.json': { ...MANIFEST, ...manifest }, ...files } });
  const { problems } = await inspectExtension(folder, {}, new AbortController().signal);
  return problems.map(({ severity, code, file, line, column }) => `${severity} ${code} ${file}:${line}:${column}`);
}

describe('What the store rejects', () => {
  it('is a description of more than 132 characters, as a person counts them', async () => {
    assert.deepEqual(await check({ description: LONG }), ['warning description-length manifest.json:5:18']);
    assert.deepEqual(await check({ description: `${'a'.repeat(131)}😀` }), []);
  });

  it('is a description that is too long in one of its languages', async () => {
    assert.deepEqual(
      await check(
        { default_locale: 'en', description: '__MSG_about__' },
        {
          '_locales/en/messages.json': messages('short'),
          '_locales/de/messages.json': messages(LONG),
          '_locales/fr/messages.json': { about: { message: `${LONG}$who$`, placeholders: { who: { content: 'a' } } } },
        },
      ),
      ['warning description-length _locales/de/messages.json:3:16'],
    );
  });

  it('is an extension whose icons are all smaller than that of the store, if it has any', async () => {
    assert.deepEqual(await check({ icons: { 16: 'a.png', 48: 'a.png' } }, { 'a.png': PNG }), [
      'warning icon-size manifest.json:5:3',
    ]);
    for (const icons of [undefined, {}, { 128: 'a.png' }, { 16: 'a.png', 256: 'a.png' }])
      assert.deepEqual(await check({ icons }, { 'a.png': PNG }), []);
  });
});
