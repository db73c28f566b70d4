import type { ConnectionKey } from './connection-key';
import type { ListedKeyValue } from './storage';

/** The keys of what is kept for one connection: its kind, and the key of the connection. */
const OF_A_CONNECTION = /^(?:sessions|pools|extensions|told) (\S+) (.+)$/s;

/**
 * Deletes everything that is remembered of connections: sessions with their uploads and clicks, pools, extensions, and
 * what the user was told.
 * @param isMeant tells which ones, also by an address that a connection had earlier.
 */
export async function forgetConnections(
  storage: ListedKeyValue,
  isMeant: (connection: ConnectionKey) => boolean,
): Promise<void> {
  const keys = storage.keys().filter((key) => {
    const [, address, name] = OF_A_CONNECTION.exec(key) ?? [];
    return address !== undefined && name !== undefined && isMeant({ name, address });
  });
  await Promise.all(keys.map((key) => storage.update(key, undefined)));
}
