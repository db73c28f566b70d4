import { setTimeout as delay } from 'node:timers/promises';

/**
 * Milliseconds that anything may take in a test. Not what it should take: on a machine that does other work too,
 * everything takes many times as long. It only ends what would never come, with a sentence that says what that was.
 */
export const PATIENCE = 100_000;

/**
 * Checks a condition repeatedly until it is true.
 * @param patience only for what is meant to take longer, such as ten minutes in which nothing happens.
 * @throws after that time.
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, patience = PATIENCE): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come to pass that ${what}`);
    await delay(20);
  }
}
