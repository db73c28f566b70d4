import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { isLast, PIECE_BYTES, type Compressed, type CompressedPiece, type Piece } from './piece';

/** How far back deflate looks. What precedes a piece in its file is handed to it, so that cutting hardly costs size. */
const WINDOW_BYTES = 32 * 1024;

/** The file is not as long as it was, or was written to while it was read. */
class Changed extends Error {}

/** Makes a function that reads and compresses batches of pieces and blocks its thread meanwhile: it is for a thread of its own. */
export function compressor(): (batch: readonly Piece[]) => Compressed {
  const memory = Buffer.allocUnsafeSlow(WINDOW_BYTES + PIECE_BYTES);
  return (batch) => {
    const contents: Uint8Array[] = [];
    const pieces: CompressedPiece[] = [];
    for (const [index, piece] of batch.entries()) {
      try {
        const { content, ...rest } = compress(piece, memory);
        contents.push(content);
        pieces.push(rest);
      } catch (error) {
        return { failed: index, why: error instanceof Changed ? 'changed' : 'unreadable' };
      }
    }
    return { data: joined(contents), pieces };
  };
}

function compress(piece: Piece, memory: Buffer): CompressedPiece & { readonly content: Uint8Array } {
  const before = Math.min(piece.start, piece.stored ? 0 : WINDOW_BYTES);
  const stamp = read(piece, before, memory);
  const raw = memory.subarray(before, before + piece.bytes);
  const deflated = piece.stored ? undefined : deflate(piece, raw, memory.subarray(0, before));
  // One method for a whole file: of one that is cut, no piece knows whether the others shrink.
  const useful = deflated && (piece.bytes < piece.fileBytes || deflated.length < raw.length);
  // A copy: the next piece is read into the same memory.
  const content = useful ? deflated : Uint8Array.from(raw);
  return { crc: crc32(raw), packedBytes: content.length, deflated: Boolean(useful), stamp, content };
}

/** Reads a piece, and so much of its file before it. @returns what tells the state of the file. */
function read({ source, start, bytes, fileBytes }: Piece, before: number, memory: Buffer): string {
  const file = openSync(source, 'r');
  try {
    const stamp = stampOf(file, fileBytes);
    for (let done = 0; done < before + bytes; ) {
      const count = readSync(file, memory, done, before + bytes - done, start - before + done);
      if (count === 0) throw new Changed();
      done += count;
    }
    if (stampOf(file, fileBytes) !== stamp) throw new Changed();
    return stamp;
  } finally {
    closeSync(file);
  }
}

function stampOf(file: number, fileBytes: number): string {
  const { ino, size, mtimeNs } = fstatSync(file, { bigint: true });
  if (size !== BigInt(fileBytes)) throw new Changed();
  return `${ino} ${mtimeNs}`;
}

/** Pieces end at a whole byte (Z_SYNC_FLUSH) and so can be joined to one deflated file. */
function deflate(piece: Piece, raw: Buffer, dictionary: Buffer): Uint8Array {
  return deflateRawSync(raw, {
    level: 6,
    // So much that the result is one chunk; zlib's least is 64.
    chunkSize: 64 + raw.length + (raw.length >> 8),
    finishFlush: isLast(piece) ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    ...(dictionary.length > 0 && { dictionary }),
  });
}

function joined(contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(contents.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const content of contents) {
    data.set(content, at);
    at += content.length;
  }
  return data;
}
