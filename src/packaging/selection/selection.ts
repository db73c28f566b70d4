import path from 'node:path';
import { realPath } from '../paths';
import type { Problem } from '../problem';
import { commonDefaults, sourceDefaults, sourceDefaultsAtTop, sourceMaps } from './defaults';
import { folderKind, type FolderKind } from './folder-kind';
import type { ExcludedFile } from './excluded-file';
import { OWN_IGNORE_FILE, readOwnRules } from './extension-ignore';
import { type Needed, requirementsOf, type Scope } from './scope';
import { type PackedFile, Walk } from './walk';

/** What is in the zip, and what is not. */
export interface Selection {
  /** A build folder was written by a build tool: everything in it is included, even what git ignores. */
  readonly kind: 'source' | 'build';
  /** Sorted by path, so that the same folder gives the same zip. */
  readonly files: readonly PackedFile[];
  /**
   * Sorted by path. An excluded folder has one entry, and is not entered; files that are re-included from inside it are
   * in `files`.
   */
  readonly excluded: readonly ExcludedFile[];
  /** Warnings about excluded files that may be needed. */
  readonly problems: readonly Problem[];
  /**
   * Absolute path of the `.extensionignore` for this folder, whether it exists or not: for a build folder, it is in its
   * project.
   */
  readonly ignoreFile: string;
}

export interface SelectOptions {
  /** Whether source maps of a source folder are included; by default they are excluded. */
  readonly sourceMaps?: boolean;
}

/**
 * Selects the files of the folder that are included. A file that the manifest names, or that one of its pages loads, is
 * not excluded by defaults or by git, but is excluded by own rules, and if it may contain a secret.
 * @throws UserError if the own rules cannot be read.
 */
export async function selectFiles(
  folder: string,
  options: SelectOptions,
  needed: readonly Needed[],
  signal: AbortSignal,
): Promise<Selection> {
  const root = await realPath(folder);
  const kind = await folderKind(root);
  const ignoreFile = path.join(kind.ownRulesIn, OWN_IGNORE_FILE);
  const own = await readOwnRules(ignoreFile, prefixTo(kind.ownRulesIn, root));
  const walk = new Walk(root, requirementsOf(own, needed), signal);
  await walk.start(scopeOf(kind, options));
  return {
    kind: kind.kind,
    files: walk.files.toSorted(byPath),
    excluded: walk.excluded.toSorted(byPath),
    problems: walk.problems.toSorted(byFile),
    ignoreFile,
  };
}

/** The path from a folder down to another: empty, or ends with `/`. */
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
  return {
    defaults: [
      { list: sourceDefaults(), ...atRoot },
      { list: sourceDefaultsAtTop(), ...atRoot, onlyTop: true },
    ],
    git: git.layers,
    maps: withMaps ? [] : [{ list: sourceMaps(), ...atRoot }],
  };
}

/** Compares code units, not by language: the order must not depend on the machine. */
function byPath(one: { path: string }, other: { path: string }): number {
  return one.path < other.path ? -1 : 1;
}

function byFile(one: Problem, other: Problem): number {
  return one.file < other.file ? -1 : 1;
}
