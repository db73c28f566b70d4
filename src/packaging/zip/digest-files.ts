import { crc32 } from 'node:zlib';
import type { PackedFile } from '../selection/walk';
import { notePosition } from '../thread/position';
import { digestOf, type Digests } from './digests';
import { piecesOf } from './read-file';

/**
 * The digests that a zip of the files would have, without the zip. Blocks while it reads, and so wants a thread of its
 * own.
 * @throws UserError if a file is gone, cannot be read, or has changed since it was inspected.
 */
export function digestFiles(files: readonly PackedFile[]): Digests {
  return files.map((file) => digestOf(file.path, { crc: checksumOf(file), bytes: file.bytes })).join('');
}

function checksumOf(file: PackedFile): number {
  let crc = 0;
  for (const piece of piecesOf(file)) {
    notePosition(file.source);
    crc = crc32(piece, crc);
  }
  return crc;
}
