import type { Client } from '../api';
import type { ConnectionRecords, SessionRecord } from '../state';

/** Starts a new session with the service's defaults and remembers it. */
export async function createSession(
  { client, sessions }: { client: Pick<Client, 'createSession'>; sessions: ConnectionRecords['sessions'] },
  signal: AbortSignal,
): Promise<SessionRecord> {
  const created = await client.createSession(signal);
  await sessions.remember(created);
  return created;
}
