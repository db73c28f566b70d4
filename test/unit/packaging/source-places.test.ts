import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { findMissingMap, findSources, type SourcePlace } from '../../../src/packaging/source-places';
import { requires } from '../abilities';
import { temporaryFolder } from '../../support/temporary-folder';

const SOURCE = `interface Tab { readonly title: string }
export const describeTab = (tab: Tab): string => {
  throw new Error(tab.title);
};
describeTab({ title: 'here' });
`;

describe('The source of a place in a script', () => {
  let top: string;
  let folder: string;
  beforeEach(() => {
    top = temporaryFolder();
    folder = path.join(top, 'app', 'dist');
    mkdirSync(folder, { recursive: true });
    mkdirSync(path.join(top, 'app', 'src'));
    writeFileSync(path.join(top, 'app', 'src', 'a.ts'), SOURCE);
  });

  async function built(options: BuildOptions): Promise<{ line: number; column: number }> {
    await build({
      entryPoints: [path.join(top, 'app', 'src', 'a.ts')],
      outfile: path.join(folder, 'a.js'),
      bundle: true,
      logLevel: 'silent',
      ...options,
    });
    return placeOf('throw');
  }

  /** The place of a word in the built script. */
  function placeOf(word: string): { line: number; column: number } {
    const before = readFileSync(path.join(folder, 'a.js'), 'utf8').split(word)[0] ?? '';
    const lines = before.split('\n');
    return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  }

  async function find(place: { line: number; column: number }, file = 'a.js'): Promise<SourcePlace | undefined> {
    const [found] = await findSources(folder, top, [{ path: file, ...place }]);
    return found;
  }

  const inSource = (): SourcePlace => ({ file: path.join(top, 'app', 'src', 'a.ts'), line: 3, column: 3 });
  const writeMap = (map: object): void => {
    writeFileSync(path.join(folder, 'a.js'), 'throw 1;\n//# sourceMappingURL=a.js.map\n');
    writeFileSync(path.join(folder, 'a.js.map'), JSON.stringify({ version: 3, names: [], ...map }));
  };
  // The first place of the script is line 3, column 3 of the first source.
  const MAPPINGS = 'AAEE';

  for (const sourcemap of ['linked', 'inline', 'external'] as const)
    for (const minify of [false, true])
      it(`is found by a map that is ${sourcemap}, ${minify ? 'minified' : 'readable'}`, async function () {
        requires(this, 'bundler');
        assert.deepEqual(await find(await built({ sourcemap, minify })), inSource());
      });

  it('is the script itself without a map', async function () {
    requires(this, 'bundler');
    const place = await built({});
    assert.deepEqual(await find(place), { file: path.join(folder, 'a.js'), ...place });
  });

  for (const source of ['webpack://app/./src/a.ts', 'webpack:///src/a.ts?a1b2', '../src/a.ts', 'src/a.ts'])
    it(`is found for ${source}`, async () => {
      writeMap({ sources: [source], mappings: MAPPINGS });
      assert.deepEqual(await find({ line: 1, column: 1 }), inSource());
    });

  it('is found for a file URL, for a map with a root, and for a map of sections', async () => {
    writeMap({ sources: [new URL(`file://${inSource().file}`).href], mappings: MAPPINGS });
    assert.deepEqual(await find({ line: 1, column: 1 }), inSource());
    writeMap({ sourceRoot: '../src', sources: ['a.ts'], mappings: MAPPINGS });
    assert.deepEqual(await find({ line: 1, column: 1 }), inSource());
    const map = { version: 3, names: [], sources: ['../src/a.ts'], mappings: MAPPINGS };
    writeMap({ sections: [{ offset: { line: 0, column: 0 }, map }] });
    assert.deepEqual(await find({ line: 1, column: 1 }), inSource());
  });

  it('follows a map that was built anew', async function () {
    requires(this, 'bundler');
    await find(await built({ sourcemap: 'linked' }));
    writeFileSync(path.join(top, 'app', 'src', 'a.ts'), `// A new line.\n${SOURCE}`);
    assert.deepEqual(await find(await built({ sourcemap: 'linked' })), { ...inSource(), line: 4 });
  });

  for (const source of [
    '/etc/passwd',
    'file:///etc/passwd',
    '../../../../../etc/passwd',
    'webpack://x/../../../etc/passwd',
  ])
    it(`is no file outside of the project: ${source}`, async () => {
      writeMap({ sources: [source], mappings: MAPPINGS });
      assert.deepEqual(await find({ line: 1, column: 1 }), { file: path.join(folder, 'a.js'), line: 1, column: 1 });
    });

  it('reads no map outside of the project', async () => {
    const outside = temporaryFolder();
    writeFileSync(
      path.join(outside, 'a.map'),
      JSON.stringify({ version: 3, names: [], sources: [inSource().file], mappings: MAPPINGS }),
    );
    writeFileSync(
      path.join(folder, 'a.js'),
      `throw 1;\n//# sourceMappingURL=${path.relative(folder, outside)}/a.map\n`,
    );
    assert.deepEqual((await find({ line: 1, column: 1 }))?.file, path.join(folder, 'a.js'));
  });

  for (const [what, map] of Object.entries({
    'no JSON': '{',
    'another version': '{"version":9,"sources":[],"mappings":""}',
    null: 'null',
    nested: '['.repeat(100_000),
  }))
    it(`is the script itself with a map of ${what}`, async () => {
      writeFileSync(path.join(folder, 'a.js'), 'throw 1;\n//# sourceMappingURL=a.js.map\n');
      writeFileSync(path.join(folder, 'a.js.map'), map);
      assert.deepEqual((await find({ line: 1, column: 1 }))?.file, path.join(folder, 'a.js'));
    });

  it('is nothing for a file that does not exist, is no file, or is outside of the extension', async () => {
    writeFileSync(path.join(top, 'app', 'secret.js'), '');
    mkdirSync(path.join(folder, 'sub.js'));
    symlinkSync('/dev/zero', path.join(folder, 'endless.js'));
    for (const file of ['none.js', 'sub.js', '../secret.js', '/etc/passwd', 'endless.js', ''])
      assert.equal(await find({ line: 1, column: 1 }, file), undefined, file);
  });

  it('is the place in the script if a map has one before the first line or column', async () => {
    // Down by 4 lines and up by 9; right by 4 columns and left by 9.
    for (const mappings of ['AAAA;AATA', 'AAAT', 'AAAA;AAAT']) {
      writeMap({ sources: ['../src/a.ts'], mappings });
      for (const line of [1, 2]) {
        const found = await find({ line, column: 1 });
        assert.ok(found && found.line >= 1 && found.column >= 1, `${mappings}: ${JSON.stringify(found)}`);
      }
    }
  });

  it('of many places takes the memory of one map', async () => {
    writeMap({ sources: ['../src/a.ts'], mappings: MAPPINGS, sourcesContent: ['x'.repeat(16e6)] });
    const { rss } = process.memoryUsage();
    const places = Array.from({ length: 200 }, () => ({ path: 'a.js', line: 1, column: 1 }));
    const found = await findSources(folder, top, places);
    assert.ok(found.every((place) => place?.line === 3));
    assert.ok(process.memoryUsage().rss - rss < 400e6, `${(process.memoryUsage().rss - rss) / 1e6} MB`);
  });

  const uses = (dependency: string): void =>
    writeFileSync(path.join(top, 'app', 'package.json'), JSON.stringify({ devDependencies: { [dependency]: '1' } }));

  describe('of a build without a map', () => {
    it('can be had by a setting of the tool that the project uses', async function () {
      requires(this, 'bundler');
      await built({ minify: true });
      uses('@crxjs/vite-plugin');
      assert.deepEqual(await findMissingMap(folder, 'a.js'), {
        tool: 'CRXJS',
        setting: { file: 'vite.config.ts', text: 'build: { sourcemap: true }' },
      });
      uses('esbuild');
      assert.deepEqual((await findMissingMap(folder, 'a.js'))?.setting, { text: 'esbuild --sourcemap' });
    });

    it('is not missed where there is a map, no tool, no build or no file', async function () {
      requires(this, 'bundler');
      await built({ sourcemap: 'linked' });
      uses('webpack');
      assert.equal(await findMissingMap(folder, 'a.js'), undefined);
      await built({});
      rmSync(path.join(folder, 'a.js.map'));
      assert.equal((await findMissingMap(folder, 'a.js'))?.tool, 'webpack');
      assert.equal(await findMissingMap(folder, 'b.js'), undefined);
      assert.equal(await findMissingMap(folder, '../package.json'), undefined);
      assert.equal(await findMissingMap(path.join(top, 'app', 'src'), 'a.ts'), undefined);
      uses('left-pad');
      assert.equal(await findMissingMap(folder, 'a.js'), undefined);
      uses('@crxjs/vite-plugin');
      writeFileSync(path.join(folder, 'loader.js'), "import './a.js';\nimport './b.js';\n");
      assert.equal(await findMissingMap(folder, 'loader.js'), undefined);
      writeFileSync(path.join(folder, 'loader.js'), "import './a.js';\nstart();\n");
      assert.equal((await findMissingMap(folder, 'loader.js'))?.tool, 'CRXJS');
    });
  });
});
