import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { stopIfCancelled } from '../../core/errors';

/** About 2 ms of work. */
const SLICE_BYTES = 1024 * 1024;

/** In hex. Between slices whatever else waits in this thread has its turn. */
export async function sha256(content: Buffer, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < content.length; at += SLICE_BYTES) {
    hash.update(content.subarray(at, at + SLICE_BYTES));
    await setImmediate();
    stopIfCancelled(signal);
  }
  return hash.digest('hex');
}
