// What runs in each thread of `CompressorThreads`: a batch of pieces comes in, what became of it goes out.
import { parentPort } from 'node:worker_threads';
import { compressor } from './compress';
import type { Batch } from './piece';

const compress = compressor();
parentPort?.on('message', (batch: Batch) => {
  const compressed = compress(batch);
  parentPort?.postMessage(compressed, 'memory' in compressed ? [compressed.memory] : []);
});
