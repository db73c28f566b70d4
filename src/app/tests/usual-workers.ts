import { availableParallelism } from 'node:os';
import type { Client } from '../../api';
import { isLoopback } from '../../core/address';
import { isLocal } from '../../core/connection-settings';
import { Cancelled } from '../../core/errors';
import type { BrowserSource } from './test-browsers';

/** Tests at a time, if nothing is known of what there is. */
const USUAL = 4;

/**
 * How many tests run at a time, if nobody says: as many as a pool has free browsers, or this machine has cores if the
 * browsers are on it. In sessions that are there, one in each.
 * @param address of the service.
 */
export async function usualWorkers(
  source: BrowserSource,
  { client, address }: { readonly client: Pick<Client, 'listPools'>; readonly address: string },
  signal: AbortSignal,
): Promise<number> {
  if (source.kind === 'sessions') return source.sessions.length;
  if (source.kind === 'pool') {
    const pools = await client.listPools(signal).catch((error: unknown) => {
      if (error instanceof Cancelled) throw error;
      // The pool itself is asked soon, and says what is wrong.
      return undefined;
    });
    const pool = pools?.items.find(({ id, name }) => id === source.pool || name === source.pool);
    return Math.max(1, pool?.available ?? USUAL);
  }
  const isHere = isLocal({ address }) || isLoopback(new URL(address).hostname);
  return isHere ? availableParallelism() : USUAL;
}
