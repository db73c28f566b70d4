import type { Project } from './project';

/** A tool that builds extensions, and how to recognize its projects and its output. */
interface BuildTool {
  /** As its makers write it. */
  readonly name: string;
  /** The package that a project of this tool depends on. */
  readonly dependency: string;
  /** Its output folder, if the path alone identifies the tool. */
  readonly output?: RegExp;
  /** How it is told to write source maps for a build that it would write none for. */
  readonly sourceMaps: SourceMapSetting;
}

/** What makes a tool write source maps: `text` goes into `file`, or is a command line if there is no file. */
export interface SourceMapSetting {
  readonly file?: string;
  readonly text: string;
}

const IN_VITE: SourceMapSetting = { file: 'vite.config.ts', text: 'build: { sourcemap: true }' };

/**
 * The most specific first: a project that uses WXT also depends on Vite. Layouts from the tools' documentation: WXT
 * writes `.output/<browser>-mv<2|3>[-dev]`, Plasmo `build/<browser>-mv<2|3>-<dev|prod>[-tag]`, Extension.js and
 * Bedframe `dist/<browser>`, CRXJS and the bundlers `dist`, or `build` if the project is configured so. The settings for
 * source maps were tried with WXT, Extension.js and Parcel; the others are from the documentation.
 */
const TOOLS: readonly BuildTool[] = [
  {
    name: 'WXT',
    dependency: 'wxt',
    output: /(^|\/)\.output\/[\w-]+-mv[23]\b/,
    sourceMaps: { file: 'wxt.config.ts', text: 'vite: () => ({ build: { sourcemap: true } })' },
  },
  {
    name: 'Plasmo',
    dependency: 'plasmo',
    output: /(^|\/)build\/[\w-]+-mv[23]-(dev|prod)\b/,
    sourceMaps: { text: 'plasmo build --source-maps' },
  },
  {
    name: 'Extension.js',
    dependency: 'extension',
    sourceMaps: { file: 'extension.config.js', text: "config: (config) => ({ ...config, devtool: 'source-map' })" },
  },
  { name: 'Bedframe', dependency: '@bedframe/cli', sourceMaps: IN_VITE },
  { name: 'CRXJS', dependency: '@crxjs/vite-plugin', sourceMaps: IN_VITE },
  { name: 'Vite', dependency: 'vite', sourceMaps: IN_VITE },
  {
    name: 'Parcel',
    dependency: 'parcel',
    sourceMaps: {
      file: 'package.json',
      text: '"targets": { "default": { "sourceMap": { "inline": true, "inlineSources": true } } }',
    },
  },
  {
    name: 'Rspack',
    dependency: '@rspack/core',
    sourceMaps: { file: 'rspack.config.js', text: "devtool: 'source-map'" },
  },
  { name: 'webpack', dependency: 'webpack', sourceMaps: { file: 'webpack.config.js', text: "devtool: 'source-map'" } },
  {
    name: 'Rollup',
    dependency: 'rollup',
    sourceMaps: { file: 'rollup.config.js', text: 'output: { sourcemap: true }' },
  },
  { name: 'esbuild', dependency: 'esbuild', sourceMaps: { text: 'esbuild --sourcemap' } },
];

/** The tool of a folder, determined by the project's packages and by the path of the folder, with `/`. */
export function buildTool(folder: string, project: Project | undefined): BuildTool | undefined {
  return TOOLS.find((tool) => project?.dependencies.has(tool.dependency) || tool.output?.test(folder));
}

/** Installed packages, and hidden folders except the output of WXT: they contain caches and settings. */
export function isNeverEntered(name: string): boolean {
  return name === 'node_modules' || (name.startsWith('.') && !isBuildFolder(name));
}

/**
 * Folder names often say which browser a build is for: `firefox-mv2`, `dist/safari`, `chrome-mv3-dev`,
 * `dist/gecko-based`.
 */
export function isForOtherEngine(name: string): boolean {
  return /(^|[-_.])(firefox|gecko|safari|webkit)([-_.]|$)/i.test(name);
}

/** Built for another browser with Chromium's engine: it may work, but a build for Chrome certainly does. */
export function isForOtherChromium(name: string): boolean {
  return /(^|[-_.])(edge|opera|brave|vivaldi|arc)([-_.]|$)/i.test(name);
}

/** A build for a development server: its pages may load their code from that server on the user's own machine. */
export function isForDevelopment(name: string): boolean {
  return /(^|[-_.])(dev|development)([-_.]|$)/i.test(name);
}

/** Folders with test examples: they contain extensions, but seldom the intended one. */
export function isTestFolder(name: string): boolean {
  return /^(tests?|__tests__|__mocks__|__fixtures__|fixtures?|spec|e2e|cypress|playwright)$/i.test(name);
}

/**
 * Names of folders that build tools write to, also with the target added: `dist-chrome`, `build_mv3`. `.output` is from
 * WXT, `.plasmo` from Plasmo.
 */
const BUILD_FOLDER =
  /^(\.output|\.plasmo|(dist|build|out|output)([-_.](chrom\w*|edge|brave|opera|firefox|safari|mv\d|dev\w*|prod\w*|release|debug|ext\w*|crx))*)$/i;

/** Whether build tools write to folders with this name. */
export function isBuildFolder(name: string): boolean {
  return BUILD_FOLDER.test(name);
}
