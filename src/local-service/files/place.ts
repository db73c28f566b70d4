import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../core/errors';
import { badRequest, forbidden, notFound, type Problem } from '../problem';

/** A place in the folder of an extension; it may not exist. */
export interface Place {
  readonly path: string;
  readonly isExtension: boolean;
  /** Undefined if it does not exist. */
  readonly kind: 'file' | 'folder' | undefined;
}

/**
 * Resolves a path. `folders` are those of the session's extensions; nothing outside of them can be reached.
 * @throws a 400 if it is not a plain path, a 403 if it leads elsewhere.
 */
export async function findPlace(given: string, folders: readonly string[]): Promise<Place> {
  const plain = assertPlain(given);
  const folder = await folderAbove(plain, folders);
  if (folder === undefined) throw forbidden(`${given} is not in the folder of an extension of this session`);
  return { path: plain, isExtension: path.relative(folder, plain) === '', kind: await kindBelow(folder, plain) };
}

/**
 * Like `placeAt`, for a place that must exist.
 * @throws a 404 too.
 */
export async function findExisting(given: string, folders: readonly string[]): Promise<Place> {
  const place = await findPlace(given, folders);
  if (place.kind === undefined) throw notFound('file', given);
  return place;
}

/**
 * Links are not followed, because they may lead anywhere.
 * @throws a 400 if a file is where a folder must be, a 403 for a link.
 */
export async function kindOf(file: string): Promise<Place['kind']> {
  try {
    const stats = await lstat(file);
    if (stats.isDirectory()) return 'folder';
    if (stats.isFile()) return 'file';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw codeOf(error) === 'ENAMETOOLONG' ? badRequest('the path is too long for the disk of the service') : error;
  }
  throw forbidden(`${file} is a link or another special file`);
}

/** The error for a file where a folder must be, or the reverse. */
export function wrongKind({ path: file, kind }: Pick<Place, 'path' | 'kind'>): Problem {
  return badRequest(kind === 'folder' ? `${file} is a folder` : `${file} is not a folder`);
}

/** @returns it with the separators of this system: Windows knows `/` too, and clients join paths with it. */
function assertPlain(given: string): string {
  // oxlint-disable-next-line eslint/no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(given))
    throw badRequest(`a path has a character that is not allowed: ${JSON.stringify(given)}`);
  if (!path.isAbsolute(given)) throw badRequest(`a path must be absolute: ${given}`);
  const native = process.platform === 'win32' ? given.replaceAll('/', path.sep) : given;
  const plain = native.endsWith(path.sep) ? native.slice(0, -1) : native;
  if (path.normalize(plain) !== plain) throw badRequest(`a path must have no ".", ".." or empty part: ${given}`);
  return plain;
}

/** Chromium reports the real path of an extension, without the links above it. */
async function folderAbove(plain: string, folders: readonly string[]): Promise<string | undefined> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  return [...folders, ...real].find((folder) => {
    const within = path.relative(folder, plain);
    return within === '' || !(within === '..' || within.startsWith(`..${path.sep}`) || path.isAbsolute(within));
  });
}

/** Checks that no part of the path is a link. */
async function kindBelow(folder: string, plain: string): Promise<Place['kind']> {
  const parts = path.relative(folder, plain).split(path.sep).filter(Boolean);
  let way = folder;
  let kind = await kindOf(way);
  for (const part of parts) {
    if (kind === undefined) return undefined;
    if (kind === 'file') throw wrongKind({ path: way, kind });
    way = path.join(way, part);
    kind = await kindOf(way);
  }
  return kind;
}
