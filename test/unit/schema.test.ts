import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { KEYS_NOT_READ, KEYS_OF_OTHERS, MANIFEST_FORMAT } from '../../src/packaging/verdict/manifest/manifest-format';
import { NOT_GRANTED, ONLY_CHROME_OS, REFUSED } from '../../src/packaging/verdict/manifest/permission-names';
import { requires } from './abilities';

interface Property {
  readonly markdownDescription?: string;
  readonly items?: { readonly enum: readonly string[]; readonly markdownEnumDescriptions: readonly string[] };
}

const schema: { definitions: { manifest: { properties: Record<string, Property> } } } = JSON.parse(
  readFileSync('schemas/manifest.schema.json', 'utf8'),
);
const { properties } = schema.definitions.manifest;

describe('The schema of a manifest', () => {
  it('is what its sources say', function () {
    requires(this, 'bundler');
    const { status, stderr } = spawnSync(process.execPath, ['scripts/schema.mjs', '--check'], { encoding: 'utf8' });
    assert.deepEqual([stderr, status], ['', 0]);
  });

  it('offers the keys that the checks know, but none that Chromium ignores or that makes it no extension', () => {
    const known = Object.keys(MANIFEST_FORMAT).filter((key) => !['theme', 'export'].includes(key));
    assert.deepEqual(
      known.filter((key) => !properties[key]),
      [],
    );
    assert.deepEqual(
      [...KEYS_NOT_READ, ...KEYS_OF_OTHERS, 'theme', 'export'].filter((key) => properties[key]),
      [],
    );
  });

  it('describes most keys, and most permissions', () => {
    const keys = Object.values(properties);
    const plain = keys.filter(({ markdownDescription }) => !markdownDescription);
    assert.ok(plain.length * 4 < keys.length, `${plain.length} of ${keys.length} keys`);
    const { enum: names = [], markdownEnumDescriptions: texts = [] } = properties['permissions']?.items ?? {};
    assert.equal(texts.length, names.length);
    const silent = names.filter((_, index) => !texts[index]);
    assert.ok(silent.length * 3 < names.length, silent.join(', '));
    for (const text of [...texts, ...keys.map(({ markdownDescription = '' }) => markdownDescription)])
      assert.doesNotMatch(text, /\{@|\*\/|^\s*\*\s|Permissions:/m);
  });

  it('offers no permission that is not granted', () => {
    const names = new Set(properties['permissions']?.items?.enum);
    assert.ok(names.has('storage'));
    assert.deepEqual(
      [...NOT_GRANTED, ...ONLY_CHROME_OS, ...REFUSED].filter((name) => names.has(name)),
      [],
    );
  });
});
