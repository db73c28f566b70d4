import type { Client } from '../api';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { Memory, SessionRecord } from '../state';

/** Starts a new session with the service's defaults and remembers it. */
export async function createSession(
  { client, sessions }: { client: Pick<Client, 'createSession'>; sessions: Memory['sessions'] },
  signal: AbortSignal,
): Promise<SessionRecord> {
  const created = await client.createSession(signal);
  if (!created) throw new UserError(message('The service started a session but did not tell its ID.'), 'showLog');
  await sessions.remember(created);
  return created;
}
