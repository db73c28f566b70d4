import type { ConnectionRecords } from '../state';

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
