import { setTimeout as delay } from 'node:timers/promises';

/**
 * Checks a condition repeatedly until it is true.
 * @param patience milliseconds.
 * @throws after that time.
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, patience = 30_000): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come to pass that ${what}`);
    await delay(20);
  }
}
