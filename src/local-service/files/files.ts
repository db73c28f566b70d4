import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, messageOf } from '../../core/errors';
import { whileLocked } from '../../core/while-locked';
import { badRequest, forbidden, Problem } from '../problem';
import { findExisting, findPlace, kindOf, wrongKind } from './place';

/** One row of a list. Fields: the service's published API. */
export interface FileInfo {
  name: string;
  path: string;
  /** 0 for a folder. */
  size_bytes: number;
  is_dir: boolean;
  mod_time: string;
  /** As `drwxr-xr-x`. */
  mode: string;
}

/** Lists a folder, sorted by name. */
export async function listFiles(given: string, folders: readonly string[]): Promise<FileInfo[]> {
  const folder = await findExisting(given, folders);
  if (folder.kind !== 'folder') throw wrongKind(folder);
  const names = await readdir(folder.path);
  return Promise.all(names.toSorted().map((name) => describe(path.join(folder.path, name))));
}

export async function deleteFile(given: string, folders: readonly string[]): Promise<void> {
  const file = await findExisting(given, folders);
  if (file.kind !== 'file') throw wrongKind(file);
  await unlink(file.path);
}

/** Deletes a folder with its content, but not an extension's own: it could neither be loaded nor uploaded again. */
export async function deleteFolder(given: string, folders: readonly string[]): Promise<void> {
  const folder = await findExisting(given, folders);
  if (folder.kind !== 'folder') throw wrongKind(folder);
  if (folder.isExtension) throw forbidden(`${given} is the folder of an extension, which stays with its session`);
  await rm(folder.path, { recursive: true });
}

/** Moves a file to its place, replaces an existing one, and creates the folders above it. */
export async function placeFile(
  from: string,
  { to, mode }: { to: string; mode: number },
  folders: readonly string[],
): Promise<void> {
  const place = await findPlace(to, folders);
  if (place.kind === 'folder') throw wrongKind(place);
  await chmod(from, mode);
  await mkdir(path.dirname(place.path), { recursive: true });
  await whileLocked(() => rename(from, place.path));
}

/**
 * Moves the content of `from` into a folder and replaces existing files. Checks everything before the first move.
 * @throws a 500 that says how many files were replaced, if a later one cannot be.
 */
export async function placeFiles(from: string, to: string, folders: readonly string[]): Promise<void> {
  const place = await findPlace(to, folders);
  if (place.kind === 'file') throw wrongKind(place);
  const entries = await entriesOf(from);
  for (const { relative, isFolder } of entries) await assertFits(path.join(place.path, relative), isFolder);
  await mkdir(place.path, { recursive: true });
  let placed = 0;
  try {
    for (const { relative, isFolder } of entries) {
      const target = path.join(place.path, relative);
      if (isFolder) await mkdir(target, { recursive: true });
      else {
        await whileLocked(() => rename(path.join(from, relative), target));
        placed++;
      }
    }
  } catch (error) {
    if (placed === 0) throw error;
    const files = entries.filter(({ isFolder }) => !isFolder).length;
    const words = `only ${placed} of ${files} files were replaced (${String(codeOf(error))}); send all of them again`;
    throw new Problem(500, 'internal_error', words, { code: 'disk', message: messageOf(error) });
  }
}

/** Each folder comes before its content. */
async function entriesOf(folder: string): Promise<{ relative: string; isFolder: boolean }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => ({
      relative: path.relative(folder, path.join(entry.parentPath, entry.name)),
      isFolder: entry.isDirectory(),
    }))
    .toSorted((one, other) => one.relative.length - other.relative.length);
}

async function assertFits(target: string, isFolder: boolean): Promise<void> {
  const kind = await kindOf(target);
  if (kind === undefined || (kind === 'folder') === isFolder) return;
  throw badRequest(`${target} is a ${kind}, and the zip has a ${isFolder ? 'folder' : 'file'} for its place`);
}

async function describe(file: string): Promise<FileInfo> {
  const stats = await lstat(file);
  return {
    name: path.basename(file),
    path: file,
    size_bytes: stats.isDirectory() ? 0 : stats.size,
    is_dir: stats.isDirectory(),
    mod_time: stats.mtime.toISOString(),
    mode: modeText(stats),
  };
}

const DEFAULT = 0o644;
const RIGHTS = 'rwxrwxrwx';

/**
 * Reads `644` or `0644`; setuid and the like are not allowed.
 * @throws a 400
 */
export function readMode(text: string | undefined): number {
  if (text === undefined) return DEFAULT;
  if (!/^0?[0-7]{3}$/.test(text)) throw badRequest(`mode must be three octal digits, as 644, not ${text}`);
  return Number.parseInt(text, 8);
}

/** The mode as the service writes it: `drwxr-xr-x`. */
function modeText(stats: Pick<Stats, 'mode' | 'isDirectory' | 'isSymbolicLink'>): string {
  const rights = Array.from(RIGHTS, (letter, index) => (stats.mode & (0o400 >> index) ? letter : '-')).join('');
  if (stats.isSymbolicLink()) return `L${rights}`;
  return `${stats.isDirectory() ? 'd' : '-'}${rights}`;
}
