import type { Client } from '../api';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { ConnectionRecords, SessionRecord } from '../state';
import { markingGone } from './gone';
import { countInUse } from './pool-counts';

/** Takes a free browser from a pool and remembers it as a session of that pool. */
export async function acquireSession(
  {
    client,
    sessions,
    pools,
  }: { client: Pick<Client, 'acquire'>; sessions: ConnectionRecords['sessions']; pools: ConnectionRecords['pools'] },
  poolId: string,
  signal: AbortSignal,
): Promise<SessionRecord> {
  const pool = pools.find(poolId) ?? { id: poolId };
  const acquired = await markingGone(pools, { id: pool.id }, () => client.acquire(poolId, signal));
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
