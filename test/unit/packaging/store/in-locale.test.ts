import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { copyInLocale, inspectExtension, localesOf } from '../../../../src/packaging';
import { manifest, writeFiles } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

const { signal } = new AbortController();

async function copied(files: Record<string, object | string>, locale: string): Promise<string> {
  const [folder, target] = [temporaryFolder(), path.join(temporaryFolder(), 'copy')];
  writeFiles(folder, { 'manifest.json': { ...manifest('Hello'), default_locale: 'en' }, ...files });
  const inspection = await inspectExtension(folder, {}, signal);
  await copyInLocale(inspection.files, locale, target, signal);
  return target;
}

describe('A copy in one locale', () => {
  it('has its messages alone, in place of the default ones, with what it lacks from its language and the default', async () => {
    const target = await copied(
      {
        '_locales/en/messages.json':
          '// first\n{ "One": { "message": "1" }, "two": { "message": "2" }, "three": { "message": "3" } }',
        '_locales/pt/messages.json': { two: { message: 'dois' }, three: { message: 'tres' } },
        '_locales/pt_BR/messages.json': { THREE: { message: 'três $N$', placeholders: { n: { content: '$1' } } } },
        'page.html': 'page',
      },
      'pt_BR',
    );
    assert.deepEqual(readdirSync(path.join(target, '_locales')), ['en']);
    assert.deepEqual(JSON.parse(readFileSync(path.join(target, '_locales/en/messages.json'), 'utf8')), {
      one: { message: '1' },
      two: { message: 'dois' },
      three: { message: 'três $N$', placeholders: { n: { content: '$1' } } },
    });
    assert.equal(readFileSync(path.join(target, 'page.html'), 'utf8'), 'page');
    assert.deepEqual((await inspectExtension(target, {}, signal)).problems, []);
  });

  it('says which file of messages can’t be read', async () => {
    const files = { '_locales/en/messages.json': {}, '_locales/de/messages.json': '{' };
    await assert.rejects(copied(files, 'de'), /_locales\/de\/messages\.json isn’t valid JSON/);
  });

  it('is made of the locales that Chromium knows', () => {
    const files = ['de', 'xx', 'en', '../de'].map((each) => ({ path: `_locales/${each}/messages.json` }));
    assert.deepEqual(localesOf([...files, { path: 'lib/_locales/fr/messages.json' }]), ['de', 'en']);
  });
});
