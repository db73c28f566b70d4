import { lstat, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { codeOf, UserError } from '../core/errors';
import { message } from '../core/message';

/**
 * The path of a folder that all windows and processes of this user share. It is in the home of the user, where nobody
 * else can make it first, and which is the same however a process was started: `XDG_RUNTIME_DIR` and the temporary
 * folder are others for `su`, `cron`, or an editor in a sandbox, which then would not find each other.
 */
export function privateFolder(name: string): string {
  return path.join(cacheFolder(), 'browser-sessions', name);
}

/**
 * The folder that a variable of the environment gives. A relative one, or an empty one as in many containers, is none:
 * it would be in the folder of a project, which may come from anywhere.
 */
export function givenFolder(value: string | undefined): string | undefined {
  return value !== undefined && path.isAbsolute(value) ? value : undefined;
}

function cacheFolder(): string {
  if (process.platform === 'win32')
    return givenFolder(process.env['LOCALAPPDATA']) ?? path.join(homedir(), 'AppData', 'Local');
  return process.platform === 'darwin' ? path.join(homedir(), 'Library', 'Caches') : path.join(homedir(), '.cache');
}

/**
 * Where the sockets of this user's processes lie: the folder that the system has for them, unless its path is too long
 * for a socket in it. Undefined if there is none: the temporary folder is for all users.
 */
export async function runtimeFolder(): Promise<string | undefined> {
  const folder = givenFolder(process.env['XDG_RUNTIME_DIR']);
  if (folder === undefined || Buffer.byteLength(folder) > MAX_RUNTIME_LENGTH) return undefined;
  return (await isPrivate(folder)) ? folder : undefined;
}

/** Bytes: a socket's path has at most 103, and our folder and the socket in it take up to 60. */
const MAX_RUNTIME_LENGTH = 40;

/**
 * Makes a folder in `privateFolder`, and the one above it, for this user alone.
 * @throws UserError if that is not possible, or other users can write to one of them.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  const above = path.dirname(folder);
  try {
    await mkdir(path.dirname(above), { recursive: true });
    for (const each of [above, folder]) await mkdir(each, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UserError(
      message(
        'Nothing was done, because “{0}” can’t be created ({1}). Windows and agents find each other there. Make room for it, or set HOME to a folder that you can write to.',
        folder,
        String(codeOf(error)),
      ),
    );
  }
  for (const each of [above, folder]) await requirePrivate(each);
}

/** @throws UserError if other users can write to a folder, or it is no folder. */
export async function requirePrivate(folder: string): Promise<void> {
  if (await isPrivate(folder)) return;
  const stats = await lstat(folder).catch(() => undefined);
  if (stats && process.getuid && stats.uid !== process.getuid())
    throw new UserError(
      message(
        '“{0}” belongs to another user of this machine. Set HOME to a folder of your own, and try again.',
        folder,
      ),
    );
  throw new UserError(message('“{0}” is open to other users of this machine. Remove it and try again.', folder));
}

/** Whether a folder, and no link to one, is there for this user alone. On Windows, the user's profile protects it. */
export async function isPrivate(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) return false;
  if (process.getuid === undefined) return true;
  return stats.uid === process.getuid() && (stats.mode & 0o077) === 0;
}
