import type { Client } from '../api';
import type { ConnectionRecords } from '../state';
import { optionalInList } from './optional-in-list';

/**
 * Destroys the free browsers of a pool; the service starts new ones.
 * @returns false if the service does not offer it.
 */
export async function flushPool(
  { client, pools }: { client: Pick<Client, 'flushPool' | 'listPools'>; pools: ConnectionRecords['pools'] },
  poolId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const flushed = await optionalInList(
    { list: pools, ask: () => client.listPools(signal) },
    poolId,
    async () => (await client.flushPool(poolId, signal)) || undefined,
  );
  return flushed === true;
}
