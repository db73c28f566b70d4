import { throwIfCancelled } from './errors';

/**
 * Gives other work of the thread a turn, if it has not had one for a while.
 * @throws Cancelled.
 */
export type Turn = () => Promise<void>;

/**
 * Lets timers and other work of the thread run in the midst of long work, which calls the returned function often.
 * @param after milliseconds of work after which others get a turn; then the signal is looked at.
 */
export function regularYield(after: number, signal: AbortSignal): Turn {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < after) return;
    await new Promise((resolve) => setImmediate(resolve));
    throwIfCancelled(signal);
    last = performance.now();
  };
}
