import { randomBytes } from 'node:crypto';
import type { Client } from '../../api';
import { Cancelled, TemporaryError, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { foldersAbove, packExtension, type Difference, type PackedFile } from '../../packaging';

/** What was written and removed. */
export interface UpdatedFiles {
  readonly written: number;
  readonly removed: number;
  /** Size of the zip that was sent. */
  readonly bytes: number;
}

/** The folder of a session in which an extension is. */
export interface Copy {
  readonly client: Pick<Client, 'writeFiles' | 'deleteFile' | 'deleteFolder' | 'listFiles'>;
  readonly session: string;
  /** An absolute path in the session. */
  readonly folder: string;
  /** The revisions that were found in it. */
  readonly revisions: readonly string[];
}

/** Limits for nested folders and for all files, because a hostile service may list any number. */
const MAX_DEPTH = 40;
const MAX_FILES = 20_000;

/**
 * Makes a folder of a session equal to a folder here: writes the files that differ, and deletes those that were
 * removed.
 * @param revision the file that names this upload.
 * @returns undefined, with nothing done, if the service has no operation for it.
 */
export async function updateFiles(
  copy: Copy,
  { changed, hasRemoved, isRemoved }: Difference,
  revision: PackedFile,
  signal: AbortSignal,
): Promise<UpdatedFiles | undefined> {
  const { client, session, folder, revisions } = copy;
  const { zip } = await packExtension({ files: [...changed, revision] }, signal);
  if (hasRemoved) await makeRoom(copy, changed, signal);
  if (!(await client.writeFiles(session, folder, zip, signal))) return undefined;
  // A revision that was not there before belongs to an upload that is still going on.
  const isSuperfluous = (file: string): boolean => (isRevision(file) ? revisions.includes(file) : isRemoved(file));
  const superfluous = hasRemoved ? (await allBelow(copy, signal)).files.filter(isSuperfluous) : [];
  let areRemoved = true;
  for (const file of superfluous)
    areRemoved = (await client.deleteFile(session, `${folder}/${file}`, signal)) && areRemoved;
  if (!areRemoved && (await allBelow(copy, signal)).files.some(isSuperfluous)) throw notRemoved(session);
  const removed = superfluous.filter((file) => !isRevision(file)).length;
  return { written: changed.length, removed, bytes: zip.length };
}

/**
 * Deletes the revisions that this upload replaces, and looks for others.
 * @param revision that of this upload.
 * @returns the new revisions of the copy: only this one, or also those of uploads at the same time. Undefined if the
 * session does not tell; it never throws, because the new files are already loaded.
 */
export async function replaceRevisions(
  { client, session, folder, revisions }: Copy,
  revision: PackedFile,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    const found = await listRevisions(client, session, folder, signal);
    if (!found) return undefined;
    const replaced = found.filter((each) => revisions.includes(each) && each !== revision.path);
    for (const each of replaced) await client.deleteFile(session, `${folder}/${each}`, signal);
    return found.filter((each) => !replaced.includes(each));
  } catch (error) {
    if (error instanceof UserError || error instanceof Cancelled) return undefined;
    throw error;
  }
}

/** Removes a file where a folder will be, and the other way around: neither can be written over the other. */
async function makeRoom(copy: Copy, files: readonly PackedFile[], signal: AbortSignal): Promise<void> {
  const { client, session, folder } = copy;
  const paths = files.map(({ path }) => path);
  const parents = new Set(paths.flatMap(foldersAbove));
  const found = await allBelow(copy, signal);
  for (const file of found.files) if (parents.has(file)) await client.deleteFile(session, `${folder}/${file}`, signal);
  const wanted = new Set(paths);
  for (const each of found.folders)
    if (wanted.has(each)) await client.deleteFolder(session, `${folder}/${each}`, signal);
}

/** Paths with `/` of everything below a folder of a session. Chromium's own folder is skipped. */
async function allBelow(
  { client, session, folder }: Copy,
  signal: AbortSignal,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  const walk = async (within: string, depth: number): Promise<void> => {
    const listed = await client.listFiles(session, `${folder}/${within}`.replace(/\/$/, ''), signal);
    if (!listed) throw notRemoved(session);
    if (depth > MAX_DEPTH || files.length + folders.length + listed.length > MAX_FILES) throw tooMany(folder);
    for (const { name, isFolder } of listed) {
      const path = within + name;
      if (!isFolder) files.push(path);
      else if (path !== CHROMIUM_FOLDER) {
        folders.push(path);
        await walk(`${path}/`, depth + 1);
      }
    }
  };
  await walk('', 0);
  return { files, folders };
}

const CHROMIUM_FOLDER = '_metadata';

function tooMany(folder: string): UserError {
  return new UserError(message('“{0}” in the session has too many files to compare.', folder));
}

function notRemoved(session: string): UserError {
  return new TemporaryError(message('Couldn’t remove files from “{0}”. Upload again.', session), 'takeScreenshot');
}

/** Chromium ignores files that nothing refers to. */
const REVISIONS = '.browser-sessions';

/** @param path within the folder of an extension. */
function isRevision(path: string): boolean {
  return path.startsWith(`${REVISIONS}/`);
}

/**
 * A file that names one upload in place. The upload adds it to the session's copy of the extension, in the same zip as
 * the changed files, and then deletes those that it found. So another file of this kind, or none, shows that someone
 * else has written to the copy.
 * It has the contents of a file of the extension: only the name of a revision matters.
 */
export function newRevision({ source, bytes }: PackedFile): PackedFile {
  return { path: `${REVISIONS}/${randomBytes(8).toString('hex')}`, source, bytes };
}

/**
 * The revisions in the folder of an extension: those of the uploads in place that wrote it last.
 * @returns their paths within the folder; undefined if the service does not list files.
 */
export async function listRevisions(
  client: Pick<Client, 'listFiles'>,
  session: string,
  folder: string,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const found = await client.listFiles(session, `${folder}/${REVISIONS}`, signal);
  if (found) return found.map(({ name }) => `${REVISIONS}/${name}`);
  return (await client.listFiles(session, folder, signal)) && [];
}

/**
 * Whether a copy with these revisions is what the last upload left.
 * @param revision that of the last upload; undefined if it was not in place.
 */
export function isRevisionOnly(revision: string | undefined, revisions: readonly string[]): boolean {
  return revision === undefined ? revisions.length === 0 : revisions.length === 1 && revisions[0] === revision;
}
