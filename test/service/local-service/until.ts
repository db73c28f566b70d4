import { setTimeout as delay } from 'node:timers/promises';

/**
 * Checks a condition repeatedly until it is true.
 * @throws after ten seconds.
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come to pass that ${what}`);
    await delay(20);
  }
}
