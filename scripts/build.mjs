// npm run build: the extension, the local service and the tests, each bundled by esbuild.
//   dist/*                   what the VSIX contains; dist/local-service.mjs is also the service of `npm run service`
//   ThirdPartyNotices.txt    the licenses of the packages in dist
//   out/find-chromium.mjs    for scripts/chromium.mjs
//   out/packaging.mjs        for the demo and the bench, with its thread
//   out/api, out/sdk.mjs     our client and the official one, for the bench
//   out/test/**              the tests
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { writeNotices } from './notices.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
/**
 * `folder-of:bundle` is the folder of the bundle that imports it, or another one; the build writes related files there.
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
/**
 * For the extension's chunks, which are one folder deeper than the related files; the extension's own file does not use
 * `folder-of:bundle`.
 */
const besideChunks = folderOfBundle("__dirname + '/..'");
const besideModule = folderOfBundle('import.meta.dirname');
/** The tests are bundles in many folders. */
const inOut = folderOfBundle(JSON.stringify(path.join(root, 'out')));
// The extension host of VS Code 1.100, the oldest supported version, has Node 20.
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  // A bundler cannot see the imports in the main file of jsonc-parser.
  mainFields: ['module', 'main'],
};
const small = { minify: true, sourcemap: false, legalComments: 'none' };
// For modules that are loaded by `require`; `import()` is converted to it too.
const required = { format: 'cjs', supported: { 'dynamic-import': false } };
const module = { ...common, format: 'esm', outExtension: { '.js': '.mjs' } };
// Bundled CommonJS packages call `require`, which does not exist in an ES module.
const requireInModule = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

const extension = path.join(root, 'src/extension.ts');
/**
 * Makes each of our lazily loaded modules also export what the extension's entry exports. So everything that is loaded
 * at start is shared by all of them, and esbuild puts it into a single file; ten files would take twice as long to
 * load.
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

/** Converts each file of an ES module build to CommonJS, which `require` can read, and writes it. */
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
 * An import of a whole module becomes a copy of it. VS Code's module has about 400 members, and a copy in each file
 * took a third of the start-up time.
 */
function withRequiredEditor(code) {
  return code.replaceAll(/import\s*\*\s*as\s+([\w$]+)\s+from\s*"vscode"/g, 'const $1=require("vscode")');
}

/**
 * The esbuild options for what the VSIX contains. The extension is split into files that are loaded when they are
 * needed. VS Code loads it by `require`, but esbuild splits only ES modules: so the files are built as ES modules and
 * then converted to CommonJS. Code that several files share is also shared at run time.
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
    {
      ...module,
      ...how,
      entryPoints: ['src/cli/main.ts'],
      outfile: 'dist/cli.mjs',
      banner: requireInModule,
      outExtension: {},
      define: { PACKAGE_VERSION: JSON.stringify(version) },
      plugins: [besideModule],
    },
    threadBuild('dist', how),
    {
      ...common,
      ...how,
      platform: 'browser',
      // The browser of VS Code 1.100, the oldest supported version.
      target: 'chrome132',
      format: 'esm',
      entryPoints: { screen: 'src/webview/screen/main.ts' },
      outdir: 'dist/screen',
    },
    {
      ...common,
      ...small,
      entryPoints: { screen: 'src/webview/screen/screen.css' },
      outdir: 'dist/screen',
      loader: { '.ttf': 'copy' },
      assetNames: '[name]',
    },
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

async function buildProduct() {
  const built = await Promise.all(productBuilds().map((options) => build({ ...options, metafile: true })));
  writeNotices(built.map(({ metafile }) => metafile));
}

export async function buildAll() {
  for (const old of ['out/test', 'out/api']) fs.rmSync(path.join(root, old), { recursive: true, force: true });
  await Promise.all([
    buildProduct(),
    build(threadBuild('out', small)),
    build({ ...module, entryPoints: ['src/chromium/find-chromium.ts'], outdir: 'out' }),
    build({ ...module, entryPoints: { packaging: 'src/packaging/index.ts' }, outdir: 'out', plugins: [besideModule] }),
    // Split into chunks: what the extension loads lazily is loaded lazily here too.
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
        ...['check', 'unit', 'verdicts', 'service', 'screen', 'window', 'windows', 'idle', 'bench', 'pictures'].flatMap(
          testFiles,
        ),
        'test/support/temporary-folder.ts',
        'test/verdicts/ask.ts',
        'test/service/app/starter.ts',
        'test/service/tools/window-process.ts',
        'test/bench/live.ts',
        'test/bench/screen.ts',
        'test/bench/sequence.ts',
        'test/bench/share.ts',
        'test/bench/tests.ts',
        'test/window/secret-search.ts',
      ],
      outdir: 'out/test',
      outbase: 'test',
      // What tests share is one module in a process: the files of a suite can share a window.
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      banner: requireInModule,
      external: ['@vscode/vsce', 'esbuild', 'playwright-core', 'puppeteer-core', 'sharp', 'typescript', 'xmllint-wasm'],
      plugins: [inOut],
    }),
    build({
      ...common,
      entryPoints: [
        'test/editor/index.ts',
        'test/bench/debug.ts',
        'test/bench/editor.ts',
        'test/bench/window.ts',
        ...testFiles('editor'),
      ],
      outdir: 'out/test',
      outbase: 'test',
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      external: ['vscode', 'mocha', 'esbuild'],
      plugins: [inOut],
    }),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll();
