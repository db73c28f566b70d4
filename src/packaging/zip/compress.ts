import type { BigIntStats } from 'node:fs';
import { MessageChannel } from 'node:worker_threads';
import { constants, crc32, type ZlibOptions } from 'node:zlib';
import { digestOfPath } from './digests';
import { isLast, PIECE_BYTES, type Batch, type Compressed, type CompressedPiece, type Piece } from './piece';
import type { Steps } from './steps';

/** How far back deflate looks. What precedes a piece in its file is handed to it, so that cutting hardly costs size. */
const WINDOW_BYTES = 32 * 1024;

/** The file is not as long as it was, or was written to while it was read. */
class Changed extends Error {}

/** Makes a function that reads and compresses batches of pieces, by these steps. The next batch has to wait for the answer to the last. */
export function compressor(steps: Steps): (batch: Batch) => Promise<Compressed> {
  const input = Buffer.allocUnsafeSlow(WINDOW_BYTES + PIECE_BYTES);
  const free = freer(input);
  return async ({ pieces: batch, memory }) => {
    const output = new Uint8Array(memory);
    const pieces: CompressedPiece[] = [];
    let end = 0;
    for (const [index, piece] of batch.entries()) {
      try {
        const { content, ...rest } = await compress(piece, input, steps);
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
async function compress(piece: Piece, input: Buffer, steps: Steps): Promise<Omit<CompressedPiece, 'packedBytes'> & { readonly content: Uint8Array }> {
  const before = Math.min(piece.start, piece.stored ? 0 : WINDOW_BYTES);
  const stamp = await read(piece, before, input, steps);
  const raw = input.subarray(before, before + piece.bytes);
  const deflated = piece.stored ? undefined : await steps.deflate(raw, deflateOptions(piece, input.subarray(0, before)));
  // One method for a whole file: of one that is cut, no piece knows whether the others shrink.
  const useful = deflated && (piece.bytes < piece.fileBytes || deflated.length < raw.length);
  return { pathDigest: digestOfPath(piece.path), crc: crc32(raw), deflated: Boolean(useful), stamp, content: useful ? deflated : raw };
}

/** Reads a piece, and so much of its file before it. @returns what tells the state of the file. */
async function read({ source, start, bytes, fileBytes }: Piece, before: number, input: Buffer, steps: Steps): Promise<string> {
  const file = await steps.open(source);
  try {
    const stamp = stampOf(await steps.status(file), fileBytes);
    for (let done = 0; done < before + bytes; ) {
      const count = await steps.read(file, input.subarray(done, before + bytes), start - before + done);
      if (count === 0) throw new Changed();
      done += count;
    }
    if (stampOf(await steps.status(file), fileBytes) !== stamp) throw new Changed();
    return stamp;
  } finally {
    await steps.close(file);
  }
}

function stampOf({ ino, size, mtimeNs }: BigIntStats, fileBytes: number): string {
  if (size !== BigInt(fileBytes)) throw new Changed();
  return `${ino} ${mtimeNs}`;
}

/** Pieces end at a whole byte (Z_SYNC_FLUSH) and so can be joined to one deflated file. */
function deflateOptions(piece: Piece, dictionary: Buffer): ZlibOptions {
  return {
    level: 6,
    // So much that the result is one chunk, to be freed as one; zlib's least is 64.
    chunkSize: 64 + piece.bytes + (piece.bytes >> 9),
    finishFlush: isLast(piece) ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    ...(dictionary.length > 0 && { dictionary }),
  };
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
