import type { PackedFile } from '../selection/walk';

/** Part of a file: what one core deflates in one go. A file of up to `PIECE_BYTES` is one piece. */
export interface Piece {
  /** Of the file in the zip. */
  readonly path: string;
  /** Where the file is read from. */
  readonly source: string;
  /** Size of the whole file when it was looked at. */
  readonly fileBytes: number;
  readonly start: number;
  readonly bytes: number;
  /** Of a kind that is compressed already. */
  readonly stored: boolean;
}

/** What a thread is asked: to compress these, into this memory. */
export interface Batch {
  readonly pieces: readonly Piece[];
  /** Of `BATCH_MEMORY` bytes. It goes to and fro, so that packing leaves no garbage behind that takes as much as the zip. */
  readonly memory: ArrayBuffer;
}

/** What became of a piece. Its bytes lie in the batch's memory, behind those of the pieces before it. */
export interface CompressedPiece {
  /** Of the path of its file, for Digests: the thread that all extensions share would have 10,000 of them to make, and to forget. */
  readonly pathDigest: string;
  /** CRC-32 of the piece before it was compressed. */
  readonly crc: number;
  readonly packedBytes: number;
  readonly deflated: boolean;
  /** Tells the file as it was read from every other state of it. */
  readonly stamp: string;
}

/** What a thread answers to a batch of pieces; `failed` is the index of the piece that it could not read. */
export type Compressed =
  | { readonly memory: ArrayBuffer; readonly pieces: readonly CompressedPiece[] }
  | { readonly failed: number; readonly why: 'unreadable' | 'changed' };

/** Small enough that one piece takes a core well under 100 ms, so that cancelling is quick; large enough that cutting costs nothing. */
export const PIECE_BYTES = 512 * 1024;
/** A batch that does not shrink, and what deflate adds to it: 5 bytes a block of 16 kB, and the end of the piece. */
export const BATCH_MEMORY = PIECE_BYTES + PIECE_BYTES / 512;

/** Deflating these gains nothing. WebAssembly is not among them: it shrinks to about a third. */
const COMPRESSED_KINDS = /\.(?:png|jpe?g|gif|webp|avif|woff2?|zip|crx|xpi|gz|br|mp3|mp4|m4a|ogg|webm)$/i;

/** Cuts files into pieces, in their order, as they are asked for. The cuts depend on nothing but the size. */
function* piecesOf(files: readonly PackedFile[]): Generator<Piece> {
  for (const { path, source, bytes } of files) {
    const stored = COMPRESSED_KINDS.test(path);
    let start = 0;
    do {
      yield { path, source, fileBytes: bytes, start, bytes: Math.min(PIECE_BYTES, bytes - start), stored };
      start += PIECE_BYTES;
    } while (start < bytes);
  }
}

export function isLast({ start, bytes, fileBytes }: Piece): boolean {
  return start + bytes === fileBytes;
}

/** The pieces of files, in their order, in portions of so many, and of no more than the size of one piece. */
export function* batchesOf(files: readonly PackedFile[], mostPieces: number): Generator<Piece[]> {
  let batch: Piece[] = [];
  let bytes = 0;
  for (const piece of piecesOf(files)) {
    if (batch.length > 0 && (batch.length === mostPieces || bytes + piece.bytes > PIECE_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(piece);
    bytes += piece.bytes;
  }
  if (batch.length > 0) yield batch;
}
