import { message } from '../../core/message';
import { type Exclusion, type PatternLine, PatternList } from './ignore-patterns';

/** Patterns that exclude for the same reason; a pattern with `!` re-includes what an earlier one excludes. */
interface Group extends Omit<Exclusion, 'rule'> {
  readonly patterns: readonly string[];
}

/** Characters of the paths that a list may keep results for: some megabytes. */
const MAX_ASKED = 2_000_000;

/** Files that are not part of any extension, whichever tool made the folder. */
const EVERYWHERE: readonly Group[] = [
  {
    reason: message('version control'),
    external: true,
    patterns: [
      '.git',
      '.hg',
      '.svn',
      '.jj',
      'CVS/',
      '.gitignore',
      '.gitattributes',
      '.gitmodules',
      '.gitkeep',
      '.hgignore',
    ],
  },
  {
    reason: message('operating system file'),
    external: true,
    patterns: [
      '.DS_Store',
      '._*',
      '__MACOSX/',
      '.Spotlight-V100/',
      '.Trashes/',
      '.fseventsd/',
      'Thumbs.db',
      'ehthumbs.db',
      'desktop.ini',
      '$RECYCLE.BIN/',
      '.directory',
      '.Trash-*/',
      '.nfs*',
    ],
  },
  // Chromium writes this folder into an unpacked extension with rule sets, and writes it again if it is missing.
  { reason: message('Chromium cache'), external: true, patterns: ['/_metadata/generated_indexed_rulesets/'] },
  {
    reason: message('may contain a secret'),
    external: true,
    secret: true,
    // A `.pem` file may also be the private key that Chromium writes beside a packed extension.
    patterns: [
      '.env*',
      '*.pem',
      '*.key',
      '*.p8',
      '*.p12',
      '*.pfx',
      '*.jks',
      '*.keystore',
      '*.ppk',
      'id_rsa',
      'id_dsa',
      'id_ecdsa',
      'id_ed25519',
      '.npmrc',
      '.yarnrc.yml',
      '.netrc',
      '.htpasswd',
      '.git-credentials',
      '.ssh/',
      '.aws/',
      '.gnupg/',
    ],
  },
];

/** Names that only tools read; a `site.config.js` may belong to the extension itself. */
const CONFIGURED = [
  'astro',
  'babel',
  'commitlint',
  'cypress',
  'esbuild',
  'eslint',
  'extension',
  'jest',
  'karma',
  'lint-staged',
  'next',
  'nuxt',
  'playwright',
  'plasmo',
  'postcss',
  'prettier',
  'rollup',
  'rsbuild',
  'rspack',
  'stylelint',
  'svelte',
  'tailwind',
  'tsdown',
  'tsup',
  'uno',
  'unocss',
  'vite',
  'vitest',
  'vue',
  'web-ext',
  'webpack',
  'windi',
  'wxt',
];

/**
 * Files of a source folder beside the extension. Only files that are certainly not part of it: one file too many does
 * less harm than a missing one. The most informative reason comes last, because the last pattern that matches names the
 * reason.
 */
const SOURCES: readonly Group[] = [
  {
    reason: message('unbuilt source'),
    patterns: ['*.ts', '*.tsx', '*.mts', '*.cts', '*.scss', '*.sass', '*.vue', '*.svelte'],
  },
  { reason: message('hidden file for tools'), patterns: ['.*'] },
  {
    reason: message('installed packages'),
    external: true,
    patterns: ['node_modules', '.yarn', '.pnp.*', '.pnpm-store'],
  },
  {
    reason: message('editor settings'),
    patterns: [
      '.vscode',
      '.idea',
      '.vs',
      '.zed',
      '.fleet',
      '.editorconfig',
      '*.code-workspace',
      '*.sublime-project',
      '*.sublime-workspace',
      '*.iml',
      '*.swp',
      '*.swo',
      '*~',
    ],
  },
  {
    reason: message('cache'),
    patterns: [
      '.cache',
      '.parcel-cache',
      '.turbo',
      '.eslintcache',
      '.stylelintcache',
      '*.tsbuildinfo',
      '__pycache__/',
      '*.pyc',
    ],
  },
  {
    reason: message('tests'),
    // Folders with a plain name only at the root: further down they may be pages of the extension.
    patterns: [
      '__tests__/',
      '__mocks__/',
      '__snapshots__/',
      '*.sequence.json',
      '*.test.[jt]s',
      '*.test.[jt]sx',
      '*.test.[cm][jt]s',
      '*.spec.[jt]s',
      '*.spec.[jt]sx',
      '*.spec.[cm][jt]s',
      '/test/',
      '/tests/',
      '/e2e/',
      '/cypress/',
      '/coverage/',
      '/.nyc_output',
      '/playwright-report/',
      '/test-results/',
    ],
  },
  {
    reason: message('notes for agents'),
    patterns: ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', 'AGENTS.override.md', 'GEMINI.md'],
  },
  { reason: message('log file'), patterns: ['*.log', 'npm-debug.log*'] },
  {
    reason: message('archive'),
    patterns: [
      '*.zip',
      '/*/**/*.crx',
      '*.xpi',
      '*.vsix',
      '*.tar',
      '*.tar.gz',
      '*.tgz',
      '*.7z',
      '*.rar',
      '/web-ext-artifacts/',
    ],
  },
  {
    reason: message('package or build settings'),
    patterns: [
      '/package.json',
      '/package-lock.json',
      '/npm-shrinkwrap.json',
      '/yarn.lock',
      '/pnpm-lock.yaml',
      '/pnpm-workspace.yaml',
      '/bun.lock',
      '/bun.lockb',
      '/deno.json',
      '/deno.jsonc',
      '/deno.lock',
      '/bower.json',
      '/lerna.json',
      '/nx.json',
      '/turbo.json',
      '/biome.json',
      '/nodemon.json',
      '/renovate.json',
      'tsconfig.json',
      'tsconfig.*.json',
      'jsconfig.json',
      '/karma.conf.js',
      '/gulpfile.*',
      '/Gruntfile.js',
      '/Makefile',
      '/Dockerfile',
      '/docker-compose.*',
      ...CONFIGURED.map((tool) => `/${tool}.config.*`),
      '/webpack.*.js',
    ],
  },
];

/** For a build folder, and for a folder that is included as a whole. */
export const commonDefaults = shared(() => listOf(linesOf(EVERYWHERE)));

/**
 * For a source folder: the patterns that apply only to its root. They are half of all, and in a list of their own, so
 * that the files further down, which are the most, need not be matched against them.
 */
export const sourceDefaultsAtTop = shared(() => listOf(sourceLines().filter(isAtTop)));

/** For a source folder: the other patterns. */
export const sourceDefaults = shared(() => listOf(sourceLines().filter((line) => !isAtTop(line))));

function sourceLines(): PatternLine<Exclusion>[] {
  return linesOf([...SOURCES, ...EVERYWHERE]);
}

function isAtTop({ pattern }: PatternLine<Exclusion>): boolean {
  return /^\/[^/]+\/?$/.test(pattern);
}

/** The source maps that tools write beside a script or a style. */
export const sourceMaps = shared(() => {
  const means = { rule: { kind: 'source-maps' }, reason: message('source map') } as const;
  return listOf(
    ['*.js.map', '*.[cm]js.map', '*.jsx.map', '*.ts.map', '*.tsx.map', '*.css.map', '*.wasm.map'].map((pattern) => ({
      pattern,
      means,
    })),
  );
});

/**
 * One list for all inspections: its patterns are compiled once. It caches each path that it is asked for, so after many
 * there is a new one.
 */
function shared<T>(create: () => PatternList<T>): () => PatternList<T> {
  let list: PatternList<T> | undefined;
  return () => {
    if (!list || list.asked > MAX_ASKED) list = create();
    return list;
  };
}

function linesOf(groups: readonly Group[]): PatternLine<Exclusion>[] {
  return groups.flatMap(({ patterns, ...exclusion }) =>
    patterns.map((pattern) => ({
      pattern,
      means: { ...exclusion, rule: { kind: 'default', pattern, ...(exclusion.secret && { secret: true }) } } as const,
    })),
  );
}

function listOf(lines: readonly PatternLine<Exclusion>[]): PatternList<Exclusion> {
  return new PatternList(lines, true);
}
