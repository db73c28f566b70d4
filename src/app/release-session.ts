import type { Client, ReleaseRequest } from '../api';
import { isNotFound } from '../core/service-error';
import type { ConnectionRecords } from '../state';
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
    client: Pick<Client, 'release' | 'getSession'>;
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
    if (isNotFound(error) && (await isGone(client, sessionId, signal)))
      await sessions.remember({ id: sessionId, gone: true });
    throw error;
  }
  await rememberReleased(sessions, sessionId);
  if (!pools.find(pool)) await pools.remember({ id: pool });
  await countInUse(pools, pool, -1);
}

/** A failed look-up proves nothing, and must not replace the error that led to it. */
async function isGone(client: Pick<Client, 'getSession'>, sessionId: string, signal: AbortSignal): Promise<boolean> {
  return client.getSession(sessionId, signal).then(
    (session) => session === undefined,
    () => false,
  );
}
