import { readFile, stat } from 'node:fs/promises';
import { notePosition } from './thread/position';

/** More than any manifest, messages file or ignore file holds: 16 MiB. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a file by a name that the folder gives, links followed: a name may lead to a pipe, which would be waited for
 * without end, or to a device that never ends. Rejects for all but a regular file of at most `limit` bytes, 16 MiB
 * unless told; as `readFile` where there is none.
 */
export async function readRegularFile(file: string, limit = MAX_BYTES): Promise<Buffer> {
  notePosition(file);
  const status = await stat(file);
  if (!status.isFile() || status.size > limit) throw new Error(`${file} is no regular file of at most ${limit} bytes`);
  return readFile(file);
}
