import { setTimeout as delay } from 'node:timers/promises';
import { Cancelled } from '../core/errors';
import { ConnectionError, isTurnedAway, ServiceError, type Operation } from '../core/service-error';

/**
 * Waits before a request is sent again, and shows it.
 * @throws Cancelled when the person stops it, or the signal does.
 */
export type Wait = (waiting: Waiting, signal: AbortSignal) => Promise<void>;

export interface Waiting {
  readonly operation: Operation;
  readonly milliseconds: number;
}

/** Attempts in all. */
const MAX_ATTEMPTS = 3;
/** Milliseconds before the second attempt, and the third. */
const PAUSES = [500, 2000];
/** Milliseconds. Whoever is told to come back later than this is told so, and is not kept waiting. */
const MAX_WAIT = 120_000;
/** What a gateway says when the service behind it is away for a moment. */
const AWAY = new Set([502, 503, 504]);

/**
 * Does it, and where that is sure to do no harm once more: `pauseAfter` says when.
 * @param work told whether an earlier attempt may have done it.
 * @throws what the last attempt throws; Cancelled, which knows whether nothing was done, when told to stop.
 */
export async function attempt<T>(
  operation: Operation,
  work: (mayHaveSucceeded: boolean) => Promise<T>,
  wait: Wait,
  signal: AbortSignal,
): Promise<T> {
  let mayHaveSucceeded = false;
  for (let attempts = 1; ; attempts++) {
    try {
      return await work(mayHaveSucceeded);
    } catch (error) {
      const milliseconds = attempts < MAX_ATTEMPTS ? pauseAfter(error, operation, attempts) : undefined;
      if (milliseconds === undefined) throw error;
      mayHaveSucceeded ||= mayHaveDone(error);
      const stopped = (reason: unknown): never => {
        throw reason instanceof Cancelled && !mayHaveSucceeded ? new Cancelled(true) : reason;
      };
      await wait({ operation, milliseconds }, signal).catch(stopped);
    }
  }
}

function mayHaveDone(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.sent;
  return !(error instanceof ServiceError && isTurnedAway(error));
}

/**
 * Milliseconds to wait before the request is sent again; undefined where it is not.
 * - It never left: everything may be sent again, where what kept it is likely to pass.
 * - The service says that it did nothing, and when to come back (429; 503 with `Retry-After`): everything.
 * - It may have been done (a broken connection, another 5xx of a gateway): only what may be done twice.
 */
function pauseAfter(error: unknown, { uncertain }: Operation, attempts: number): number | undefined {
  const pause = PAUSES[attempts - 1];
  if (error instanceof ConnectionError) return (error.sent ? !uncertain : error.transient) ? pause : undefined;
  if (!(error instanceof ServiceError)) return undefined;
  if (!isTurnedAway(error) && (uncertain || !AWAY.has(error.status))) return undefined;
  const asked = error.retryAfter ?? pause;
  return asked !== undefined && asked <= MAX_WAIT ? asked : undefined;
}

/** The wait of a client that nobody looks at. */
export async function waitSilently({ milliseconds }: Waiting, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {
    throw new Cancelled();
  });
}
