import assert from 'node:assert/strict';
import { commonDefaults } from '../../../../src/packaging/selection/defaults';
import { empty, TestFolder } from './folder';

describe('Of a source folder, by default', () => {
  const folder = new TestFolder();

  const OUT: Record<string, string[]> = {
    'version control': ['.git', '.hg', '.svn', 'CVS', 'lib/.gitignore', '.gitattributes'],
    'operating system file': ['.DS_Store', 'img/Thumbs.db', 'desktop.ini', '__MACOSX', 'a/._b.js', '.Trash-1000'],
    'may contain a secret': [
      '.env',
      '.env.local',
      'a/.envrc',
      'key.pem',
      'a/b.key',
      'a.p12',
      'id_rsa',
      '.npmrc',
      '.yarnrc.yml',
    ],
    'installed packages': ['node_modules', 'lib/node_modules', '.yarn', '.pnp.cjs'],
    'editor settings': ['.vscode', '.idea', 'a.code-workspace', 'a.js.swp', 'a.js~'],
    cache: ['.cache', '.eslintcache', 'a.tsbuildinfo', '__pycache__'],
    tests: ['test', 'tests', 'e2e', 'coverage', 'lib/__tests__', 'a.test.js', 'lib/a.spec.mjs', 'a.test.tsx'],
    'notes for agents': ['CLAUDE.md', 'docs/AGENTS.md'],
    'log file': ['npm-debug.log', 'lib/a.log'],
    archive: ['a.zip', 'lib/a.crx', 'a.tar.gz', 'a.xpi', 'web-ext-artifacts'],
    'package or build settings': [
      'package.json',
      'package-lock.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'tsconfig.json',
      'tsconfig.app.json',
      'vite.config.mts',
      'webpack.config.js',
      'webpack.prod.js',
      'eslint.config.mjs',
    ],
    'unbuilt source': ['a.ts', 'lib/a.d.ts', 'a.tsx', 'a.scss', 'a.vue'],
    'hidden file for tools': ['.prettierrc', '.github', '.eslintrc.json', '.husky'],
  };
  const FOLDERS =
    /^(\.git|\.hg|\.svn|CVS|__MACOSX|\.Trash-1000|(lib\/)?node_modules|\.yarn|\.vscode|\.idea|\.cache|__pycache__|tests?|e2e|coverage|lib\/__tests__|web-ext-artifacts|\.github|\.husky)$/;

  for (const [reason, names] of Object.entries(OUT)) {
    it(`${reason}: stays out, and that is said`, async () => {
      await folder.lay(
        empty(...names.map((name) => (FOLDERS.test(name) ? `${name}/inside.js` : name)), 'background.js'),
      );
      const { excluded } = await folder.select();
      assert.deepEqual(
        excluded.map(({ path, folder: isFolder, reason: { template }, rule: { kind } }) => ({
          path,
          isFolder,
          template,
          kind,
        })),
        names.toSorted().map((path) => ({ path, isFolder: FOLDERS.test(path), template: reason, kind: 'default' })),
      );
      assert.deepEqual(await folder.inside(), ['background.js']);
    });
  }

  it('all that a browser may read goes in, also what has a name like one of a tool further down', async () => {
    const files = [
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'a.js',
      'a.jsx',
      'a.wasm',
      'data.json',
      'data.gz',
      'docs/help.html',
      'lib/package.json',
      'pages/tests/index.html',
      'site.config.js',
      'test.js',
      'vendor/a.min.js',
      '_locales/en/messages.json',
      'api.spec.json',
      'a.map',
    ];
    await folder.lay(empty(...files));
    assert.deepEqual(await folder.inside(), files.toSorted());
    assert.deepEqual(await folder.outside(), []);
  });

  it('source maps stay out, and go in by choice', async () => {
    await folder.lay(empty('a.js', 'a.js.map', 'a.css.map', 'a.mjs.map'));
    assert.deepEqual(await folder.outside(), [
      'a.css.map: source map (source-maps)',
      'a.js.map: source map (source-maps)',
      'a.mjs.map: source map (source-maps)',
    ]);
    assert.deepEqual(await folder.inside({ sourceMaps: true }), ['a.css.map', 'a.js', 'a.js.map', 'a.mjs.map']);
  });

  it('what Chromium writes into a folder that it loaded stays out, and a folder of that name with anything else goes in for the verdict to see', async () => {
    await folder.lay(empty('_metadata/generated_indexed_rulesets/_ruleset1', '_metadata/verified_contents.json'));
    assert.deepEqual(await folder.inside(), ['_metadata/verified_contents.json']);
  });

  it('the manifest goes in whatever any rule says', async () => {
    await folder.lay({ '.gitignore': 'manifest.json\n', '.extensionignore': '*\n' });
    assert.deepEqual(
      (await folder.select()).files.map(({ path }) => path),
      ['manifest.json'],
    );
  });

  it('a .crx and update.xml at the root go in, even where git ignores them', async () => {
    await folder.lay({ ...empty('a.crx', 'update.xml'), '.gitignore': '*.crx\n*.xml\n' });
    assert.deepEqual(await folder.inside(), ['a.crx', 'update.xml']);
    assert.deepEqual(
      (await folder.select()).files.map(({ why }) => why?.by.kind),
      ['package', undefined, 'package'],
    );
  });

  it('files are listed by code units, and their sizes are known, in and out', async () => {
    await folder.lay({ 'b.js': '12', 'a/c.js': '', 'B.js': '1', 'ä.js': '1', 'a.js': '1', 'a.log': '123' });
    const { files, excluded } = await folder.select();
    assert.deepEqual(
      files.map(({ path, bytes }) => `${path} ${bytes}`),
      ['B.js 1', 'a.js 1', 'a/c.js 0', 'b.js 2', 'manifest.json 2', 'ä.js 1'],
    );
    assert.deepEqual(
      excluded.map(({ path, bytes }) => `${path} ${bytes}`),
      ['a.log 3'],
    );
  });
});

describe('The default patterns', () => {
  it('are compiled once, and again before the results that they keep fill the memory', () => {
    const list = commonDefaults();
    assert.equal(commonDefaults(), list);
    for (let each = 0; each < 2500; each++) list.find(`${'a'.repeat(1000)}${each}`);
    const next = commonDefaults();
    assert.notEqual(next, list);
    assert.equal(next.asked, 0);
    assert.equal(next.find('.git/')?.verdict, 'out');
  });
});
