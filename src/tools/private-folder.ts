import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../core/errors';
import { message } from '../core/message';

/** The path of a folder that all windows and processes of this user share. */
export function privateFolder(name: string): string {
  const user = process.getuid?.() ?? process.env['USERNAME'] ?? 'user';
  return path.join(tmpdir(), `browser-sessions-${user}`, name);
}

/**
 * Makes a folder in `privateFolder`, and the one above it, for this user alone.
 * @throws UserError if somebody else has made one of them: everybody may write to the folder of temporary files.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const each of [path.dirname(folder), folder])
    if (!(await isPrivate(each)))
      throw new UserError(message('“{0}” is open to other users of this machine. Remove it and try again.', each));
}

/** Whether a folder, and no link to one, is there for this user alone. On Windows, the user's profile protects it. */
export async function isPrivate(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) return false;
  if (process.getuid === undefined) return true;
  return stats.uid === process.getuid() && (stats.mode & 0o077) === 0;
}
