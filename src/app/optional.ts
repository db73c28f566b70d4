import type { Client } from '../api';
import { isNotFound } from '../core/service-error';
import type { ConnectionRecords } from '../state';
import { usedNow } from './expiry';
import { refuseReleased } from './released';

/** A failed look-up proves nothing, and must not replace the error that led to it. */
const UNKNOWN = (): 'unknown' => 'unknown';

/**
 * What a 404 to an operation on a session means.
 * - `gone`: the service lists its sessions and does not know this one.
 * - `not-offered`: it knows the session, so it does not know the operation; or it shows no sessions at all.
 */
export async function meaningOfNotFound(
  client: Pick<Client, 'getSession' | 'listSessions'>,
  sessionId: string,
  signal: AbortSignal,
): Promise<'gone' | 'not-offered' | 'unknown'> {
  const looking = client.getSession(sessionId, signal);
  const session = await looking.catch(UNKNOWN);
  if (session === 'unknown') return 'unknown';
  if (session) return 'not-offered';
  const list = await client.listSessions(signal).catch(UNKNOWN);
  if (list === 'unknown') return 'unknown';
  return list ? 'gone' : 'not-offered';
}

export interface SessionParts<Method extends keyof Client> {
  readonly client: Pick<Client, Method | 'getSession' | 'listSessions'>;
  readonly sessions: ConnectionRecords['sessions'];
}

/**
 * Runs an optional operation on a session, and marks the session as existing, or as gone if the service does not know
 * it any more.
 * @param work returns false if the service does not offer the operation.
 * @returns false if the service does not offer it.
 */
export async function optionalInSession(
  { client, sessions }: SessionParts<never>,
  sessionId: string,
  work: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<boolean> {
  refuseReleased(sessions, sessionId);
  try {
    const done = await work();
    if (done) await sessions.remember({ id: sessionId, gone: false, ...usedNow(sessions.get(sessionId)) });
    return done;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const meaning = await meaningOfNotFound(client, sessionId, signal);
    if (meaning === 'not-offered') return false;
    if (meaning === 'gone') await sessions.remember({ id: sessionId, gone: true });
    throw error;
  }
}
