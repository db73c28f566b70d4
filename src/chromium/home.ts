import { accessSync, constants } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from '../core/errors';

/**
 * The process ID in the name shows which process owns the folder, even if that process was killed and could not clean
 * up.
 */
const NAME = /^browser-sessions-(\d+)-/;

/**
 * Distinguishes the folders of this process from those of an earlier one with the same ID. Short, because Chromium does
 * not support long paths.
 */
const OWN = `browser-sessions-${process.pid}-${(Math.floor(performance.timeOrigin) % 1296).toString(36).padStart(2, '0')}`;

/**
 * Bytes. In a longer temporary folder, our folders would be too long for Chromium's own (see `MAX_TMPDIR_LENGTH`): a
 * process ID has at most seven digits, and each folder contains another one for the files that a browser leaves behind.
 */
const MAX_PLACE_LENGTH = 23;

/** The parent of our folders: the system's temporary folder, or `/tmp` if the name of that is too long, as on macOS. */
function place(): string {
  const folder = os.tmpdir();
  const isFit = process.platform === 'win32' || Buffer.byteLength(folder) <= MAX_PLACE_LENGTH;
  return isFit || !isWritable('/tmp') ? folder : '/tmp';
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Creates this process's folder in the temporary folder, and removes the folders of processes that have ended. */
export async function makeHome(parent = place()): Promise<string> {
  await removeLeftBehind(parent);
  return mkdtemp(path.join(parent, OWN));
}

/** The process folder that contains `folder`; `folder` itself if none does. */
export function homeAbove(folder: string): string {
  for (let above = folder; above !== path.dirname(above); above = path.dirname(above))
    if (NAME.test(path.basename(above))) return above;
  return folder;
}

/**
 * Removes a folder. Chromium may still be writing its last files, so this retries for a while. What cannot be removed
 * then stays, because that says nothing of what was done in it: the next process removes it with our folder.
 */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
}

/** Removes the folders in the temporary folder whose process has ended. */
export async function removeLeftBehind(parent = place()): Promise<void> {
  for (const name of await readdir(parent)) {
    if (isLeftBehind(name) && (await isOwnFolder(path.join(parent, name)))) await removeFolder(path.join(parent, name));
  }
}

function isLeftBehind(name: string): boolean {
  const owner = Number(NAME.exec(name)?.[1]);
  if (!owner) return false;
  return owner === process.pid ? !name.startsWith(OWN) : !isAlive(owner);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}

/** The temporary folder is shared: links and folders of other users are not touched. */
async function isOwnFolder(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  return stats !== undefined && stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
}
