import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, openSync } from 'node:fs';
import { chmod, lstat, mkdir, open, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf, messageOf, UserError } from '../core/errors';
import { formatBytes } from '../core/format';
import { message } from '../core/message';
import { isWithin, realPath } from './paths';
import { whileLocked } from '../core/while-locked';
import { notePosition } from './thread/position';

/** 16 MiB, more than any manifest, messages file or ignore file. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Opening does not block if the name leads to a pipe. Windows has no such flag, and no such names. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const READ_NONBLOCKING = constants.O_RDONLY | NO_WAIT;
/** Windows has no such flag. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/**
 * Reads a file by a name from the folder, following links. The name may lead to a pipe, which would block forever, or
 * to a device that never ends. Rejects for anything but a regular file of at most `limit` bytes (default 16 MiB);
 * rejects like `readFile` if it does not exist.
 */
export async function readRegularFile(file: string, limit = MAX_BYTES): Promise<Buffer> {
  notePosition(file);
  const handle = await openRegularFile(file);
  try {
    const { size } = await handle.stat();
    if (size > limit) throw new Error(`${file} is larger than ${limit} bytes`);
    return await contentOf(handle, size);
  } finally {
    await handle.close();
  }
}

/**
 * Reads a file of an extension's folder, as `readRegularFile` does. Rejects for a link that leaves the folder too: what
 * it leads to is not included.
 */
export async function readIncluded(folder: string, file: string, limit = MAX_BYTES): Promise<Buffer> {
  const [root, real] = await Promise.all([realPath(folder), realPath(path.join(folder, file))]);
  if (!isWithin(root, real)) throw new NotRegular(file);
  return readRegularFile(real, limit);
}

/** Opens a file for reading, following links. Rejects for anything but a regular file, and never waits for a writer. */
export async function openRegularFile(file: string, flags = 0): Promise<FileHandle> {
  const handle = await open(file, READ_NONBLOCKING | flags);
  const isFile = await handle.stat().then(
    (status) => status.isFile(),
    () => false,
  );
  if (isFile) return handle;
  await handle.close();
  throw new NotRegular(file);
}

/**
 * Refuses what cannot be read to its end, for a file that the editor opens by itself.
 * @throws UserError if it is no regular file, or is larger than `limit` bytes. Rejects like `stat` if it does not exist.
 */
export async function requireRegularFile(file: string, limit: number): Promise<void> {
  const status = await stat(file);
  if (!status.isFile()) throw notRegular(path.basename(file));
  if (status.size > limit) throw tooLarge(path.basename(file), status.size, limit);
}

/**
 * Reads a file that a person has chosen, which may be one of a workspace from elsewhere: a link there may lead to any
 * file. What it is is asked of the open file, so that nothing is put in its place between.
 * @param limit in bytes.
 * @throws UserError if it is a link or no regular file, is larger, or cannot be read.
 */
export async function readChosenFile(file: string, limit: number): Promise<Buffer> {
  const name = path.basename(file);
  try {
    return await readUnlinked(file, name, limit);
  } catch (error) {
    const refused = message('{0} is a link, or isn’t a regular file. Choose the file itself.', name);
    throw isNotRegular(error) ? new UserError(refused) : notRead(error, name);
  }
}

/**
 * Writes a file that a person has named, or that is named after what is in it. A repository from elsewhere may have put
 * a link in its place that leads to any file.
 * @throws UserError if there is a link or no regular file, or if it cannot be written.
 */
export async function writeChosenFile(file: string, content: string | Uint8Array): Promise<void> {
  const name = path.basename(file);
  try {
    if ((await isThere(file)) && !(await lstat(file)).isFile()) throw new NotRegular(file);
    await replaceFile(file, content);
  } catch (error) {
    const refused = message('{0} is a link, or isn’t a regular file. Remove it, or choose another name.', name);
    throw error instanceof NotRegular ? new UserError(refused) : notWritten(error, name);
  }
}

/**
 * Makes a folder that a person has named, for files of ours. A repository from elsewhere may have put a link in its place.
 * @throws UserError if there is a link or a file, or if it cannot be made.
 */
export async function makeChosenFolder(folder: string): Promise<void> {
  const name = path.basename(folder);
  const found = await lstat(folder).catch(() => undefined);
  if (found && !found.isDirectory())
    throw new UserError(message('{0} is a link, or isn’t a folder. Remove it, or choose another name.', name));
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new UserError(message('Couldn’t create the folder {0}: “{1}”', name, messageOf(error)));
  });
}

/**
 * Adds to the end of a file that a program has named, which may not be there yet.
 * @param contentFor is told how many bytes are there already.
 * @throws UserError as `writeChosenFile` does.
 */
export async function appendChosenFile(file: string, contentFor: (bytes: number) => string): Promise<void> {
  const name = path.basename(file);
  try {
    const handle = await open(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_LINK | NO_WAIT);
    try {
      const status = await handle.stat();
      if (!status.isFile()) throw new NotRegular(file);
      await handle.writeFile(contentFor(status.size));
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw notWritten(error, name);
  }
}

/** Opens a file for reading, and blocks for no writer. What it is must be asked of the descriptor, which is returned. */
export function openNonblocking(file: string): number {
  return openSync(file, READ_NONBLOCKING);
}

/**
 * Copies what a regular file has now: one that grows meanwhile would not end. Rejects for anything else, which is asked
 * of the open file, so that nothing is put in its place between.
 */
export async function copyRegularFile(file: string, target: string): Promise<void> {
  const handle = await openRegularFile(file);
  try {
    const { size } = await handle.stat();
    if (size === 0) await writeFile(target, '');
    else await pipeline(handle.createReadStream({ end: size - 1, autoClose: false }), createWriteStream(target));
  } finally {
    await handle.close();
  }
}

/**
 * Writes a new file and renames it: the file is never half-written, and a link that replaced it in the meantime is not
 * followed.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const mode = await stat(file).then(
    (status) => status.mode & 0o777,
    () => undefined,
  );
  const beside = `${file}.${randomUUID()}`;
  try {
    await writeFile(beside, content, { flag: 'wx' });
    if (mode !== undefined) await chmod(beside, mode);
    await whileLocked(() => rename(beside, file));
  } finally {
    await rm(beside, { force: true });
  }
}

/** A file that an extension keeps in a workspace. */
export interface WorkspaceFile {
  /** The workspace folder. */
  readonly folder: string;
  /** Path within it, with `/`: the file, or a folder with the file. */
  readonly within: string;
}

/**
 * Reads a file of a workspace. A repository from elsewhere may have put a link in its place that leads to any file.
 * @param limit in bytes.
 * @param owner the number of a user: a file of another one is as none. Without it, anybody’s is read.
 * @returns undefined if there is none.
 * @throws UserError if it cannot be read, is larger, or is no regular file within the workspace folder.
 */
export async function readWorkspaceFile(
  { folder, within }: WorkspaceFile,
  limit: number,
  owner?: number,
): Promise<Buffer | undefined> {
  try {
    const [root, file] = await Promise.all([realPath(folder), realPath(path.join(folder, within))]);
    if (!isWithin(root, file)) throw new NotRegular(file);
    return await readUnlinked(file, within, limit, owner);
  } catch (error) {
    const isGone = codeOf(error) === 'ENOENT' && !(await isThere(path.join(folder, within)));
    if (isGone || error instanceof OtherOwner) return undefined;
    throw isNotRegular(error) ? notRegular(within) : notRead(error, within);
  }
}

/** @param name as a person knows it. */
async function readUnlinked(file: string, name: string, limit: number, owner?: number): Promise<Buffer> {
  const handle = await openRegularFile(file, NO_LINK);
  try {
    const { size, uid } = await handle.stat();
    if (owner !== undefined && uid !== owner) throw new OtherOwner();
    if (size > limit) throw tooLarge(name, size, limit);
    return await contentOf(handle, size);
  } finally {
    await handle.close();
  }
}

/** A file belongs to another user than it should. */
class OtherOwner extends Error {}

/** Opening a link without following it gives `ELOOP`. */
function isNotRegular(error: unknown): boolean {
  return error instanceof NotRegular || codeOf(error) === 'ELOOP';
}

function notRead(error: unknown, name: string): UserError {
  if (error instanceof UserError) return error;
  return new UserError(message('Couldn’t read {0}: “{1}”', name, messageOf(error)));
}

function notWritten(error: unknown, name: string): UserError {
  return new UserError(message('Couldn’t write {0}: “{1}”', name, messageOf(error)));
}

/**
 * Writes a file of a workspace, and its folder if there is none. Nothing is written through a link.
 * @throws UserError if it cannot be written.
 */
export async function writeWorkspaceFile(place: WorkspaceFile, text: string): Promise<void> {
  await writeInWorkspace(place, async (file) => {
    if ((await isThere(file)) && !(await lstat(file)).isFile()) throw new NotRegular(file);
    await replaceFile(file, text);
  });
}

/**
 * The same for a file that is not there yet: whatever has come meanwhile stays, a link too.
 * @returns whether it was written.
 * @throws UserError if it cannot be written.
 */
export async function createWorkspaceFile(place: WorkspaceFile, text: string): Promise<boolean> {
  return writeInWorkspace(place, async (file) => {
    try {
      await writeFile(file, text, { flag: 'wx' });
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  });
}

/** @param write is given the real path. */
async function writeInWorkspace<T>({ folder, within }: WorkspaceFile, write: (file: string) => Promise<T>): Promise<T> {
  const parent = path.dirname(path.join(folder, within));
  try {
    if (!(await isThere(parent))) await mkdir(parent);
    const [root, real] = await Promise.all([realPath(folder), realPath(parent)]);
    const file = path.join(real, path.basename(within));
    if (!isWithin(root, real)) throw new NotRegular(file);
    return await write(file);
  } catch (error) {
    if (error instanceof NotRegular) throw notRegular(within);
    throw notWritten(error, within);
  }
}

/** A name leads to a folder, a pipe or a device, or for a file of a workspace out of it. */
export class NotRegular extends Error {
  constructor(file: string) {
    super(`${file} is no regular file`);
  }
}

function notRegular(within: string): UserError {
  return new UserError(
    message('{0} is a link, or isn’t a regular file of the workspace folder. Replace it with a file.', within),
  );
}

function tooLarge(within: string, size: number, limit: number): UserError {
  return new UserError(message('{0} is too large ({1}; limit {2}).', within, formatBytes(size), formatBytes(limit)));
}

/** Also a link that leads nowhere. */
async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  );
}

/** The first bytes of a file: one that grows while it is read would not end. */
async function contentOf(handle: FileHandle, bytes: number): Promise<Buffer> {
  const content = Buffer.alloc(bytes);
  let done = 0;
  while (done < bytes) {
    const { bytesRead } = await handle.read(content, done, bytes - done, done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return content.subarray(0, done);
}
