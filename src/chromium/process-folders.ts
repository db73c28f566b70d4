import { accessSync, constants } from 'node:fs';
import { once } from 'node:events';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
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

/**
 * A socket in each folder, on which its process listens: whoever can connect knows that the process lives. Its ID says
 * that only to processes that see the same ones: a container may share the temporary folder and have IDs of its own.
 */
const SOCKET = 'alive';
/** Bytes of a socket's path, which are fewest on macOS. */
const MAX_SOCKET_PATH = 103;
/** Milliseconds for which a folder without a socket is kept: its process may just have made it, where IDs say nothing. */
const UNMARKED_TIME = 24 * 60 * 60_000;

const listening = new Map<string, Server>();

/**
 * Creates a folder of this process, for this user alone, in the temporary folder, and removes the folders of processes
 * that have ended.
 */
export async function makeProcessFolder(parent = place()): Promise<string> {
  await removeLeftBehind(parent);
  const folder = await mkdtemp(path.join(parent, OWN));
  await listenIn(folder);
  return folder;
}

async function listenIn(folder: string): Promise<void> {
  const socket = path.join(folder, SOCKET);
  if (process.platform === 'win32' || Buffer.byteLength(socket) > MAX_SOCKET_PATH) return;
  const server = createServer((connection) => connection.destroy()).unref();
  try {
    server.listen(socket);
    await once(server, 'listening');
    listening.set(folder, server);
  } catch {
    // Not every file system has sockets. The folder is kept for a day then.
  }
}

/** The process folder that contains `folder`; `folder` itself if none does. */
export function homeAbove(folder: string): string {
  for (let above = folder; above !== path.dirname(above); above = path.dirname(above))
    if (NAME.test(path.basename(above))) return above;
  return folder;
}

/**
 * Removes a folder. Chromium may still be writing its last files, so this retries for a while. What cannot be removed
 * then stays, because that says nothing of what was done in it: a later process removes it with our folder.
 */
export async function removeFolder(folder: string): Promise<void> {
  listening.get(folder)?.close();
  listening.delete(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {});
}

/** Removes the folders in the temporary folder whose process has ended. */
export async function removeLeftBehind(parent = place()): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    if (NAME.test(name) && (await isOwnFolder(folder)) && (await isLeftBehind(folder))) await removeFolder(folder);
  }
}

/** Whether the process that made a process folder has ended. */
export async function hasEnded(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  return stats === undefined || isLeftBehind(folder);
}

async function isLeftBehind(folder: string): Promise<boolean> {
  const answer = await answerOf(path.join(folder, SOCKET));
  if (answer !== 'no socket') return answer === 'nobody listens';
  const name = path.basename(folder);
  const owner = Number(NAME.exec(name)?.[1]);
  if (owner === process.pid ? name.startsWith(OWN) : isAlive(owner)) return false;
  if (process.platform !== 'linux') return true;
  const stats = await lstat(folder).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > UNMARKED_TIME;
}

type Answer = 'somebody listens' | 'nobody listens' | 'no socket';

function answerOf(socket: string): Promise<Answer> {
  if (process.platform === 'win32' || Buffer.byteLength(socket) > MAX_SOCKET_PATH) return Promise.resolve('no socket');
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve('somebody listens');
    });
    connection.once('error', (error) => {
      const code = codeOf(error);
      // With any other error, nothing is known, and nothing may be removed.
      resolve(code === 'ECONNREFUSED' ? 'nobody listens' : code === 'ENOENT' ? 'no socket' : 'somebody listens');
    });
  });
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
