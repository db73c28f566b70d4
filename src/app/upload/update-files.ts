import type { Client } from '../../api';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { packExtension, type Difference, type Inspection } from '../../packaging';

/** What was written and removed. */
export interface UpdatedFiles {
  readonly written: number;
  readonly removed: number;
  /** Size of the zip that was sent. */
  readonly bytes: number;
}

/** Limits for nested folders and for all files, because a hostile service may list any number. */
const MAX_DEPTH = 40;
const MAX_FILES = 20_000;

/**
 * Makes a folder of a session equal to a folder here: writes the files that differ, and deletes those that were
 * removed.
 * @param folder an absolute path in the session.
 * @returns undefined, with nothing done, if the service has no operations for files.
 */
export async function updateFiles(
  client: Pick<Client, 'writeFiles' | 'deleteFile' | 'listFiles'>,
  session: string,
  folder: string,
  { changed, hasRemoved, isRemoved }: Difference,
  signal: AbortSignal,
): Promise<UpdatedFiles | undefined> {
  const { zip } = await packExtension({ files: changed } satisfies Pick<Inspection, 'files'>, signal);
  if (!(await client.writeFiles(session, folder, zip, signal))) return undefined;
  const superfluous = hasRemoved ? (await filesBelow(client, session, folder, signal)).filter(isRemoved) : [];
  for (const file of superfluous) await client.deleteFile(session, `${folder}/${file}`, signal);
  return { written: changed.length, removed: superfluous.length, bytes: zip.length };
}

/** Paths of all files below a folder of a session, with `/`. Chromium's own folder is skipped. */
async function filesBelow(
  client: Pick<Client, 'listFiles'>,
  session: string,
  folder: string,
  signal: AbortSignal,
): Promise<string[]> {
  const found: string[] = [];
  const walk = async (within: string, depth: number): Promise<void> => {
    const listed = (await client.listFiles(session, `${folder}/${within}`.replace(/\/$/, ''), signal)) ?? [];
    if (depth > MAX_DEPTH || found.length + listed.length > MAX_FILES) throw tooMany(folder);
    for (const { name, isFolder } of listed) {
      const path = within + name;
      if (!isFolder) found.push(path);
      else if (path !== CHROMIUM_FOLDER) await walk(`${path}/`, depth + 1);
    }
  };
  await walk('', 0);
  return found;
}

const CHROMIUM_FOLDER = '_metadata';

function tooMany(folder: string): UserError {
  return new UserError(message('“{0}” in the session has too many files to compare.', folder));
}
