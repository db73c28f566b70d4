import { readFile, stat } from 'node:fs/promises';
import { notePosition } from './thread/position';

/** 16 MiB, more than any manifest, messages file or ignore file. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a file by a name from the folder, following links. The name may lead to a pipe, which would block forever, or
 * to a device that never ends. Rejects for anything but a regular file of at most `limit` bytes (default 16 MiB);
 * rejects like `readFile` if it does not exist.
 */
export async function readRegularFile(file: string, limit = MAX_BYTES): Promise<Buffer> {
  notePosition(file);
  const status = await stat(file);
  if (!status.isFile() || status.size > limit) throw new Error(`${file} is no regular file of at most ${limit} bytes`);
  return readFile(file);
}
