import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { MessageChannel } from 'node:worker_threads';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { isLast, PIECE_BYTES, type Batch, type Compressed, type CompressedPiece, type Piece } from './piece';

/** How far back deflate looks. What precedes a piece in its file is handed to it, so that cutting hardly costs size. */
const WINDOW_BYTES = 32 * 1024;

/** The file is not as long as it was, or was written to while it was read. */
class Changed extends Error {}

/** Makes a function that reads and compresses batches of pieces and blocks its thread meanwhile: it is for a thread of its own. */
export function compressor(): (batch: Batch) => Compressed {
  const input = Buffer.allocUnsafeSlow(WINDOW_BYTES + PIECE_BYTES);
  const free = freer(input);
  return ({ pieces: batch, memory }) => {
    const output = new Uint8Array(memory);
    const pieces: CompressedPiece[] = [];
    let end = 0;
    for (const [index, piece] of batch.entries()) {
      try {
        const { content, ...rest } = compress(piece, input);
        output.set(content, end);
        end += content.length;
        pieces.push({ ...rest, packedBytes: content.length });
        free(content);
      } catch (error) {
        return { failed: index, why: error instanceof Changed ? 'changed' : 'unreadable' };
      }
    }
    return { memory, pieces };
  };
}

/** `content` holds until the next piece is read. */
function compress(piece: Piece, input: Buffer): Omit<CompressedPiece, 'packedBytes'> & { readonly content: Uint8Array } {
  const before = Math.min(piece.start, piece.stored ? 0 : WINDOW_BYTES);
  const stamp = read(piece, before, input);
  const raw = input.subarray(before, before + piece.bytes);
  const deflated = piece.stored ? undefined : deflate(piece, raw, input.subarray(0, before));
  // One method for a whole file: of one that is cut, no piece knows whether the others shrink.
  const useful = deflated && (piece.bytes < piece.fileBytes || deflated.length < raw.length);
  return { crc: crc32(raw), deflated: Boolean(useful), stamp, content: useful ? deflated : raw };
}

/** Reads a piece, and so much of its file before it. @returns what tells the state of the file. */
function read({ source, start, bytes, fileBytes }: Piece, before: number, input: Buffer): string {
  const file = openSync(source, 'r');
  try {
    const stamp = stampOf(file, fileBytes);
    for (let done = 0; done < before + bytes; ) {
      const count = readSync(file, input, done, before + bytes - done, start - before + done);
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
    // So much that the result is one chunk, to be freed as one; zlib's least is 64.
    chunkSize: 64 + raw.length + (raw.length >> 9),
    finishFlush: isLast(piece) ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    ...(dictionary.length > 0 && { dictionary }),
  });
}

/**
 * Frees the memory of results by handing it to a port that is closed. The garbage collection would let 32 MB of them pile up in each
 * thread, more than the zip. Small ones share a pool of Node's, and stay.
 */
function freer(input: Buffer): (content: Uint8Array) => void {
  const { port1 } = new MessageChannel();
  port1.close();
  return ({ buffer }) => {
    if (buffer instanceof ArrayBuffer && buffer !== input.buffer && buffer.byteLength > Buffer.poolSize) port1.postMessage(undefined, [buffer]);
  };
}
