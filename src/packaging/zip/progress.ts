import type { PackedFile } from '../selection/walk';

export interface PackProgress {
  /** Files done, out of `files`. */
  readonly done: number;
  readonly files: number;
  /** Bytes done, before they were compressed, out of `totalBytes`. */
  readonly bytes: number;
  readonly totalBytes: number;
}

/** No eye sees more, and each one may cross to another process. */
const INTERVAL_MS = 50;

/** Adds what is done meanwhile: so many bytes, and so many whole files. */
export type Counter = (bytes: number, files: number) => void;

/** Passes on how far the packing is: not too often, and the end. */
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
