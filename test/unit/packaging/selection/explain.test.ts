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
      'a.js': '“a.js” is included because no rule excludes it.',
      'a.js.map': '“a.js.map” is excluded because source maps aren’t uploaded.',
      'b.log':
        '“b.log” is excluded by line 4 of .extensionignore (“b.log”). Otherwise the default rule “*.log” would exclude it.',
      'c.txt': '“c.txt” is excluded by line 1 of .extensionignore (“c.txt”).',
      'd.ts': '“d.ts” is included because the manifest names it. Otherwise the default rule “*.ts” would exclude it.',
      'dist/bg.js':
        '“dist/bg.js” is included because the manifest names it. Otherwise line 1 of .gitignore (“dist/”) would exclude it.',
      'dist/chunk.js':
        '“dist/chunk.js” is included because the manifest names “dist/bg.js” and build folders are included as a whole. Otherwise line 1 of .gitignore (“dist/”) would exclude it.',
      'keep.zip':
        '“keep.zip” is included by line 2 of .extensionignore (“!keep.zip”). Otherwise the default rule “*.zip” would exclude it.',
      'lib/gen': '“lib/gen” is excluded by line 2 of lib/.gitignore (“/gen/”).',
      node_modules:
        '“node_modules” is excluded by the default rule “node_modules” (installed packages). Some files in it are included anyway.',
      'node_modules/x/y.js':
        '“node_modules/x/y.js” is in “node_modules”. “node_modules” is excluded by the default rule “node_modules” (installed packages).',
      'node_modules/x/z.js':
        '“node_modules/x/z.js” is included by line 3 of .extensionignore (“!/node_modules/x/z.js”). Otherwise the default rule “node_modules” would exclude it.',
      u: '“u” is included. For details, run this on one of its files.',
      drafts: 'Nothing in “drafts” is included. For details, run this on one of its files.',
      'manifest.json': '“manifest.json” is always included; without it there is no extension.',
      'none.js': '“none.js” isn’t in the folder.',
      '.extensionignore': '“.extensionignore” is excluded and can’t be included (exclusion rules).',
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, say(selection, name)])), expected);
  });

  it('of a build folder is that all of it goes in', async () => {
    await folder.lay({ 'package.json': '{}', 'dist/manifest.json': '{}', 'dist/a.log': '' });
    assert.equal(
      say(await folder.select({ within: 'dist' }), 'a.log'),
      '“a.log” is included because build folders are included as a whole.',
    );
  });

  it('of a package at the root is that the service installs it', async () => {
    await folder.lay({ 'a.crx': '', '.gitignore': '*.crx\n' });
    assert.equal(
      say(await folder.select(), 'a.crx'),
      '“a.crx” is included because the service installs extensions from a .crx and an update.xml at the root. Otherwise line 1 of .gitignore (“*.crx”) would exclude it.',
    );
  });
});
