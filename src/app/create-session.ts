import type { Client, NewSession } from '../api';
import type { ConnectionRecords, SessionRecord } from '../state';

/**
 * Starts a new session and remembers it.
 * @param options what is not given is the service's default.
 */
export async function createSession(
  { client, sessions }: { client: Pick<Client, 'createSession'>; sessions: ConnectionRecords['sessions'] },
  signal: AbortSignal,
  options: NewSession = {},
): Promise<SessionRecord> {
  const created = await client.createSession(options, signal);
  await sessions.remember(created);
  return created;
}
