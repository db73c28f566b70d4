import type { ConnectionRecords } from '../state';

/** Keeps the counts of a pool in step with what was done here, until the next refresh tells them anew. */
export async function countInUse(pools: ConnectionRecords['pools'], idOrName: string, change: 1 | -1): Promise<void> {
  const pool = pools.find(idOrName);
  if (pool?.available === undefined || pool.acquired === undefined) return;
  await pools.remember({
    ...pool,
    available: Math.max(0, pool.available - change),
    acquired: Math.max(0, pool.acquired + change),
  });
}
