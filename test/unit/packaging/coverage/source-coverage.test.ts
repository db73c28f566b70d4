import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { FileCoverageData } from 'istanbul-lib-coverage';
import { coverSources, type ScriptCoverage } from '../../../../src/packaging/source-coverage';
import { countsOf, linesNeverRun, linesThatRan } from '../../../support/counted';
import { manifest, writeFiles } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

const { signal } = new AbortController();

/**
 * Each statement whose line ends with this never runs. What follows a call that throws is not among them: V8 counts it.
 */
const NEVER = '// never';

const TRUTH = `
function early(value) {
  if (value) return 'early';
  return 'late'; ${NEVER}
}
early(true);
function branch(value) {
  if (value > 1) {
    return 'more';
  } else {
    return 'less'; ${NEVER}
  }
}
branch(2);
function* numbers() {
  yield 1;
  yield 2;
  yield 3; ${NEVER}
}
const some = numbers();
some.next();
some.next();
async function waits(fails) {
  await null;
  if (fails) {
    throw new Error('fails'); ${NEVER}
  }
  await null;
  return 'done';
}
function chain(value) {
  return value?.deep?.(
    unused(),
  );
}
function unused() {
  return 'unused'; ${NEVER}
}
chain(undefined);
class Counter {
  count = 1;
  static made = 0;
  #hidden = 2;
  add() {
    this.count++;
    return this.#hidden;
  }
  never() {
    return this.count; ${NEVER}
  }
}
new Counter().add();
try {
  throw new Error('thrown');
  early(false); ${NEVER}
} catch {
  branch(3);
}
for (const each of []) {
  branch(each); ${NEVER}
}
switch (branch(5)) {
  case 'more':
    early(1);
    break;
  default:
    early(2); ${NEVER}
}
waits(false);
`;

function truth(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => (line.includes(NEVER) ? [index + 1] : []));
}

function filesOf(coverage: ScriptCoverage): readonly FileCoverageData[] {
  assert.ok('files' in coverage, JSON.stringify(coverage));
  return coverage.files;
}

describe('Coverage of sources', () => {
  let top: string;
  beforeEach(() => {
    top = temporaryFolder();
  });

  async function cover(folder: string, script: string, runs = true): Promise<ScriptCoverage> {
    const text = readFileSync(path.join(folder, script), 'utf8');
    const functions = runs ? await countsOf(text) : [];
    return coverSources([{ folder, top }], { path: script, text: runs ? text : undefined, functions }, signal);
  }

  /** The lines that never ran, by the name of the source. */
  function never(coverage: ScriptCoverage): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries(
      filesOf(coverage).map((data) => [path.relative(top, data.path).split(path.sep).join('/'), linesNeverRun(data)]),
    );
  }

  it('is that of the script itself if it has no map', async () => {
    writeFiles(top, { 'manifest.json': manifest('Truth'), 'script.js': TRUTH });
    assert.deepEqual(never(await cover(top, 'script.js')), { 'script.js': truth(TRUTH) });
  });

  it('has functions that V8 tells nothing of as never run', async () => {
    // Their names can be declared once in a process.
    const text = `{${TRUTH}}`;
    writeFiles(top, { 'manifest.json': manifest('Truth'), 'script.js': text });
    const all = await countsOf(text);
    const functions = all.filter(({ ranges }) => ranges.some(({ count }) => count > 0));
    assert.ok(functions.length < all.length);
    const coverage = await coverSources([{ folder: top, top }], { path: 'script.js', text, functions }, signal);
    assert.deepEqual(never(coverage), { 'script.js': truth(text) });
  });

  for (const sourcemap of ['inline', 'linked', 'external'] as const)
    for (const minify of [false, true])
      it(`goes through a map (${sourcemap}${minify ? ', minified' : ''}) to each source`, async () => {
        const second = `export function used() {\n  return 1;\n}\nexport function other(flag) {\n  if (flag)\n    return 'yes'; ${NEVER}\n  return 'no';\n}\n`;
        writeFiles(top, {
          'src/main.ts': `import { used, other } from './second';\ninterface Shape { size: number }\n${TRUTH}\nconst shape: Shape = { size: used() };\nother(shape.size > 1);\n`,
          'src/second.ts': second.replaceAll('(flag)', '(flag: boolean)').replace('if (flag: boolean)', 'if (flag)'),
          'dist/manifest.json': manifest('Built'),
        });
        await build({
          absWorkingDir: top,
          entryPoints: ['src/main.ts'],
          outdir: 'dist',
          bundle: true,
          format: 'iife',
          target: 'es2022',
          sourcemap,
          minify,
          logLevel: 'silent',
        });
        const coverage = await cover(path.join(top, 'dist'), 'main.js');
        const expected = Object.fromEntries(
          ['src/main.ts', 'src/second.ts'].map((file) => [file, truth(readFileSync(path.join(top, file), 'utf8'))]),
        );
        if (!minify) return assert.deepEqual(never(coverage), expected);
        // Of several statements a minifier makes one, with branches.
        for (const data of filesOf(coverage)) {
          const file = path.relative(top, data.path).split(path.sep).join('/');
          const lines = expected[file] ?? [];
          const ran = linesThatRan(data);
          assert.deepEqual(
            [linesNeverRun(data).filter((line) => !lines.includes(line)), ran.filter((line) => lines.includes(line))],
            [[], []],
            file,
          );
          assert.ok(ran.length > 1 && Object.values(data.b).flat().includes(0), file);
        }
      });

  it('is nothing of a script that was never loaded', async () => {
    writeFiles(top, {
      'manifest.json': manifest('Truth'),
      'script.js': 'first();\nfunction first() {\n  return 1;\n}\n',
    });
    assert.deepEqual(never(await cover(top, 'script.js', false)), { 'script.js': [1, 3] });
  });

  it('shows no source outside of the project, and none of a package', async () => {
    const elsewhere = temporaryFolder();
    writeFiles(elsewhere, { 'secret.js': 'globalThis.a = 1;\n' });
    writeFiles(top, {
      'node_modules/lib/index.js': 'globalThis.b = 2;\n',
      'src/own.js': 'globalThis.c = 3;\n',
      'dist/manifest.json': manifest('Built'),
      'dist/main.js': 'globalThis.a=1;\nglobalThis.b=2;\nglobalThis.c=3;\n',
      'dist/main.js.map': {
        version: 3,
        sources: [path.join(elsewhere, 'secret.js'), '../node_modules/lib/index.js', '../src/own.js'],
        names: [],
        mappings: 'AAAA;ACAA;ACAA',
      },
    });
    assert.deepEqual(never(await cover(path.join(top, 'dist'), 'main.js')), { 'src/own.js': [] });
  });

  it('leaves out what a map tells of lines that are not there', async () => {
    writeFiles(top, {
      'src/short.js': 'globalThis.c = 3;\n',
      'dist/manifest.json': manifest('Built'),
      'dist/main.js': 'globalThis.a=1;\nglobalThis.b=2;\n',
      // The second line is that of line 1001.
      'dist/main.js.map': { version: 3, sources: ['../src/short.js'], names: [], mappings: 'AAAA;AAw/BA' },
    });
    const [file, ...others] = filesOf(await cover(path.join(top, 'dist'), 'main.js'));
    assert.deepEqual(others, []);
    assert.ok(Object.values(file?.statementMap ?? {}).every(({ end }) => end.line <= 2));
  });

  it('takes the script itself where its map is none', async () => {
    writeFiles(top, {
      'manifest.json': manifest('Bad'),
      'main.js': 'globalThis.a = 1;\n//# sourceMappingURL=main.js.map\n',
      'main.js.map': '{"version": 3, "mappings": 7',
    });
    assert.deepEqual(never(await cover(top, 'main.js')), { 'main.js': [] });
  });

  it('counts each version for its own files', async () => {
    writeFiles(top, {
      'one/manifest.json': manifest('One'),
      'one/script.js': 'globalThis.version = 1;\n',
      'two/manifest.json': manifest('Two'),
      'two/script.js': 'globalThis.version = 2;\n',
    });
    const text = 'globalThis.version = 2;\n';
    const folders = ['one', 'two'].map((name) => ({ folder: path.join(top, name), top }));
    const functions = await countsOf(text);
    assert.deepEqual(never(await coverSources(folders, { path: 'script.js', text, functions }, signal)), {
      'two/script.js': [],
    });
    const changed = await coverSources(folders, { path: 'script.js', text: 'other();', functions }, signal);
    assert.deepEqual(changed, { problem: 'changed' });
    const unknown = await coverSources(folders, { path: 'of-another.js', text, functions }, signal);
    assert.deepEqual(unknown, { problem: 'unknown' });
  });

  it('tells what can not be read, or is too large', async () => {
    writeFiles(top, { 'bad.js': 'this is no script', 'large.js': `0;${' '.repeat(6_000_000)}` });
    const of = (script: string): Promise<ScriptCoverage> =>
      coverSources([{ folder: top, top }], { path: script, text: undefined, functions: [] }, signal);
    assert.deepEqual(await of('bad.js'), { problem: 'invalid' });
    assert.deepEqual(await of('large.js'), { problem: 'tooLarge' });
    assert.deepEqual(await of('../outside.js'), { problem: 'unknown' });
  });
});
