import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../problem';
import { commonDefaults, sourceDefaults, sourceMaps } from './defaults';
import { folderKind, type FolderKind } from './folder-kind';
import type { ExcludedFile } from './excluded-file';
import { OWN_IGNORE_FILE, readOwnRules } from './extension-ignore';
import { type Needed, requirementsOf, type Scope } from './scope';
import { ConcurrencyLimit } from './concurrency-limit';
import { type PackedFile, Walk } from './walk';

/** What is in the zip, and what is not. */
export interface Selection {
  /** A build folder is what a build tool wrote: everything in it is included, whatever git ignores. */
  readonly kind: 'source' | 'build';
  /** Sorted by path, so that the same folder gives the same zip. */
  readonly files: readonly PackedFile[];
  /**
   * Sorted by path. A folder that is excluded stands here once, and is not entered; files that are re-included from
   * within it stand in `files`.
   */
  readonly excluded: readonly ExcludedFile[];
  /** What is excluded although it may be needed. */
  readonly problems: readonly Problem[];
  /**
   * Absolute path of the `.extensionignore` for this folder, whether it is there or not: a build folder's lies in its
   * project.
   */
  readonly ignoreFile: string;
}

export interface SelectOptions {
  /** Source maps of a source folder are included; excluded by default. */
  readonly sourceMaps?: boolean;
}

/**
 * Looking a file up is waiting, for the most part: Node has four threads for it by default, and they should not run
 * dry.
 */
const AT_ONCE = 32;

/**
 * Chooses the files of the folder that are included. What the manifest names, and what a page of it loads, is not
 * excluded by defaults and not by git, but by own rules, and where it may contain a secret.
 * @throws UserError where the own rules cannot be read.
 */
export async function selectFiles(
  folder: string,
  options: SelectOptions,
  needed: readonly Needed[],
  signal: AbortSignal,
): Promise<Selection> {
  const root = await realpath(folder);
  const kind = await folderKind(root);
  const ignoreFile = path.join(kind.ownRulesIn, OWN_IGNORE_FILE);
  const own = await readOwnRules(ignoreFile, prefixTo(kind.ownRulesIn, root));
  const walk = new Walk(root, requirementsOf(own, needed), new ConcurrencyLimit(AT_ONCE, signal));
  await walk.start(scopeOf(kind, options));
  return {
    kind: kind.kind,
    files: walk.files.toSorted(byPath),
    excluded: walk.excluded.toSorted(byPath),
    problems: walk.problems.toSorted(byFile),
    ignoreFile,
  };
}

/** Leads from a folder down to another: empty, or with `/` at its end. */
export function prefixTo(from: string, to: string): string {
  return path
    .relative(from, to)
    .split(path.sep)
    .filter(Boolean)
    .map((name) => `${name}/`)
    .join('');
}

function scopeOf({ kind, git }: FolderKind, { sourceMaps: withMaps }: SelectOptions): Scope {
  const atRoot = { prefix: '', baseLength: 0 };
  if (kind === 'build') return { defaults: [{ list: commonDefaults(), ...atRoot }], git: undefined, maps: [] };
  const { atTop, anywhere } = sourceDefaults();
  return {
    defaults: [
      { list: anywhere, ...atRoot },
      { list: atTop, ...atRoot, onlyTop: true },
    ],
    git: git.layers,
    maps: withMaps ? [] : [{ list: sourceMaps(), ...atRoot }],
  };
}

/** By code units and not by language: the order must not depend on the machine. */
function byPath(one: { path: string }, other: { path: string }): number {
  return one.path < other.path ? -1 : 1;
}

function byFile(one: Problem, other: Problem): number {
  return one.file < other.file ? -1 : 1;
}
