import { open } from 'node:fs/promises';

/** A stretch of a file. Matches count that begin at `from` or behind it, and before `to`: the rest is there to be looked at. */
export interface Window {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/** Searched in about a millisecond: what else the process does waits no longer. */
const STEP = 128 * 1024;
/** The longest secret, a signed token, is shorter; so is what a rule looks at in front of one. */
const AHEAD = 8 * 1024;
const BEHIND = 1024;

/** Reads a file in windows that overlap, so that no secret is cut in two. Rejects where the file cannot be read. */
export async function* windowsOf(file: string, mostBytes: number): AsyncGenerator<Window> {
  const handle = await open(file);
  try {
    let kept = Buffer.alloc(0);
    let from = 0;
    for (let read = 0, done = false; !done; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(STEP), 0, STEP, read);
      read += bytesRead;
      done = bytesRead < STEP || read >= mostBytes;
      const bytes = kept.length === 0 ? buffer.subarray(0, bytesRead) : Buffer.concat([kept, buffer.subarray(0, bytesRead)]);
      const to = done ? bytes.length : Math.max(from, bytes.length - AHEAD);
      yield { bytes, from, to };
      const start = Math.max(0, to - BEHIND);
      kept = bytes.subarray(start);
      from = to - start;
    }
  } finally {
    await handle.close();
  }
}
