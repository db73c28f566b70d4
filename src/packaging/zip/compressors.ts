import type { Batch, Compressed } from './piece';

/** Those who compress. Several batches may be given to them at once. */
export interface Compressors {
  /** How many pieces a batch should have at most. */
  readonly batchPieces: number;
  compress(batch: Batch): Promise<Compressed>;
  /** Nothing more is asked. What is in work, less than a second of it, ends by itself. */
  close(): void;
}
