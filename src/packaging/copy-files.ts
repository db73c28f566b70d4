import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { copyRegularFile } from './regular-file';
import type { PackedFile } from './selection/walk';
import { notePosition } from './thread/position';

/** Files copied at the same time: enough to keep the disk busy, few enough to save memory. */
const AT_ONCE = 16;

/**
 * Copies the files that go into the zip to a folder, for a browser that writes into the folders that it loads. Makes
 * real copies instead of links, so that the browser cannot change the originals.
 * @throws UserError if a file does not exist any more or cannot be read.
 */
export async function copyFiles(files: readonly PackedFile[], target: string, signal: AbortSignal): Promise<void> {
  for (const folder of new Set(files.map((file) => path.posix.dirname(file.path))))
    await mkdir(path.join(target, folder), { recursive: true });
  const waiting = files.values();
  const copyAll = async (): Promise<void> => {
    for (const file of waiting) {
      throwIfCancelled(signal);
      await copy(file, target);
    }
  };
  // Wait for all copies: none may still be writing when the caller removes the folder.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, copyAll));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

async function copy({ path: inside, source }: PackedFile, target: string): Promise<void> {
  notePosition(source);
  await copyRegularFile(source, path.join(target, inside)).catch(() => {
    throw new UserError(message('{0} no longer exists or can’t be read.', inside));
  });
}
