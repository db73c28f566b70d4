import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { throwIfCancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { copyRegularFile } from './regular-file';
import type { PackedFile } from './selection/walk';
import { notePosition } from './thread/position';

/** Files copied at the same time: enough to keep the disk busy, few enough to save memory. */
const MAX_AT_ONCE = 16;

/**
 * Copies the files that go into the zip to a folder, for a browser that writes into the folders that it loads. Makes
 * real copies instead of links, so that the browser cannot change the originals.
 * @throws UserError if a file does not exist any more or cannot be read.
 */
export async function copyFiles(files: readonly PackedFile[], target: string, signal: AbortSignal): Promise<void> {
  for (const folder of new Set(files.map((file) => path.posix.dirname(file.path))))
    await mkdir(path.join(target, folder), { recursive: true });
  const limit = pLimit(MAX_AT_ONCE);
  const copies = files.map((file) =>
    limit(() => {
      throwIfCancelled(signal);
      return copy(file, target);
    }),
  );
  // Wait for all copies: none may still be writing when the caller removes the folder.
  await Promise.allSettled(copies);
  await Promise.all(copies);
}

async function copy({ path: inside, source }: PackedFile, target: string): Promise<void> {
  notePosition(source);
  await copyRegularFile(source, path.join(target, inside)).catch(() => {
    throw new UserError(message('{0} no longer exists or can’t be read.', inside));
  });
}
