import { compressor } from './compress';
import type { Compressors } from './compressors';
import type { Batch, Compressed } from './piece';
import { inPool } from './steps';

/** Compresses in libuv's threads, which are there already and take no memory: for few steps, as each is asked for and waited for. */
export class CompressorPool implements Compressors {
  readonly batchPieces = 1;
  private readonly free: ((batch: Batch) => Promise<Compressed>)[] = [];

  async compress(batch: Batch): Promise<Compressed> {
    const compress = this.free.pop() ?? compressor(inPool);
    const compressed = await compress(batch);
    this.free.push(compress);
    return compressed;
  }

  /** The few pieces in work end by themselves. */
  close(): void {}
}
