// npm run build: the extension, the local service and the tests, each bundled by esbuild.
//   dist/*                   what the VSIX carries; dist/local-service.mjs is also the service of `npm run service`
//   out/find-chromium.mjs    for scripts/chromium.mjs    out/packaging.mjs        for the demo and the bench, with its thread
//   out/api, out/sdk.mjs     our client and the official one, for the bench
//   out/test/**              the tests
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/**
 * `folder-of:bundle` is the folder of the bundle it is imported into, or another one: what the build writes beside it
 * is found there.
 */
const folderOfBundle = (expression) => ({
  name: 'folder-of-bundle',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^folder-of:bundle$/ }, ({ path: name }) => ({ path: name, namespace: 'folder-of' }));
    onLoad({ filter: /./, namespace: 'folder-of' }, () => ({
      contents: `export default ${expression};`,
      loader: 'js',
    }));
  },
});
/** The extension's own file has nothing that asks for it. */
const besideChunks = folderOfBundle("__dirname + '/..'");
const besideModule = folderOfBundle('import.meta.dirname');
/** The tests are bundles in many folders. */
const inOut = folderOfBundle(JSON.stringify(path.join(root, 'out')));
// The extension host of VS Code 1.100, the oldest that is supported, has Node 20.
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  // The main file of jsonc-parser hides its imports from a bundler.
  mainFields: ['module', 'main'],
};
const small = { minify: true, sourcemap: false, legalComments: 'none' };
// Of the forms that require reads: `import()` becomes one too.
const required = { format: 'cjs', supported: { 'dynamic-import': false } };
const module = { ...common, format: 'esm', outExtension: { '.js': '.mjs' } };
// Bundled CommonJS packages call require; an ES module has none of its own.
const requireInModule = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

const extension = path.join(root, 'src/extension.ts');
/**
 * Each module of ours that is loaded when it is needed gives what the extension's own gives too. So all that is loaded
 * at start is shared by all of them, and esbuild puts it into one file: ten would take twice as long to load.
 */
const oneFileAtStart = {
  name: 'one-file-at-start',
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /^\./ }, async ({ kind, path: name, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const { path: file, errors } = await resolve(name, { resolveDir, kind: 'import-statement' });
      return { path: file, errors, namespace: 'when-needed' };
    });
    onLoad({ filter: /./, namespace: 'when-needed' }, ({ path: file }) => ({
      contents: `export * from ${JSON.stringify(file)}; export { activate } from ${JSON.stringify(extension)};`,
      resolveDir: root,
    }));
  },
};

/** Puts each file of a build of ES modules into the form that require reads, and writes it. */
const asRequired = (how) => ({
  name: 'as-required',
  setup: ({ onStart, onEnd }) => {
    onStart(() => fs.rmSync(path.join(root, 'dist/chunks'), { recursive: true, force: true }));
    onEnd(async ({ outputFiles = [] }) => {
      for (const { path: file, text } of outputFiles) {
        const { code } = await transform(withRequiredEditor(text), {
          ...how,
          ...required,
          platform: common.platform,
          target: common.target,
          sourcefile: file,
        });
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, code);
      }
    });
  },
});

/**
 * An import of a whole module becomes a copy of it, and VS Code's has some 400 members: a copy in each file took a
 * third of the start.
 */
function withRequiredEditor(code) {
  return code.replaceAll(/import\s*\*\s*as\s+([\w$]+)\s+from\s*"vscode"/g, 'const $1=require("vscode")');
}

/**
 * What the VSIX carries, as options of esbuild. The extension is in files that are loaded when they are needed. VS Code
 * loads it by require, and esbuild splits only ES modules: so each file is made as one, and then put into the form that
 * require reads. What several files share, they share at run time too.
 * @param development not minified, with source maps.
 */
export function productBuilds({ development = false } = {}) {
  const how = development ? { sourcemap: 'inline' } : small;
  return [
    {
      ...common,
      ...how,
      entryPoints: [extension],
      outdir: 'dist',
      write: false,
      format: 'esm',
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      external: ['vscode'],
      plugins: [oneFileAtStart, besideChunks, asRequired(how)],
    },
    {
      ...module,
      ...how,
      entryPoints: ['src/local-service/main.ts'],
      outfile: 'dist/local-service.mjs',
      banner: requireInModule,
      outExtension: {},
    },
    threadBuild('dist', how),
  ];
}

function threadBuild(outdir, how) {
  return {
    ...common,
    ...how,
    ...required,
    entryPoints: { 'packaging-thread': 'src/packaging/thread/thread.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
  };
}

const testFiles = (suite) =>
  fs
    .readdirSync(path.join(root, 'test', suite), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${suite}/${file}`);

export async function buildAll() {
  for (const old of ['out/test', 'out/api']) fs.rmSync(path.join(root, old), { recursive: true, force: true });
  await Promise.all([
    ...[...productBuilds(), threadBuild('out', small)].map((options) => build(options)),
    build({ ...module, entryPoints: ['src/chromium/find-chromium.ts'], outdir: 'out' }),
    build({ ...module, entryPoints: { packaging: 'src/packaging/index.ts' }, outdir: 'out', plugins: [besideModule] }),
    // In pieces: what the extension loads when it is needed is loaded when it is needed here too.
    build({
      ...module,
      entryPoints: ['src/api/index.ts'],
      outdir: 'out/api',
      splitting: true,
      banner: requireInModule,
    }),
    build({ ...module, entryPoints: { sdk: '@onkernel/sdk' }, outdir: 'out' }),
    build({
      ...module,
      entryPoints: [
        ...['unit', 'verdicts', 'service', 'window'].flatMap(testFiles),
        'test/verdicts/ask.ts',
        'test/service/app/starter.ts',
        'test/window/secret-search.ts',
      ],
      outdir: 'out/test',
      outbase: 'test',
      banner: requireInModule,
      external: ['@vscode/vsce', 'playwright-core', 'puppeteer-core'],
      plugins: [inOut],
    }),
    build({
      ...common,
      entryPoints: ['test/editor/index.ts', 'test/bench/editor.ts', 'test/bench/window.ts', ...testFiles('editor')],
      outdir: 'out/test',
      outbase: 'test',
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      external: ['vscode', 'mocha'],
      plugins: [inOut],
    }),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll();
