import { closeSync, fstatSync, readSync } from 'node:fs';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { openNonblocking } from '../regular-file';
import type { PackedFile } from '../selection/walk';

/** How much of a file is in memory at a time, if it is not needed completely. */
export const PIECE_BYTES = 512 * 1024;

/**
 * Reads a file in pieces, each in its own memory. Blocks; in a thread of its own that is several times as fast as
 * asynchronous reads.
 * @throws UserError if the file does not exist any more, cannot be read, or has changed since the inspection.
 */
export function* piecesOf({ path, source, bytes }: PackedFile, pieceBytes = PIECE_BYTES): Generator<Buffer> {
  const file = failIfGone(path, () => openNonblocking(source));
  try {
    const before = stateOf(file);
    if (before.bytes !== bytes) throw changed(path);
    for (let at = 0; at < bytes; at += pieceBytes) yield readPiece(file, path, Math.min(pieceBytes, bytes - at));
    if (stateOf(file).stamp !== before.stamp) throw changed(path);
  } finally {
    closeSync(file);
  }
}

/** Like `piecesOf`, in one piece. */
export function contentOf(file: PackedFile): Buffer {
  const [content = Buffer.alloc(0)] = [...piecesOf(file, Math.max(1, file.bytes))];
  return content;
}

function readPiece(file: number, path: string, bytes: number): Buffer {
  const piece = Buffer.allocUnsafeSlow(bytes);
  for (let done = 0; done < bytes;) {
    const count = failIfGone(path, () => readSync(file, piece, done, bytes - done, null));
    if (count === 0) throw changed(path);
    done += count;
  }
  return piece;
}

/**
 * The size, and a stamp that changes with every change of the file. If it is no longer a regular file, the size is
 * undefined.
 */
function stateOf(file: number): { readonly bytes: number | undefined; readonly stamp: string } {
  const status = fstatSync(file, { bigint: true });
  return {
    bytes: status.isFile() ? Number(status.size) : undefined,
    stamp: `${status.ino} ${status.size} ${status.mtimeNs}`,
  };
}

function failIfGone<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch {
    throw new UserError(message('{0} no longer exists or can’t be read. Nothing was sent.', path));
  }
}

function changed(path: string): UserError {
  return new UserError(message('{0} changed while it was zipped. Nothing was sent. Try again.', path));
}
