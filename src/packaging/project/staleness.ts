import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled } from '../../core/errors';
import { isBuildFolder, isNeverEntered, isTestFolder } from './build-tools';
import type { Project } from './project';

/** Describes a build that is older than its sources. */
export interface Staleness {
  /** When the newest file of the build was written. */
  readonly builtAt: Date;
  /** The newest source, relative to the project, with `/`. */
  readonly source: string;
  readonly changedAt: Date;
}

interface DatedFile {
  readonly file: string;
  readonly changedAt: Date;
}

/**
 * Maximum number of files checked in a build, and in a project: enough for all but the largest. For those, only the
 * least deeply nested files are compared.
 */
const MAX_FILES = 5000;
const MAX_CONCURRENT = 32;

/**
 * When the newest file of a build was written. All files are checked, because tools do not rewrite unchanged files and
 * the manifest seldom changes.
 */
export async function builtAt(folder: string, signal: AbortSignal): Promise<Date | undefined> {
  return (
    await newest(
      folder,
      () => true,
      () => true,
      signal,
    )
  )?.changedAt;
}

/** The newest source of a project, if it was changed after the project was built. */
export async function changedSince(
  written: Date,
  project: Project,
  signal: AbortSignal,
): Promise<Staleness | undefined> {
  const source = await newest(project.folder, isSource, entersSources, signal);
  if (!source || secondsOf(source.changedAt) <= secondsOf(written)) return undefined;
  return {
    builtAt: written,
    source: path.relative(project.folder, source.file).replaceAll(path.sep, '/'),
    changedAt: source.changedAt,
  };
}

/** A project that was copied has all its files within a moment, and some disks keep no more than seconds. */
function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** Searches level by level, so that the limit cuts off the deepest files. */
async function newest(
  folder: string,
  takes: (name: string) => boolean,
  enters: (name: string) => boolean,
  signal: AbortSignal,
): Promise<DatedFile | undefined> {
  let files: readonly string[] = [];
  let level: readonly string[] = [folder];
  while (level.length > 0 && files.length < MAX_FILES) {
    const next: string[][] = [];
    const found: string[][] = [];
    for (const parent of level) {
      throwIfCancelled(signal);
      const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
      next.push(
        entries.filter((entry) => entry.isDirectory() && enters(entry.name)).map(({ name }) => path.join(parent, name)),
      );
      found.push(
        entries.filter((entry) => entry.isFile() && takes(entry.name)).map(({ name }) => path.join(parent, name)),
      );
    }
    files = [files, ...found].flat();
    level = next.flat();
  }
  return newestOf(files.slice(0, MAX_FILES), signal);
}

async function newestOf(files: readonly string[], signal: AbortSignal): Promise<DatedFile | undefined> {
  let found: DatedFile | undefined;
  for (let start = 0; start < files.length; start += MAX_CONCURRENT) {
    throwIfCancelled(signal);
    const dated = await Promise.all(
      files
        .slice(start, start + MAX_CONCURRENT)
        .map(async (file) => ({ file, status: await stat(file).catch(() => undefined) })),
    );
    for (const { file, status } of dated) {
      if (status && (!found || status.mtime > found.changedAt)) found = { file, changedAt: status.mtime };
    }
  }
  return found;
}

function entersSources(name: string): boolean {
  return (
    !isNeverEntered(name) &&
    !isBuildFolder(name) &&
    !isTestFolder(name) &&
    !/^(coverage|docs?|logs?|te?mp|cache)$/i.test(name)
  );
}

/**
 * Files that are never part of a build: documentation, tests, type declarations, and output of package managers,
 * checkers and packers.
 */
const NO_SOURCE = [
  /^\./,
  /\.(md|markdown|log|map|zip|crx|xpi|tgz|lock|tsbuildinfo)$/i,
  /\.(test|spec|stories|d)\.\w+$/,
  /^(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb)$/,
  /^(readme|changelog|licen[cs]e|notice|authors|contributing)\b/i,
  /^(eslint|prettier|stylelint|commitlint|vitest|jest|playwright|cypress|lint-staged)\.(config|setup)\.\w+$/,
];

function isSource(name: string): boolean {
  return !NO_SOURCE.some((pattern) => pattern.test(name));
}
