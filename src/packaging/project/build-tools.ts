import { isBuildFolder } from '../build-folder';
import type { Project } from './project';

/** A tool that builds extensions, and how a project and its output are known to be its own. */
interface BuildTool {
  readonly name: string;
  /** The package that a project of this tool depends on. */
  readonly dependency: string;
  /** Its output, where the place alone gives the tool away. */
  readonly output?: RegExp;
}

/**
 * The most particular first: a project of WXT depends on Vite too. Layouts from the tools' own documentation:
 * WXT writes `.output/<browser>-mv<2|3>[-dev]`, Plasmo `build/<browser>-mv<2|3>-<dev|prod>[-tag]`, Extension.js and
 * Bedframe
 * `dist/<browser>`, CRXJS and the bundlers `dist`, or `build` where the project says so.
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
 * The tool's name as its makers write it, by the packages of the project and by where a folder, with `/`, lies in it.
 */
export function buildTool(folder: string, project: Project | undefined): string | undefined {
  return TOOLS.find((tool) => project?.dependencies.has(tool.dependency) || tool.output?.test(folder))?.name;
}

/** Installed packages, and hidden folders: they hold caches and settings, but for the output of WXT. */
export function isNeverEntered(name: string): boolean {
  return name === 'node_modules' || (name.startsWith('.') && !isBuildFolder(name));
}

/**
 * The names of folders say for which browser a build is: `firefox-mv2`, `dist/safari`, `chrome-mv3-dev`,
 * `dist/gecko-based`.
 */
export function isForOtherEngine(name: string): boolean {
  return /(^|[-_.])(firefox|gecko|safari|webkit)([-_.]|$)/i.test(name);
}

/** Built for a browser with Chromium's engine that has another name: it may run, and the one for Chrome surely does. */
export function isForOtherChromium(name: string): boolean {
  return /(^|[-_.])(edge|opera|brave|vivaldi|arc)([-_.]|$)/i.test(name);
}

/**
 * A build that a development server writes: its pages may ask that server, on the person's own machine, for their code.
 */
export function isForDevelopment(name: string): boolean {
  return /(^|[-_.])(dev|development)([-_.]|$)/i.test(name);
}

/** Folders with examples for tests: extensions, and seldom the one that is meant. */
export function isTestFolder(name: string): boolean {
  return /^(tests?|__tests__|__mocks__|__fixtures__|fixtures?|spec|e2e|cypress|playwright)$/i.test(name);
}
