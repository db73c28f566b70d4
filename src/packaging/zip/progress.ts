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

/** What is told while files are packed. */
export interface Counter {
  /** Of a file so many bytes are done. */
  readonly bytes: (bytes: number) => void;
  /** One more file is done. */
  readonly file: () => void;
}

/** Passes on how far the packing is: not too often, and the end. */
export function progressOf(files: readonly PackedFile[], onProgress: (progress: PackProgress) => void): Counter {
  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let told = -INTERVAL_MS;
  let [done, bytes, toldBytes] = [0, 0, 0];
  const tell = (): void => {
    const now = performance.now();
    if ((now - told < INTERVAL_MS || bytes === toldBytes) && done < files.length) return;
    [told, toldBytes] = [now, bytes];
    onProgress({ done, files: files.length, bytes, totalBytes });
  };
  return {
    bytes: (more) => {
      bytes += more;
      if (bytes < totalBytes) tell();
    },
    file: () => {
      done += 1;
      tell();
    },
  };
}
