import type { Client } from '../api';
import type { ConnectionRecords } from '../state';

/**
 * Asks the service whether a session has ended, and marks it as gone if so.
 * @throws the client's errors.
 */
export async function hasEnded(
  { client, sessions }: { client: Pick<Client, 'getSession'>; sessions: ConnectionRecords['sessions'] },
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const isThere = (await client.getSession(id, signal)) !== undefined;
  if (!isThere && sessions.get(id)) await sessions.remember({ id, gone: true });
  return !isThere;
}
