import { setTimeout as delay } from 'node:timers/promises';
import { Cancelled } from '../core/errors';
import { ConnectionError, isAskedToRetry, ServiceError, type Operation } from '../core/service-error';

/**
 * Waits before a request is sent again, and shows the wait.
 * @throws Cancelled if the user or the signal stops it.
 */
export type Wait = (waiting: Waiting, signal: AbortSignal) => Promise<void>;

export interface Waiting {
  readonly operation: Operation;
  readonly milliseconds: number;
}

/** The total number of attempts. */
const MAX_ATTEMPTS = 3;
/** Milliseconds before the second and the third attempt. */
const PAUSES = [500, 2000];
/** Milliseconds. If the service asks for a longer wait, the user gets the error with that time instead of waiting. */
const MAX_WAIT = 120_000;
/** The statuses with which a gateway reports that the service behind it is temporarily unavailable. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/**
 * Runs `work`, and runs it again if that is safe; `pauseAfter` decides when.
 * @param work receives whether an earlier attempt may have succeeded.
 * @throws what the last attempt throws. Cancelled if the signal is aborted, with `nothingDone` if that is certain.
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
  return !(error instanceof ServiceError && isAskedToRetry(error));
}

/**
 * Milliseconds to wait before the request is sent again; undefined if it must not be sent again.
 * - It was never sent: any request may be repeated, if the cause is likely to pass.
 * - The service reports that it did nothing, and when to come back (429; 503 with `Retry-After`): any request may be
 *   repeated.
 * - It may have been done (a broken connection, another 5xx of a gateway): only a request that may happen twice.
 */
function pauseAfter(error: unknown, { uncertain }: Operation, attempts: number): number | undefined {
  const pause = PAUSES[attempts - 1];
  if (error instanceof ConnectionError) return (error.sent ? !uncertain : error.transient) ? pause : undefined;
  if (!(error instanceof ServiceError)) return undefined;
  if (!isAskedToRetry(error) && (uncertain || !GATEWAY_ERRORS.has(error.status))) return undefined;
  const asked = error.retryAfter ?? pause;
  return asked !== undefined && asked <= MAX_WAIT ? asked : undefined;
}

/** The wait of a client without a user interface. */
export async function waitSilently({ milliseconds }: Waiting, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {
    throw new Cancelled();
  });
}
