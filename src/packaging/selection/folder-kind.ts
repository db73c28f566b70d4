import path from 'node:path';
import { isBuildFolder } from '../build-folder';
import { gitAbove, type GitAbove, holds, nearestWith } from './git';

const OF_A_PROJECT = ['package.json', '.git'];

export interface FolderKind {
  readonly kind: 'source' | 'build';
  readonly git: GitAbove;
  /** The folder of the own ignore file. Build tools empty their folder, so for a build folder it is the project's. */
  readonly ownRulesIn: string;
}

/**
 * A build folder is one that git ignores, or that has the name of one and is below a `package.json`; it has no
 * `package.json` or `.git` of its own. `folder` is a real path.
 */
export async function folderKind(folder: string): Promise<FolderKind> {
  const git = await gitAbove(folder);
  const project = (await holds(folder, OF_A_PROJECT))
    ? undefined
    : await nearestWith(path.dirname(folder), OF_A_PROJECT);
  if (project === undefined) return { kind: 'source', git, ownRulesIn: folder };
  const isNamedAsBuild = path.relative(project, folder).split(path.sep).some(isBuildFolder);
  const isBuild = git.ignored || (isNamedAsBuild && (await holds(project, ['package.json'])));
  return isBuild ? { kind: 'build', git, ownRulesIn: project } : { kind: 'source', git, ownRulesIn: folder };
}
