import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { english } from '../../../src/core/message';
import { inspectExtension, type Inspection } from '../../../src/packaging';

const good = { manifest_version: 3, name: 'Good', version: '1.0' };

describe('The check of a manifest', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'manifest-'))));
  afterEach(() => rm(folder, { recursive: true }));

  async function inspect(manifest: string | Buffer | object | undefined): Promise<Inspection> {
    const content = typeof manifest === 'string' || Buffer.isBuffer(manifest) ? manifest : JSON.stringify(manifest, null, 2);
    if (manifest !== undefined) await writeFile(path.join(folder, 'manifest.json'), content);
    return inspectExtension(folder, {}, new AbortController().signal);
  }

  const passing: [string, string | object][] = [
    ['the smallest one', good],
    ['a byte order mark', `\ufeff${JSON.stringify(good)}`],
    ['comments', `// one\n${JSON.stringify(good)} /* two */`],
    ['a later version of the format', { ...good, manifest_version: 4 }],
    ['a version of four parts', { ...good, version: '1.02.003.4294967295' }],
    ['a key that stands twice, the last one right', '{"manifest_version":2,"manifest_version":3,"name":"a","version":"1"}'],
  ];
  for (const [what, manifest] of passing) {
    it(`finds nothing wrong with ${what}`, async () => assert.deepEqual((await inspect(manifest)).problems, []));
  }

  const failing: [string, string | Buffer | object | undefined, string, number | undefined, RegExp][] = [
    ['a missing file', undefined, 'manifest-missing', undefined, /has no manifest.json/],
    ['an empty file', '', 'manifest-not-json', 1, /the file is empty/],
    ['a comma too many', '{\n  "manifest_version": 3,\n  "name": "a",\n  "version": "1",\n}', 'manifest-not-json', 5, /comma is too many/],
    ['single quotes', "{\n'name': 1}", 'manifest-not-json', 2, /double quotes/],
    ['a missing comma', '{"manifest_version": 3\n "name": "a"}', 'manifest-not-json', 2, /comma is missing/],
    ['a missing brace', '{"manifest_version": 3', 'manifest-not-json', 1, /brace/],
    ['an array', '[]', 'manifest-not-object', 1, /one object/],
    ['another encoding', Buffer.from(`\ufeff${JSON.stringify(good)}`, 'utf16le'), 'manifest-encoding', 1, /UTF-8/],
    ['manifest version 2', '{\n  "name": "a",\n  "manifest_version": 2,\n  "version": "1"\n}', 'manifest-version', 3, /no longer loads/],
    ['manifest version "3" in quotes', { ...good, manifest_version: '3' }, 'manifest-version', 2, /without quotes/],
    ['manifest version 3.0', '{"manifest_version": 3.0, "name": "a", "version": "1"}', 'manifest-version', 1, /decimals/],
    ['manifest version 1', { ...good, manifest_version: 1 }, 'manifest-version', 2, /must be the number 3/],
    ['no manifest version', { name: 'a', version: '1' }, 'manifest-version', 1, /is missing/],
    ['no name', { manifest_version: 3, version: '1' }, 'name', 1, /is missing/],
    ['an empty name', { ...good, name: '' }, 'name', 3, /not empty/],
    ['a name that is a number', { ...good, name: 3 }, 'name', 3, /must be a text/],
    ['no version', { manifest_version: 3, name: 'a' }, 'version', 1, /is missing/],
    ...['', '1.', '1..2', '01', 'a', '1.2.3.4.5', '4294967296', '1 ', '-1'].map((version): [string, object, string, number, RegExp] => [
      `version “${version}”`, { ...good, version }, 'version', 4, /one to four whole numbers/,
    ]),
    ['a version that is a number', { ...good, version: 1 }, 'version', 4, /as a text/],
  ];
  for (const [what, manifest, code, line, words] of failing) {
    it(`refuses ${what}`, async () => {
      const { problems } = await inspect(manifest);
      assert.deepEqual(problems.map((problem) => [problem.code, problem.severity, problem.line]), [[code, 'error', line]]);
      assert.match(problems.map((problem) => english(problem.message)).join(), words);
    });
  }

  it('tells all that is wrong at once', async () => {
    assert.deepEqual((await inspect({})).problems.map(({ code }) => code), ['manifest-version', 'name', 'version']);
  });

  it('points at the value', async () => {
    const [problem] = (await inspect('{\n  "manifest_version": 2, "name": "a", "version": "1"\n}')).problems;
    assert.deepEqual([problem?.line, problem?.column], [2, 23]);
  });

  it('says that there is no such folder', async () => {
    await assert.rejects(inspectExtension(path.join(folder, 'nowhere'), {}, new AbortController().signal), /There is no folder/);
  });

  async function locale(messages: string): Promise<string | undefined> {
    await mkdir(path.join(folder, '_locales/en'), { recursive: true });
    await writeFile(path.join(folder, '_locales/en/messages.json'), messages);
    return (await inspect({ ...good, name: '__MSG_Name__ by __MSG_who__', default_locale: 'en' })).manifest?.name;
  }

  it('resolves a name from its locale without regard to case', async () => assert.equal(await locale('{"NAME":{"message":"Hi"},"who":{"message":"us"}}'), 'Hi by us'));
  it('leaves what it cannot resolve', async () => assert.equal(await locale('{"name":{"message":"Hi"}}'), 'Hi by __MSG_who__'));
  it('bears a locale that is broken', async () => assert.equal(await locale('{'), '__MSG_Name__ by __MSG_who__'));
  it('does not leave the folder for a locale', async () => {
    assert.equal((await inspect({ ...good, name: '__MSG_a__', default_locale: '../../..' })).manifest?.name, '__MSG_a__');
  });
});
