import type { Client, ReleaseRequest } from '../api';
import { isNotFound } from '../core/service-error';
import type { ConnectionRecords } from '../state';
import { meaningOfNotFound } from './optional';
import { countInUse } from './pool-counts';
import { refuseReleased, rememberReleased } from './released';

/**
 * Returns a session to its pool and forgets it, because from then on the ID may belong to another user.
 * A 404 may be about the pool or the session, so the session is marked as gone only if the service does not know it.
 */
export async function releaseSession(
  {
    client,
    sessions,
    pools,
  }: {
    client: Pick<Client, 'release' | 'getSession' | 'listSessions'>;
    sessions: ConnectionRecords['sessions'];
    pools: ConnectionRecords['pools'];
  },
  request: ReleaseRequest,
  signal: AbortSignal,
): Promise<void> {
  const { sessionId, pool } = request;
  refuseReleased(sessions, sessionId);
  try {
    await client.release(request, signal);
  } catch (error) {
    if (isNotFound(error) && (await meaningOfNotFound(client, sessionId, signal)) === 'gone')
      await sessions.remember({ id: sessionId, gone: true });
    throw error;
  }
  await rememberReleased(sessions, sessionId);
  if (!pools.find(pool)) await pools.remember({ id: pool });
  await countInUse(pools, pool, -1);
}
