import assert from 'node:assert/strict';
import { join } from 'node:path';
import { empty, filesOf, TestFolder } from './folder';

describe('A file that the manifest names', () => {
  const folder = new TestFolder();

  it('goes in where a default, git, or the choice of source maps would leave it out, and that is said', async () => {
    await folder.lay({ ...empty('a.ts', 'b.js', 'c.js.map', 'other.ts', 'package.json'), '.gitignore': 'b.js\n' });
    const selection = await folder.select({ named: ['a.ts', 'b.js', 'c.js.map', 'missing.js', 'manifest.json'] });
    assert.deepEqual(filesOf(selection), ['a.ts', 'b.js', 'c.js.map']);
    assert.deepEqual(
      selection.files
        .map(({ path, why }) => why && `${path}: ${why.by.kind}, ${folder.ruleWords(why.instead)}`)
        .filter(Boolean),
      ['a.ts: manifest, *.ts', 'b.js: manifest, .gitignore:1 b.js', 'c.js.map: manifest, source-maps'],
    );
  });

  it('brings its whole folder along where that is ignored: what a script of a build imports lies beside it', async () => {
    await folder.lay({
      ...empty('dist/background.js', 'dist/chunks/a.js', 'dist/a.log', 'dist/.DS_Store', 'dist/a.js.map', 'other/a.js'),
      '.gitignore': 'dist/\nother/\n',
      'dist/.gitignore': '*\n',
    });
    const selection = await folder.select({ named: ['dist/background.js'] });
    assert.deepEqual(filesOf(selection), ['dist/a.log', 'dist/background.js', 'dist/chunks/a.js']);
    assert.deepEqual(selection.files[2]?.why, {
      by: { kind: 'manifest', named: 'dist/background.js' },
      instead: { kind: 'ignore-file', file: join(folder.root, '.gitignore'), line: 1, pattern: 'dist/' },
    });
    assert.deepEqual(await folder.inside(), []);
  });

  it('keeps the folder of its tests in only where it lies in it', async () => {
    await folder.lay(empty('tests/page.html', 'tests/page.js', 'test/a.js'));
    assert.deepEqual(await folder.inside({ named: ['tests/page.html'] }), ['tests/page.html', 'tests/page.js']);
  });

  it('comes alone from installed packages, and the folder still stands among what stays out', async () => {
    await folder.lay({
      ...empty('node_modules/lib/a.js', 'node_modules/lib/b.js', 'vendor/node_modules/c/c.js', 'vendor/d.js'),
      '.gitignore': 'vendor/\n',
    });
    const request = { named: ['node_modules/lib/a.js', 'node_modules/none.js', 'vendor/node_modules/c/c.js'] };
    assert.deepEqual(await folder.inside(request), ['node_modules/lib/a.js', 'vendor/node_modules/c/c.js']);
    assert.deepEqual(
      (await folder.select(request)).excluded.map(({ path }) => path),
      ['.gitignore', 'node_modules', 'vendor'],
    );
  });

  it('stays out by an own rule, and where it may hold a secret', async () => {
    await folder.lay({
      ...empty('a.js', 'key.pem', '.env', 'lib/b.js', 'node_modules/x/key.pem', '.env.d/c.js'),
      '.extensionignore': 'a.js\nlib/\n',
    });
    const selection = await folder.select({
      named: ['a.js', 'key.pem', '.env', 'lib/b.js', 'node_modules/x/key.pem', '.env.d/c.js'],
    });
    assert.deepEqual(filesOf(selection), []);
    assert.deepEqual(selection.problems, []);
  });

  it('stays out of a build folder too where it may hold a secret', async () => {
    await folder.lay({ 'package.json': '{}', 'dist/manifest.json': '{}', ...empty('dist/key.pem') });
    assert.deepEqual(await folder.inside({ within: 'dist', named: ['key.pem'] }), []);
  });
});
