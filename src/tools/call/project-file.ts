import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { oneLine } from '../../core/one-line';
import { isWithin, realPath, type WorkspaceFile } from '../../packaging';

/** A file in a folder that tests are run from, and sequences are saved to. */
export interface ProjectFile extends WorkspaceFile {
  /** The absolute path. */
  readonly file: string;
  /** As a person is shown it. */
  readonly shown: string;
}

/**
 * Finds the place of a file, which need not be there.
 * @param folders that it may be in, by whatever links.
 * @throws UserError if it is in none of them.
 */
export async function projectFile(folders: readonly string[], given: string): Promise<ProjectFile> {
  if (oneLine(given) !== given || given.trim() === '')
    throw new UserError(message('“{0}” is no path. Use an absolute one, without control characters.', given));
  if (!path.isAbsolute(given))
    throw new UserError(message('“{0}” is no absolute path. Give the whole path, and call again.', given));
  const real = await realOf(path.resolve(given));
  for (const folder of folders) {
    const root = await realOf(folder);
    if (!isWithin(root, real)) continue;
    const within = path.relative(root, real).split(path.sep).join('/');
    const shown = folders.length > 1 ? path.posix.join(path.basename(folder), within) : within;
    return { folder, within, file: path.join(folder, within), shown };
  }
  throw new UserError(
    message('“{0}” is outside of the project. Sequences are run from, and saved to, the folders of it alone.', given),
  );
}

/** The path without links, as far as it is there. */
async function realOf(file: string): Promise<string> {
  try {
    return await realPath(file);
  } catch (error) {
    const parent = path.dirname(file);
    if (codeOf(error) !== 'ENOENT' || parent === file) throw new UserError(notReached(file));
    return path.join(await realOf(parent), path.basename(file));
  }
}

function notReached(file: string): ReturnType<typeof message> {
  return message('“{0}” can’t be reached.', file);
}

/** Whether something is there, and is a folder. */
export async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Whether something is there, also a link that leads nowhere. */
export async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  );
}
