import type { PackedFile } from '../selection/walk';
import type { Done } from './file-assembly';

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

/** Passes on how far the packing is: the beginning, then not too often, and the end. */
export function progressOf(files: readonly PackedFile[], onProgress: (progress: PackProgress) => void): (done: Done) => void {
  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let told = -INTERVAL_MS;
  return ({ files: done, bytes }) => {
    const now = performance.now();
    if (now - told < INTERVAL_MS && done < files.length) return;
    told = now;
    onProgress({ done, files: files.length, bytes, totalBytes });
  };
}
