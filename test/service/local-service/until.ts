import { setTimeout as delay } from 'node:timers/promises';

/** Asks again and again until it is so. @throws after ten seconds, or so many milliseconds. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, patience = 10_000): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come to pass that ${what}`);
    await delay(20);
  }
}
