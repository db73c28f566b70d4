import assert from 'node:assert/strict';
import path from 'node:path';
import { TestFolder } from './folder';

describe('A build folder', () => {
  const folder = new TestFolder();
  const project = { 'package.json': '{}', '.gitignore': '.output\ndist\nbuild\n*.map\n' };
  const built = [
    'a.test.js',
    'a.ts',
    'background.js',
    'background.js.map',
    'logs/a.log',
    'node_modules/x/index.js',
    'package-lock.json',
  ];
  const at = (within: string, names = built): Record<string, string> => ({
    [`${within}/manifest.json`]: '{}',
    ...Object.fromEntries(names.map((name) => [`${within}/${name}`, ''])),
  });

  for (const within of [
    'dist',
    'build',
    'out',
    'dist-chrome',
    '.output/chrome-mv3',
    'build/chrome-mv3-prod',
    'dist/chrome',
    'packages/a/dist',
  ]) {
    it(`${within} of a project goes in whole, whatever git ignores`, async () => {
      await folder.lay({ ...project, 'packages/a/package.json': '{}', ...at(within) });
      assert.equal((await folder.select({ within })).kind, 'build');
      assert.deepEqual(await folder.inside({ within }), built);
    });
  }

  it('is one of any name that git ignores', async () => {
    await folder.lay({ '.git/HEAD': '', '.gitignore': '/made/\n', ...at('made/chrome') });
    assert.deepEqual(await folder.inside({ within: 'made/chrome' }), built);
  });

  it('is none where no project is above it, or where it has a package.json of its own, or another name', async () => {
    await folder.lay({
      ...at('dist', ['a.test.js']),
      'p/package.json': '{}',
      ...at('p/build', ['package.json', 'a.test.js']),
    });
    assert.equal((await folder.select({ within: 'dist' })).kind, 'source');
    assert.equal((await folder.select({ within: 'p/build' })).kind, 'source');
    await folder.lay({ ...at('p/out-of-tabs', ['a.js']) });
    assert.equal((await folder.select({ within: 'p/out-of-tabs' })).kind, 'source');
  });

  it('keeps out version control, litter and what may hold a secret', async () => {
    await folder.lay({
      ...project,
      ...at('dist', ['a.js', 'lib/.git/HEAD', '.DS_Store', '.env', 'key.pem', '.vite/manifest.json']),
    });
    assert.deepEqual(await folder.inside({ within: 'dist' }), ['.vite/manifest.json', 'a.js']);
    assert.deepEqual(
      (await folder.select({ within: 'dist' })).excluded.map(({ path: out }) => out),
      ['.DS_Store', '.env', 'key.pem', 'lib/.git'],
    );
  });

  it('has its own rules in the project, relative to it, and a rule that leaves out the build itself is not meant for the build', async () => {
    await folder.lay({
      ...project,
      '.extensionignore': '/dist/\n/dist/one.js\ntwo.js\n',
      ...at('dist', ['one.js', 'lib/two.js', 'three.js', '.extensionignore']),
    });
    assert.deepEqual(await folder.outside({ within: 'dist' }), [
      '.extensionignore: exclusion rules (none)',
      'lib/two.js: by .extensionignore (.extensionignore:3 two.js)',
      'one.js: by .extensionignore (.extensionignore:2 /dist/one.js)',
    ]);
    assert.equal((await folder.select({ within: 'dist' })).ignoreFile, path.join(folder.root, '.extensionignore'));
    assert.equal((await folder.select()).ignoreFile, path.join(folder.root, '.extensionignore'));
  });
});
