import path from 'node:path';
import { readRegularFile } from '../regular-file';
import { exists } from './file-status';
import { type IgnoreLayer, lastMatch, readGitIgnore } from './ignore-patterns';

export const GIT_IGNORE = '.gitignore';

/** What git ignores in a folder because of the files above it. */
export interface GitAbove {
  /** Whether git ignores the folder itself, or one above it. */
  readonly ignored: boolean;
  /**
   * From the outermost to the innermost, without the folder's own `.gitignore`. Empty for a folder that is ignored: a
   * `*` in a home folder under version control, for example, was not written for the folders in it.
   */
  readonly layers: readonly IgnoreLayer[];
}

/**
 * Reads `info/exclude` and each `.gitignore` from the root of the repository down to the folder's parent. The user's
 * own git settings do not count.
 */
export async function gitAbove(folder: string): Promise<GitAbove> {
  const top = await nearestWith(folder, ['.git']);
  if (top === undefined) return { ignored: false, layers: [] };
  const within = path.relative(top, folder);
  const names = within === '' ? [] : within.split(path.sep);
  const sources = [
    { file: path.join(await gitFolder(top), 'info', 'exclude'), below: names },
    ...names.map((_, depth) => ({
      file: path.join(top, ...names.slice(0, depth), GIT_IGNORE),
      below: names.slice(depth),
    })),
  ];
  const read = await Promise.all(
    sources.map(async ({ file, below }) => ({
      list: await readGitIgnore(file),
      prefix: below.map((name) => `${name}/`).join(''),
    })),
  );
  const layers = read.flatMap(({ list, prefix }) => (list ? [{ list, prefix, baseLength: 0 }] : []));
  const ignored = within !== '' && lastMatch(layers, '') !== undefined;
  return { ignored, layers: ignored ? [] : layers };
}

/** The folder itself or the nearest one above it that contains a file or folder with one of the names. */
export async function nearestWith(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (let current = folder; ; current = path.dirname(current)) {
    if (await holds(current, names)) return current;
    if (path.dirname(current) === current) return undefined;
  }
}

export async function holds(folder: string, names: readonly string[]): Promise<boolean> {
  const there = await Promise.all(names.map((name) => exists(path.join(folder, name))));
  return there.includes(true);
}

/** In a worktree and in a submodule, `.git` is a file with the path of the git folder; worktrees share one `info`. */
async function gitFolder(top: string): Promise<string> {
  const own = path.join(top, '.git');
  const leads = /^gitdir: (.+)$/m.exec(await readRegularFile(own).then(String, () => ''))?.[1];
  if (leads === undefined) return own;
  const real = path.resolve(top, leads);
  const shared = await readRegularFile(path.join(real, 'commondir')).then(String, () => '.');
  return path.resolve(real, shared.trim());
}
