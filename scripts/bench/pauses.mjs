import fs from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Only on Linux: nanoseconds that this thread has run. */
const STATISTICS = '/proc/thread-self/schedstat';

function ranMs(file, memory) {
  if (file === undefined) return Number.NaN;
  const read = fs.readSync(file, memory, 0, memory.length, 0);
  return Number(memory.toString('latin1', 0, read).split(' ')[0]) / 1e6;
}

/**
 * The longest time in milliseconds for which this thread blocked its event loop during some work.
 * @returns `late`: how late a timer of 1 ms was; on a machine with busy cores, most of that is waiting for a core.
 * `ran`: how long the thread itself ran between two turns of the event loop, which only its own code can improve; NaN
 * if unknown.
 */
export async function longestPause(work) {
  const file = fs.existsSync(STATISTICS) ? fs.openSync(STATISTICS) : undefined;
  const memory = Buffer.alloc(128);
  const longest = { late: 0, ran: 0 };
  const end = new AbortController();
  const watch = async () => {
    let [last, lastRan] = [performance.now(), ranMs(file, memory)];
    while (!end.signal.aborted) {
      await setTimeout(1);
      const [now, ran] = [performance.now(), ranMs(file, memory)];
      longest.late = Math.max(longest.late, now - last - 1);
      longest.ran = Math.max(longest.ran, ran - lastRan);
      [last, lastRan] = [now, ran];
    }
  };
  const watching = watch();
  const result = await work();
  end.abort();
  await watching;
  if (file !== undefined) fs.closeSync(file);
  return { ...longest, result };
}
