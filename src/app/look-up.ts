import type { Client, ServiceSession } from '../api';
import { Cancelled } from '../core/errors';

/** Maximum number of requests at the same time. */
const MAX_AT_ONCE = 4;
/**
 * Maximum number of look-ups in one refresh; the sessions that were not used for the longest time wait for the next
 * refresh.
 */
const MAX_LOOK_UPS = 40;
/** After this many failures, nothing more is requested from the service. */
const MAX_FAILURES = 4;

export interface LookedUp {
  /** The sessions by the requested ID; undefined for a session that does not exist at the service. */
  readonly found: ReadonlyMap<string, ServiceSession | undefined>;
  /** The first error. Nothing is known of the sessions that failed or were not requested any more. */
  readonly error: unknown;
}

/**
 * Looks up the first sessions of the list, a few at a time. A failed look-up does not affect the others.
 * @throws Cancelled when the signal is aborted; all running requests end immediately.
 */
export async function lookUp(
  client: Pick<Client, 'getSession'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<LookedUp> {
  const found = new Map<string, ServiceSession | undefined>();
  const errors: unknown[] = [];
  const waiting = ids.slice(0, MAX_LOOK_UPS).values();
  const work = async (): Promise<void> => {
    // All workers take from the same iterator.
    for (const id of waiting) {
      const looking = client.getSession(id, signal);
      await looking.then(
        (session) => found.set(id, session),
        (error: unknown) => errors.push(error),
      );
      if (signal.aborted || errors.length >= MAX_FAILURES) return;
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
  if (signal.aborted) throw new Cancelled();
  return { found, error: errors[0] };
}
