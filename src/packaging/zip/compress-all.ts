import { setImmediate } from 'node:timers/promises';
import { orCancelled, stopIfCancelled } from '../../core/errors';
import type { PackedFile } from '../selection/walk';
import { CompressorPool } from './compressor-pool';
import { CompressorThreads } from './compressor-threads';
import type { Compressors } from './compressors';
import { BATCH_MEMORY, batchesOf, type Compressed, type Piece } from './piece';

/** Files of so much together are compressed before a thread of our own has started. */
const SMALL_BYTES = 1_000_000;
/** With files of this size on average waiting for each step costs nothing, and threads of our own would only take memory. */
const LARGE_FILE_BYTES = 256 * 1024;
/** So many batches keep two threads busy: one that is done need not wait for us, who may be busy, for its next. More only take memory. */
const BATCHES_AHEAD = 4;

type Take = (pieces: readonly Piece[], compressed: Compressed) => void;

/** Has files compressed in batches of pieces, some at a time, and hands these on in their order. Throws Cancelled at once when the signal is aborted. */
export async function compressAll(files: readonly PackedFile[], signal: AbortSignal, take: Take): Promise<void> {
  stopIfCancelled(signal);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const compressors = bytes <= SMALL_BYTES || bytes >= files.length * LARGE_FILE_BYTES ? new CompressorPool() : new CompressorThreads();
  try {
    await orCancelled(handOn(files, compressors, signal, take), signal);
  } finally {
    compressors.close();
  }
}

async function handOn(files: readonly PackedFile[], compressors: Compressors, signal: AbortSignal, take: Take): Promise<void> {
  const memories: ArrayBuffer[] = [];
  const asked: { pieces: readonly Piece[]; compressed: Promise<Compressed> }[] = [];
  const takeNext = async (): Promise<void> => {
    const next = asked.shift();
    if (!next) return;
    const compressed = await next.compressed;
    stopIfCancelled(signal);
    take(next.pieces, compressed);
    if ('memory' in compressed) memories.push(compressed.memory);
  };
  for (const pieces of batchesOf(files, compressors.batchPieces)) {
    if (asked.length === BATCHES_AHEAD) await takeNext();
    // To start a thread takes some milliseconds: whatever else waits in this one has its turn in between.
    else await setImmediate();
    stopIfCancelled(signal);
    asked.push({ pieces, compressed: compressors.compress({ pieces, memory: memories.pop() ?? new ArrayBuffer(BATCH_MEMORY) }) });
  }
  while (asked.length > 0) await takeNext();
  stopIfCancelled(signal);
}
