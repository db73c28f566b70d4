import type { Client } from '../api';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { ConnectionRecords, SessionRecord } from '../state';
import { markingGone, optionalInList } from './not-found';

/**
 * Takes a free browser from a pool and remembers it as a session of that pool.
 * @param seconds in which one has to become free; by default the service decides.
 */
export async function acquireSession(
  {
    client,
    sessions,
    pools,
  }: { client: Pick<Client, 'acquire'>; sessions: ConnectionRecords['sessions']; pools: ConnectionRecords['pools'] },
  poolId: string,
  signal: AbortSignal,
  seconds?: number,
): Promise<SessionRecord> {
  const pool = pools.find(poolId) ?? { id: poolId };
  const acquired = await markingGone(pools, { id: pool.id }, () => client.acquire(poolId, signal, seconds));
  if (!acquired)
    throw new UserError(
      message('No browser in pool “{0}” became available in time. Release one or try again later.', poolId),
      undefined,
      'warning',
    );
  const session = {
    ...acquired,
    pool: acquired.pool ?? pool.name ?? poolId,
    gone: false,
    released: false,
    activeAt: Date.now(),
  };
  await sessions.remember(session);
  await countInUse(pools, poolId, 1);
  return session;
}

/**
 * Destroys the free browsers of a pool; the service starts new ones.
 * @throws NotOffered
 */
export async function flushPool(
  { client, pools }: { client: Pick<Client, 'flushPool' | 'listPools'>; pools: ConnectionRecords['pools'] },
  poolId: string,
  signal: AbortSignal,
): Promise<void> {
  await optionalInList({ list: pools, ask: () => client.listPools(signal) }, poolId, () =>
    client.flushPool(poolId, signal),
  );
}

/** Updates the counts of a pool after an operation of ours, until the next refresh reads them from the service. */
export async function countInUse(pools: ConnectionRecords['pools'], idOrName: string, change: 1 | -1): Promise<void> {
  const pool = pools.find(idOrName);
  if (pool?.available === undefined || pool.acquired === undefined) return;
  await pools.remember({
    ...pool,
    available: Math.max(0, pool.available - change),
    acquired: Math.max(0, pool.acquired + change),
  });
}
