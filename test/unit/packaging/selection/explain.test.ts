import assert from 'node:assert/strict';
import { english } from '../../../../src/core/message';
import { explain } from '../../../../src/packaging';
import type { Selection } from '../../../../src/packaging/selection/selection';
import { empty, TestFolder } from './folder';

const say = (selection: Selection, name: string): string => english(explain(selection, name));

describe('Why a file is in or out', () => {
  const folder = new TestFolder();

  it('is said with the rule, its file and its line', async () => {
    await folder.lay({
      ...empty(
        'a.js',
        'a.js.map',
        'b.log',
        'c.txt',
        'node_modules/x/y.js',
        'node_modules/x/z.js',
        'dist/bg.js',
        'dist/chunk.js',
        'd.ts',
        'keep.zip',
        'u/v.js',
        'drafts/w.log',
      ),
      'lib/.gitignore': '\n/gen/\n',
      'lib/gen/a.js': '',
      '.gitignore': 'dist/\n',
      '.extensionignore': 'c.txt\n!keep.zip\n!/node_modules/x/z.js\nb.log\n',
    });
    const selection = await folder.select({ named: ['dist/bg.js', 'd.ts'] });
    const expected: Record<string, string> = {
      'a.js': 'a.js goes in: no rule leaves it out.',
      'a.js.map': 'a.js.map does not go in: a source map. It is left out by the choice to send no source maps.',
      'b.log':
        'b.log does not go in: your own rule. It is left out by line 4 of .extensionignore (b.log). Without it, it would be left out by the default rule *.log.',
      'c.txt': 'c.txt does not go in: your own rule. It is left out by line 1 of .extensionignore (c.txt).',
      'd.ts': 'd.ts goes in because the manifest names it. Otherwise the default rule *.ts would leave it out.',
      'dist/bg.js':
        'dist/bg.js goes in because the manifest names it. Otherwise line 1 of .gitignore (dist/) would leave it out.',
      'dist/chunk.js':
        'dist/chunk.js goes in because the manifest names dist/bg.js, and the folder of a build goes in whole. Otherwise line 1 of .gitignore (dist/) would leave it out.',
      'keep.zip':
        'keep.zip goes in by your own rule in line 2 of .extensionignore (!keep.zip). Otherwise the default rule *.zip would leave it out.',
      'lib/gen': 'lib/gen does not go in: ignored by git. It is left out by line 2 of lib/.gitignore (/gen/).',
      node_modules:
        'node_modules does not go in: installed packages. It is left out by the default rule node_modules. Some of what lies in it goes in all the same.',
      'node_modules/x/y.js':
        'node_modules/x/y.js does not go in, as all of node_modules: installed packages. It is left out by the default rule node_modules.',
      'node_modules/x/z.js':
        'node_modules/x/z.js goes in by your own rule in line 3 of .extensionignore (!/node_modules/x/z.js). Otherwise the default rule node_modules would leave it out.',
      u: 'The folder u goes in. Ask of each file in it.',
      drafts: 'Nothing of the folder drafts goes in: ask of each file in it.',
      'manifest.json': 'manifest.json always goes in: without it there is no extension.',
      'none.js': 'none.js is not in the folder.',
      '.extensionignore':
        '.extensionignore does not go in: it holds the rules of what goes in. No rule can change that.',
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, say(selection, name)])), expected);
  });

  it('of a build folder is that all of it goes in', async () => {
    await folder.lay({ 'package.json': '{}', 'dist/manifest.json': '{}', 'dist/a.log': '' });
    assert.equal(
      say(await folder.select({ within: 'dist' }), 'a.log'),
      'a.log goes in, as everything in a build folder does.',
    );
  });

  it('of a package at the root is that the service installs it', async () => {
    await folder.lay({ 'a.crx': '', '.gitignore': '*.crx\n' });
    assert.equal(
      say(await folder.select(), 'a.crx'),
      'a.crx goes in because the service installs an extension from a .crx and an update.xml at its root. Otherwise line 1 of .gitignore (*.crx) would leave it out.',
    );
  });
});
