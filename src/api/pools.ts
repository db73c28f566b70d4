import { asCount, asRecord } from '../core/json';
import { message } from '../core/message';
import type { Operation } from '../core/service-error';
import { recordWithId, providedSession } from './answers';
import type { Listed, ListRange } from './list';
import type { Service } from './service';
import { readSession, type ServiceSession } from './sessions';

export interface ServicePool {
  readonly id: string;
  readonly name?: string;
  readonly available?: number;
  readonly acquired?: number;
}

export interface ReleaseRequest {
  /** Pool ID or name. */
  readonly pool: string;
  readonly sessionId: string;
  /**
   * true: the next user gets the same browser, with its cookies, tabs and logins. false: the browser is rebuilt.
   * Undefined: the service decides (true).
   */
  readonly reuse?: boolean;
}

export interface PoolRequests {
  /** Returns a session to its pool. From then on the ID may belong to another user. */
  release(request: ReleaseRequest, signal: AbortSignal): Promise<void>;
  /**
   * @param range by default the beginning of the list.
   * @returns undefined if the service has no such list.
   */
  listPools(signal: AbortSignal, range?: ListRange): Promise<Listed<ServicePool> | undefined>;
  /**
   * @param seconds in which a browser of the pool has to become free; by default the service decides.
   * @returns undefined if none did.
   */
  acquire(pool: string, signal: AbortSignal, seconds?: number): Promise<ServiceSession | undefined>;
  /**
   * Destroys the free browsers of a pool; the service starts new ones.
   * @param pool ID or name.
   * @throws NotOffered; ServiceError (404) if the service has no such pool, or not the operation.
   */
  flushPool(pool: string, signal: AbortSignal): Promise<void>;
}

export const poolOperations = {
  release: (id: string, pool: string): Operation => ({
    failed: message('Couldn’t release “{0}” to “{1}”.', id, pool),
    notFound: message(
      '“{0}” isn’t acquired from pool “{1}”. It was already released, has ended, or belongs to another pool.',
      id,
      pool,
    ),
    notFoundAction: 'chooseSession',
    verifyWith: 'refresh',
    uncertain: {
      noAnswer: message('The release of “{0}” got no answer.', id),
      serviceFailed: message('The service failed during the release of “{0}”.', id),
      check: message('The session may be released. Refresh the list before you retry.'),
    },
  }),
  acquire: (pool: string): Operation => ({
    failed: message('Couldn’t acquire a session from “{0}”.', pool),
    notFound: message('Pool “{0}” no longer exists or belongs to another account.', pool),
    notFoundAction: 'showLog',
    verifyWith: 'refresh',
    uncertain: {
      noAnswer: message('Acquiring a session from “{0}” got no answer.', pool),
      serviceFailed: message('The service failed while acquiring a session from “{0}”.', pool),
      check: message('You may have a session from it. Refresh the list before you retry.'),
    },
  }),
  flushPool: (pool: string): Operation => ({
    notOffered: { ability: 'flushPool', text: message('This service doesn’t flush pools.') },
    failed: message('Couldn’t flush pool “{0}”.', pool),
    notFound: message('Pool “{0}” no longer exists or belongs to another account.', pool),
    notFoundAction: 'showLog',
    verifyWith: 'refresh',
    uncertain: {
      noAnswer: message('Flushing pool “{0}” got no answer.', pool),
      serviceFailed: message('The service failed while flushing pool “{0}”.', pool),
      check: message('The pool may be flushed. Refresh the list before you retry.'),
    },
  }),
};

export function poolRequests(service: Service): PoolRequests {
  return {
    release: async (request, signal) => {
      const { pool } = request;
      const sessionId = service.requireId(request.sessionId);
      const operation = poolOperations.release(sessionId, pool);
      const path = `/browser_pools/${service.segment(pool)}/release`;
      await service.send({ operation, method: 'POST', path, json: releaseBody(request), signal });
    },
    listPools: async (signal, range) => service.list({ path: 'browser_pools', read, range }, signal),
    acquire: async (pool, signal, seconds) => {
      const operation = poolOperations.acquire(pool);
      const path = `/browser_pools/${service.segment(pool)}/acquire`;
      const { status, body } = await service.send({
        operation,
        method: 'POST',
        path,
        json: seconds === undefined ? {} : { acquire_timeout_seconds: seconds },
        wantsBody: true,
        signal,
        slow: true,
      });
      return status === 204 ? undefined : providedSession(body, (record) => readSession(record, service));
    },
    flushPool: async (pool, signal) => {
      const operation = poolOperations.flushPool(pool);
      const path = `/browser_pools/${service.segment(pool)}/flush`;
      await service.send({ operation, method: 'POST', path, json: {}, signal });
    },
  };

  function read(value: unknown): ServicePool | undefined {
    const { id, name, available_count: available, acquired_count: acquired } = asRecord(value);
    return recordWithId(id, service.isSecret, (readId) => ({
      name: readId(name),
      available: asCount(available),
      acquired: asCount(acquired),
    }));
  }
}

export function releaseBody({ sessionId, reuse }: ReleaseRequest): object {
  return { session_id: sessionId, ...(reuse !== undefined && { reuse }) };
}
