import type { Batch, Compressed } from './piece';

/** Those who compress. Several batches may be given to them at once. */
export interface Compressors {
  /** How many pieces a batch should have at most. */
  readonly batchPieces: number;
  compress(batch: Batch): Promise<Compressed>;
  /** Ends what is not done yet; that is never answered. */
  close(): void;
}
