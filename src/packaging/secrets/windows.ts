import { open } from 'node:fs/promises';

/**
 * A stretch of a file. Matches count that begin at `from` or behind it, and before `to`: the rest is there to be looked
 * at.
 */
export interface Window {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/**
 * Searched in less than a millisecond, and in some 30 when it was made to be slow: what else the process does waits no
 * longer.
 */
const STEP = 64 * 1024;
/** The longest secret, a signed token, is shorter; so is what a rule looks at in front of one. */
const AHEAD = 8 * 1024;
const BEHIND = 1024;

/**
 * Reads a file in windows that overlap, so that no secret is cut in two. All of them use the same memory: one is done
 * with before the next is asked for. Rejects where the file cannot be read.
 */
export async function* windowsOf(file: string, size: number): AsyncGenerator<Window> {
  const handle = await open(file);
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
