import { constants, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import type { PackedFile } from './selection/walk';
import { notePosition } from './thread/position';

/** The disk is kept busy, and not the memory. */
const AT_ONCE = 16;

/**
 * Copies into a folder what will be in the zip: for a browser that writes into the folders it loads. True copies and no
 * links, so that nothing can be written through; a disk that can shares their blocks.
 * @throws UserError where a file is gone or cannot be read.
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
  // None may still be writing when the caller removes the folder.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, copyAll));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

async function copy({ path: inside, source }: PackedFile, target: string): Promise<void> {
  notePosition(source);
  await copyFile(source, path.join(target, inside), constants.COPYFILE_FICLONE).catch(() => {
    throw new UserError(message('{0} no longer exists or can’t be read.', inside));
  });
}
