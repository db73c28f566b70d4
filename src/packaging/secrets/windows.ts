import { openRegularFile } from '../regular-file';

/** A section of a file. Only matches that begin at `from` or after it, and before `to`, count; the rest is context. */
export interface Window {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/**
 * Bytes searched in one step: in less than a millisecond, and in about 30 ms for text that was crafted to be slow.
 * Other work waits no longer than that.
 */
const STEP = 64 * 1024;
/**
 * AHEAD is longer than the longest secret, a signed token; BEHIND is longer than the text that a rule checks before a
 * secret.
 */
const AHEAD = 8 * 1024;
const BEHIND = 1024;

/**
 * Reads a file in overlapping windows, so that no secret is split. All windows share the same memory, so finish with
 * one before requesting the next. Rejects if the file cannot be read.
 */
export async function* windowsOf(file: string, size: number): AsyncGenerator<Window> {
  const handle = await openRegularFile(file);
  try {
    const memory = Buffer.allocUnsafe(Math.min(size, BEHIND + AHEAD + STEP));
    let kept = 0;
    let from = 0;
    for (let read = 0, done = false; !done;) {
      const { bytesRead } = await handle.read(memory, kept, Math.min(memory.length - kept, size - read), read);
      read += bytesRead;
      done = bytesRead === 0 || read >= size;
      const bytes = memory.subarray(0, kept + bytesRead);
      const to = done ? bytes.length : Math.max(from, bytes.length - AHEAD);
      yield { bytes, from, to };
      const start = Math.max(0, to - BEHIND);
      kept = bytes.copy(memory, 0, start);
      from = to - start;
    }
  } finally {
    await handle.close();
  }
}
