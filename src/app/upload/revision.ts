import { randomBytes } from 'node:crypto';
import type { Client } from '../../api';
import type { PackedFile } from '../../packaging';

/** Chromium ignores files that nothing refers to. */
const FOLDER = '.browser-sessions';

/** @param path within the folder of an extension. */
export function isRevision(path: string): boolean {
  return path.startsWith(`${FOLDER}/`);
}

/**
 * A file that names one upload in place. The upload adds it to the session's copy of the extension, in the same zip as
 * the changed files, and then deletes those that it found. So another file of this kind, or none, shows that someone
 * else has written to the copy.
 * It has the contents of a file of the extension: only the name of a revision matters.
 */
export function newRevision({ source, bytes }: PackedFile): PackedFile {
  return { path: `${FOLDER}/${randomBytes(8).toString('hex')}`, source, bytes };
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
  const found = await client.listFiles(session, `${folder}/${FOLDER}`, signal);
  if (found) return found.map(({ name }) => `${FOLDER}/${name}`);
  return (await client.listFiles(session, folder, signal)) && [];
}

/**
 * Whether a copy with these revisions is what the last upload left.
 * @param revision that of the last upload; undefined if it was not in place.
 */
export function isAt(revision: string | undefined, revisions: readonly string[]): boolean {
  return revision === undefined ? revisions.length === 0 : revisions.length === 1 && revisions[0] === revision;
}
