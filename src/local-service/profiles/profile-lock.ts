import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasEnded } from '../../chromium/process-folders';
import { codeOf } from '../../core/errors';
import { newIdentifier } from '../identifier';

/** The lock of a profile, which holds the process folder of the service that has it. */
const LOCK = 'lock';

/**
 * Takes the lock of a profile, for this process folder. One of a service that has ended counts for nothing.
 * @returns whether it is taken now.
 */
export async function lock(folder: string, processFolder: string): Promise<boolean> {
  if (await isLocked(folder)) return false;
  try {
    await writeFile(path.join(folder, LOCK), processFolder, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export async function unlock(folder: string): Promise<void> {
  await rm(path.join(folder, LOCK), { force: true });
}

/** Whether a service that runs has the lock. One that was left behind is removed. */
export async function isLocked(folder: string): Promise<boolean> {
  const file = path.join(folder, LOCK);
  const holder = await readFile(file, 'utf8').catch(() => undefined);
  if (holder === undefined) return false;
  if (!(await hasEnded(holder))) return true;
  // Another service may have taken it meanwhile: what was moved away tells, and is put back.
  const moved = `${file}-${newIdentifier()}`;
  await rename(file, moved).catch(() => {});
  const isOther = (await readFile(moved, 'utf8').catch(() => holder)) !== holder;
  if (isOther) await rename(moved, file).catch(() => {});
  else await rm(moved, { force: true });
  return isOther;
}
