// What runs in each thread of `CompressorThreads`: a batch of pieces comes in, what became of it goes out.
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compressor } from './compress';
import type { Batch } from './piece';
import { blocking } from './steps';

giveWay();

const compress = compressor(blocking);
// As every step blocks, a batch is done before the next message comes. The last one is nothing.
parentPort?.on('message', (batch: Batch | undefined) => {
  if (batch) void compress(batch).then((compressed) => parentPort?.postMessage(compressed, 'memory' in compressed ? [compressed.memory] : []));
  else parentPort?.close();
});

/** Whatever the editor has to do goes before. Linux counts 0 as this thread alone; elsewhere it would be the whole process. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {
    // Some sandboxes forbid it: packing is as good without.
  }
}
