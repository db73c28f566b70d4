import { sessionOf } from './answers';
import type { Listed, ListRange } from './list';
import { operations } from './operations';
import type { ServicePool, ServiceSession } from './records';
import type { Wire } from './wire';
import { releaseBody, type ReleaseRequest } from './wire-bodies';

export interface PoolRequests {
  /** Returns a session to its pool. From then on the ID may belong to another user. */
  release(request: ReleaseRequest, signal: AbortSignal): Promise<void>;
  /**
   * @param range by default the beginning of the list.
   * @returns undefined if the service has no such list.
   */
  listPools(signal: AbortSignal, range?: ListRange): Promise<Listed<ServicePool> | undefined>;
  /** @returns undefined if no browser of the pool became free in time. */
  acquire(pool: string, signal: AbortSignal): Promise<ServiceSession | undefined>;
  /**
   * Destroys the free browsers of a pool; the service starts new ones.
   * @param pool ID or name.
   * @returns false if the service answers that it does not have the operation (405, 501).
   * @throws ServiceError (404) if the service has no such pool, or not the operation.
   */
  flushPool(pool: string, signal: AbortSignal): Promise<boolean>;
}

export function poolRequests({ transport, part, valid, read, tell, tellIfOffered, list }: Wire): PoolRequests {
  return {
    release: async (request, signal) => {
      const { pool } = request;
      const sessionId = valid(request.sessionId);
      const path = `/browser_pools/${part(pool)}/release`;
      await tell(operations.release(sessionId, pool), path, releaseBody(request), signal);
    },
    listPools: (signal, range) => list('browser_pools', '', read.pool, signal, range),
    acquire: async (pool, signal) => {
      const path = `/browser_pools/${part(pool)}/acquire`;
      const answer = await transport.send({
        operation: operations.acquire(pool),
        method: 'POST',
        path,
        json: {},
        wantsBody: true,
        signal,
        slow: true,
      });
      return answer.status === 204 ? undefined : sessionOf(answer.body, read.session);
    },
    flushPool: async (pool, signal) =>
      tellIfOffered(
        operations.flushPool(pool),
        { method: 'POST', path: `/browser_pools/${part(pool)}/flush`, json: {} },
        signal,
      ),
  };
}
