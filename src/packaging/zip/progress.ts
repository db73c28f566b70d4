import type { PackedFile } from '../selection/walk';

export interface PackProgress {
  /** Files done, out of `files`. */
  readonly done: number;
  readonly files: number;
  /** Bytes done, uncompressed, out of `totalBytes`. */
  readonly bytes: number;
  readonly totalBytes: number;
}

/** Nobody can see faster updates, and each one may cross to another process. */
const INTERVAL_MS = 50;

/** Adds what was done since the last call: bytes, and whole files. */
export type Counter = (bytes: number, files: number) => void;

/** Reports the progress of packing: not too often, and at the end. */
export function progressOf(files: readonly PackedFile[], onProgress: (progress: PackProgress) => void): Counter {
  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let reportedAt = -INTERVAL_MS;
  let [done, bytes, reportedBytes] = [0, 0, 0];
  return (moreBytes, moreFiles) => {
    bytes += moreBytes;
    done += moreFiles;
    const now = performance.now();
    const isNews = bytes > reportedBytes && bytes < totalBytes && now - reportedAt >= INTERVAL_MS;
    if (!isNews && done < files.length) return;
    [reportedAt, reportedBytes] = [now, bytes];
    onProgress({ done, files: files.length, bytes, totalBytes });
  };
}
