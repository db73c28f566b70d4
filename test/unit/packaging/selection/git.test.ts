import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { empty, TestFolder } from './folder';
import { requires } from '../../abilities';

describe('What git ignores', () => {
  const folder = new TestFolder();
  const git = (...args: string[]): string => {
    requires(folder.test, 'git');
    return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  };

  it('stays out, with the line that did it, also where no repository is', async () => {
    await folder.lay({
      ...empty('a.js', 'gen/b.js', 'lib/c.txt', 'lib/keep.txt'),
      '.gitignore': '# ours\r\n\r\n/gen/\r\n*.txt\r\n!keep.txt\r\n',
    });
    assert.deepEqual((await folder.outside()).slice(1), [
      'gen/: ignored by git (.gitignore:3 /gen/)',
      'lib/c.txt: ignored by git (.gitignore:4 *.txt)',
    ]);
    assert.deepEqual(await folder.inside(), ['a.js', 'lib/keep.txt']);
  });

  it('is told by nested files, by those of the folders above up to the top of the repository, and by info/exclude', async () => {
    await folder.lay({
      '.gitignore': 'above-the-top.js\n',
      'repo/.git/info/exclude': 'excluded.js\n',
      'repo/.gitignore': '/apps/one/anchored.js\n',
      'repo/apps/.gitignore': 'unanchored.js\n',
      'repo/apps/one/manifest.json': '{}',
      'repo/apps/one/lib/.gitignore': '/nested.js\n!unanchored.js\n',
      ...empty(
        ...[
          'above-the-top.js',
          'anchored.js',
          'excluded.js',
          'lib/deep/nested.js',
          'lib/nested.js',
          'lib/unanchored.js',
          'nested.js',
          'unanchored.js',
        ].map((name) => `repo/apps/one/${name}`),
      ),
    });
    assert.deepEqual(await folder.inside({ within: 'repo/apps/one' }), [
      'above-the-top.js',
      'lib/deep/nested.js',
      'lib/unanchored.js',
      'nested.js',
    ]);
    assert.deepEqual(
      (await folder.outside({ within: 'repo/apps/one' })).filter((each) => !each.startsWith('lib/.git')),
      [
        'anchored.js: ignored by git (repo/.gitignore:1 /apps/one/anchored.js)',
        'excluded.js: ignored by git (repo/.git/info/exclude:1 excluded.js)',
        'lib/nested.js: ignored by git (repo/apps/one/lib/.gitignore:1 /nested.js)',
        'unanchored.js: ignored by git (repo/apps/.gitignore:1 unanchored.js)',
      ],
    );
  });

  it('agrees with git itself on a family of patterns', async () => {
    const names = [
      'a.js',
      'b/a.js',
      'b/c/a.js',
      'b/c/d.css',
      'lib/x/y/z.js',
      'lib/x/k.js',
      'sp ace.js',
      'trail .js',
      '#hash.js',
      '!bang.js',
      '[x].js',
      'x.js',
      'star*.js',
      'ü/日本.js',
      'UPPER.js',
      'deep/out/in.js',
      'deep/keep/in.js',
      'gen/one.js',
      'gen/two.js',
    ];
    const rules = [
      '*.css',
      '/a.js',
      'b/c',
      'lib/**/z.js',
      'sp\\ ace.js',
      '\\#hash.js',
      '\\!bang.js',
      '\\[x\\].js',
      'star\\*.js',
      'upper.js',
      'deep/*\n!deep/keep',
      'gen/\n!gen/two.js',
      '**/k.js',
      'ü/',
      'trail .js  ',
      '[!x].js',
      'x.j?',
      '*\n!*/\n!*.js',
    ];
    git('init', '-q');
    for (const rule of rules) {
      await folder.lay({ ...empty(...names), '.gitignore': `${rule}\n` });
      const untracked = git('-c', 'core.quotepath=off', 'ls-files', '-o', '-z', '--exclude-standard')
        .split('\0')
        .filter((name) => name && !['manifest.json', '.gitignore'].includes(name));
      assert.deepEqual(await folder.inside(), untracked.toSorted(), rule);
    }
  });

  it('agrees with git itself where files on several levels contradict one another', async () => {
    git('init', '-q');
    await folder.lay({
      ...empty('sub/a/x.js', 'sub/a/y.tmp', 'other/a/z.js', 'b/one.js', 'b/two.js', 'c/d/e.js', 'c/d/f.js'),
      '.git/info/exclude': 'b/\n',
      '.gitignore': 'a/\n!b/\n*.tmp\n/c/*\n!/c/d/\n',
      'sub/.gitignore': '!a/\n',
      'sub/a/.gitignore': '!y.tmp\n',
      'b/.gitignore': '*\n!two.js\n',
      'c/d/.gitignore': '/e.js\n',
    });
    const untracked = git('ls-files', '-o', '-z', '--exclude-standard')
      .split('\0')
      .filter((name) => name && !/manifest\.json$|\.gitignore$/.test(name));
    assert.deepEqual(await folder.inside(), untracked.toSorted());
    assert.deepEqual(untracked.toSorted(), ['b/two.js', 'c/d/f.js', 'sub/a/x.js', 'sub/a/y.tmp']);
  });

  it('is found from a worktree, whose .git is a file', async () => {
    git('init', '-q', 'main');
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'a'], {
      cwd: path.join(folder.root, 'main'),
    });
    execFileSync('git', ['worktree', 'add', '-q', '../tree'], { cwd: path.join(folder.root, 'main'), stdio: 'ignore' });
    await folder.lay({
      'main/.git/info/exclude': 'excluded.js\n',
      ...empty('tree/excluded.js', 'tree/a.js'),
      'tree/manifest.json': '{}',
    });
    assert.deepEqual(await folder.inside({ within: 'tree' }), ['a.js']);
  });

  it('above a source folder that git ignores as a whole does not count for what lies in it, as in a home folder under version control', async () => {
    await folder.lay({
      '.git/HEAD': '',
      '.gitignore': '*\n',
      'own/a/package.json': '{}',
      'own/a/manifest.json': '{}',
      'own/a/.gitignore': '*.tmp\n',
      ...empty('own/a/a.js', 'own/a/b.tmp'),
    });
    assert.deepEqual(await folder.inside({ within: 'own/a' }), ['a.js']);
  });
});
