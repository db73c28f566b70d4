import path from 'node:path';
import { prefixTo, realPath } from '../paths';
import type { Problem } from '../problem';
import { isBuildFolder } from '../project/build-tools';
import { commonDefaults, sourceDefaults, sourceDefaultsAtTop, sourceMaps } from './defaults';
import { OWN_IGNORE_FILE, readOwnRules } from './extension-ignore';
import { gitAbove, type GitAbove, holds, nearestWith } from './git';
import type { ExcludedFile } from './rule';
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

const OF_A_PROJECT = ['package.json', '.git'];

interface FolderKind {
  readonly kind: 'source' | 'build';
  readonly git: GitAbove;
  /** The folder of the own ignore file. Build tools empty their folder, so for a build folder it is the project's. */
  readonly ownRulesIn: string;
}

/**
 * A build folder is one that git ignores, or that has the name of one and is below a `package.json`; it has no
 * `package.json` or `.git` of its own. `folder` is a real path.
 */
async function folderKind(folder: string): Promise<FolderKind> {
  const git = await gitAbove(folder);
  const project = (await holds(folder, OF_A_PROJECT))
    ? undefined
    : await nearestWith(path.dirname(folder), OF_A_PROJECT);
  if (project === undefined) return { kind: 'source', git, ownRulesIn: folder };
  const isNamedAsBuild = path.relative(project, folder).split(path.sep).some(isBuildFolder);
  const isBuild = git.ignored || (isNamedAsBuild && (await holds(project, ['package.json'])));
  return isBuild ? { kind: 'build', git, ownRulesIn: project } : { kind: 'source', git, ownRulesIn: folder };
}
