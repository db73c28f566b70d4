import type { Client, ServiceSession } from '../api';
import { Cancelled } from '../core/errors';

/** Requests under way at the same time. */
const MAX_AT_ONCE = 4;
/** Look-ups in one refresh: what was used longest ago waits for the next one. */
const MAX_LOOK_UPS = 40;
/** A service that fails so often is asked no further. */
const MAX_FAILURES = 4;

export interface LookedUp {
  /** What the service has, by the ID that was asked for; undefined where it has nothing. */
  readonly found: ReadonlyMap<string, ServiceSession | undefined>;
  /** The first that failed; of it, and of what was not asked for any more, nothing is known. */
  readonly error: unknown;
}

/**
 * Looks up sessions, the first ones, a few at a time. One that fails takes nothing from the others.
 * @throws Cancelled when told to stop: all that is under way ends at once.
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
    // All take from the same iterator.
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
