import assert from 'node:assert/strict';
import { english } from '../../../src/core/message';
import { findExtensionFolders, inspectExtension, placeOf } from '../../../src/packaging';
import { MAX_DEPTH } from '../../../src/packaging/manifest/json';
import { projectOf } from '../../../src/packaging/project/project';
import { writeProject } from './project/project-folder';
import { manifest } from '../../support/files';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();
const lists = (count: number): string => '['.repeat(count) + ']'.repeat(count);
const objects = (count: number): string => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`;
const RULES = {
  permissions: ['declarativeNetRequest'],
  declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'file.json' }] },
};

describe('JSON that is nested too deeply', () => {
  let root: string;
  beforeEach(async () => {
    root = temporaryFolder();
  });
  const problems = async (): Promise<string[]> =>
    (await inspectExtension(root, {}, signal)).problems.map(
      ({ severity, code, file, line, column, message }) =>
        `${severity} ${code} ${file}:${line}:${column} ${english(message)}`,
    );

  it('is a problem of the manifest where it passes the limit', async () => {
    await writeProject(root, { 'manifest.json': `{\n  "x": ${lists(100_000)}}` });
    assert.deepEqual(await problems(), [
      `error manifest-not-json manifest.json:2:${8 + MAX_DEPTH - 1} manifest.json isn’t valid JSON. It’s nested more than 199 levels deep.`,
    ]);
  });

  it('is a problem of a manifest that is a list, too, and of objects', async () => {
    await writeProject(root, { 'manifest.json': lists(100_000) });
    assert.match((await problems()).join('\n'), /^error manifest-not-json manifest\.json:1:200 [^\n]*more than 199/);
    await writeProject(root, { 'manifest.json': objects(20_000) });
    assert.match(
      (await problems()).join('\n'),
      new RegExp(String.raw`^error manifest-not-json manifest\.json:1:${MAX_DEPTH * 5 + 1} [^\n]*more than 199`),
    );
  });

  it('comes after another error in front of it', async () => {
    await writeProject(root, { 'manifest.json': `{\n  "x" 1,\n "y": ${lists(100_000)}}` });
    assert.match((await problems()).join('\n'), /^error manifest-not-json manifest\.json:2:7 [^\n]*A colon is missing/);
  });

  it('is an error and no crash also where brackets close nothing', async () => {
    await writeProject(root, { 'manifest.json': '[},'.repeat(30_000) });
    assert.match((await problems()).join('\n'), /^error manifest-not-json manifest\.json:1:2 /);
  });

  const others: [string, object, string][] = [
    ['messages', { default_locale: 'en' }, '_locales/en/messages.json'],
    ['rules', RULES, 'file.json'],
    ['a managed schema', { storage: { managed_schema: 'file.json' } }, 'file.json'],
  ];
  for (const [what, keys, file] of others) {
    it(`is a problem of ${what} where it passes the limit`, async () => {
      for (const content of [`\n${lists(100_000)}`, `\n${objects(20_000)}`]) {
        await writeProject(root, { 'manifest.json': manifest('a', { ...keys }), [file]: content });
        const column = content.includes('"') ? MAX_DEPTH * 5 + 1 : MAX_DEPTH + 1;
        assert.deepEqual(await problems(), [
          `error file-not-json ${file}:2:${column} ${file} is nested more than 199 levels deep from here.`,
        ]);
      }
    });
  }

  it('of messages leaves the name as it is', async () => {
    await writeProject(root, {
      'manifest.json': manifest('__MSG_a__', { default_locale: 'en' }),
      '_locales/en/messages.json': objects(20_000),
    });
    assert.equal((await inspectExtension(root, {}, signal)).manifest?.name, '__MSG_a__');
  });

  it('in a package.json does no harm: what stands before it counts', async () => {
    await writeProject(root, {
      'package.json': `{"dependencies": {"vite": "1"}, "x": ${lists(100_000)}}`,
      'dist/manifest.json': manifest('a'),
    });
    assert.deepEqual(
      (await findExtensionFolders(root, signal)).map(({ tool, name }) => `${tool} ${name}`),
      ['Vite a'],
    );
    await writeProject(root, { 'package.json': lists(100_000) });
    assert.deepEqual((await projectOf(root))?.dependencies, new Set());
  });

  it('in a manifest leaves it to be proposed, and to be pointed into', async () => {
    await writeProject(root, { 'manifest.json': `{"manifest_version": 3, "name": "a", "x": ${objects(20_000)}}` });
    assert.deepEqual(
      (await findExtensionFolders(root, signal)).map(({ name }) => name),
      ['a'],
    );
    const { column } = await placeOf("Invalid value for 'name'.", root, ['manifest.json']);
    assert.equal(column, 33);
  });
});
