import { countInUse } from './pool-counts';
import { optionalInSession, type SessionParts } from './optional';
import type { ConnectionRecords } from '../state';

/**
 * Ends a session and its browser, and forgets it.
 * @returns false if the service does not offer it.
 */
export async function endSession(
  parts: SessionParts<'endSession'> & { pools: ConnectionRecords['pools'] },
  sessionId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { client, sessions, pools } = parts;
  const pool = sessions.get(sessionId)?.pool;
  const ended = await optionalInSession(parts, sessionId, () => client.endSession(sessionId, signal), signal);
  if (!ended) return false;
  await sessions.forget(sessionId);
  // The service replaces the browser of a pool.
  if (pool !== undefined) await countInUse(pools, pool, -1);
  return true;
}
