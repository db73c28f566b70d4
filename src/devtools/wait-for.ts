/**
 * Waits until something is so, and looks again at each change.
 * @param listeners are called at each change.
 * @param look what is waited for; undefined while it is not so.
 * @param inTime limits the time.
 * @returns undefined if it is not so in time.
 */
export function waitFor<T>(
  listeners: Set<() => void>,
  look: () => T | undefined,
  inTime: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const lookAgain = (): void => {
      const found = look();
      if (found === undefined && !inTime.aborted) return;
      listeners.delete(lookAgain);
      inTime.removeEventListener('abort', lookAgain);
      resolve(found);
    };
    listeners.add(lookAgain);
    inTime.addEventListener('abort', lookAgain, { once: true });
    lookAgain();
  });
}
