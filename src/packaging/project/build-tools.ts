import type { Project } from './project';

/** A tool that builds extensions, and how to recognize its projects and its output. */
interface BuildTool {
  readonly name: string;
  /** The package that a project of this tool depends on. */
  readonly dependency: string;
  /** Its output folder, if the path alone identifies the tool. */
  readonly output?: RegExp;
}

/**
 * The most specific first: a project that uses WXT also depends on Vite. Layouts from the tools' documentation: WXT
 * writes `.output/<browser>-mv<2|3>[-dev]`, Plasmo `build/<browser>-mv<2|3>-<dev|prod>[-tag]`, Extension.js and
 * Bedframe `dist/<browser>`, CRXJS and the bundlers `dist`, or `build` if the project is configured so.
 */
const TOOLS: readonly BuildTool[] = [
  { name: 'WXT', dependency: 'wxt', output: /(^|\/)\.output\/[\w-]+-mv[23]\b/ },
  { name: 'Plasmo', dependency: 'plasmo', output: /(^|\/)build\/[\w-]+-mv[23]-(dev|prod)\b/ },
  { name: 'Extension.js', dependency: 'extension' },
  { name: 'Bedframe', dependency: '@bedframe/cli' },
  { name: 'CRXJS', dependency: '@crxjs/vite-plugin' },
  { name: 'Vite', dependency: 'vite' },
  { name: 'Parcel', dependency: 'parcel' },
  { name: 'Rspack', dependency: '@rspack/core' },
  { name: 'webpack', dependency: 'webpack' },
  { name: 'Rollup', dependency: 'rollup' },
  { name: 'esbuild', dependency: 'esbuild' },
];

/**
 * The tool's name as its makers write it, determined by the project's packages and by the path of the folder, with `/`.
 */
export function buildTool(folder: string, project: Project | undefined): string | undefined {
  return TOOLS.find((tool) => project?.dependencies.has(tool.dependency) || tool.output?.test(folder))?.name;
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
