import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from '../core/thrown';

/** The process id in the name tells whose folder it is, also when that process was killed and could write nothing more. */
const NAME = /^browser-sessions-(\d+)-/;

/** Makes this process's folder in the temporary folder, and removes those whose process has died. */
export async function makeHome(parent = os.tmpdir()): Promise<string> {
  await removeLeftBehind(parent);
  return mkdtemp(path.join(parent, `browser-sessions-${process.pid}-`));
}

/** Chromium may still be writing its last files: tries again for a while. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

async function removeLeftBehind(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = Number(NAME.exec(name)?.[1]);
    if (owner && !isAlive(owner) && (await isOwnFolder(path.join(parent, name)))) await removeFolder(path.join(parent, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
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
