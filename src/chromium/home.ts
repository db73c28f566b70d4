import { accessSync, constants } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from '../core/errors';

/**
 * The process id in the name tells whose folder it is, also when that process was killed and could write nothing more.
 */
const NAME = /^browser-sessions-(\d+)-/;

/**
 * Tells the folders of this process from those of an earlier one with the same id. Short: Chromium bears no long paths.
 */
const OWN = `browser-sessions-${process.pid}-${(Math.floor(performance.timeOrigin) % 1296).toString(36).padStart(2, '0')}`;

/**
 * Bytes. In a longer temporary folder our folders would be too long for Chromium's own (see `MAX_TMPDIR_LENGTH`): a
 * process id has at most seven digits, and below stands a folder for what a browser leaves.
 */
const MAX_PLACE_LENGTH = 23;

/** Where the folders stand: the system's temporary folder, or `/tmp` where that has too long a name, as on macOS. */
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

/** Makes this process's folder in the temporary folder, and removes those whose process has died. */
export async function makeHome(parent = place()): Promise<string> {
  await removeLeftBehind(parent);
  return mkdtemp(path.join(parent, OWN));
}

/** The folder of a process that `folder` stands in; where it stands in none, itself. */
export function homeAbove(folder: string): string {
  for (let above = folder; above !== path.dirname(above); above = path.dirname(above))
    if (NAME.test(path.basename(above))) return above;
  return folder;
}

/** Chromium may still be writing its last files: tries again for a while. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Removes the folders in the temporary folder whose process has died. */
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
    // EPERM: it runs, and is somebody else's.
    return codeOf(error) === 'EPERM';
  }
}

/** The temporary folder is shared: a link or somebody else's folder is left alone. */
async function isOwnFolder(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  return stats !== undefined && stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
}
