import type { Client, Listed } from '../api';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import { asNotOffered, isNotFound } from '../core/service-error';
import type { Remembered, RecordStore, ConnectionRecords } from '../state';
import { usedNow } from './expiry';

/** Runs an operation on a remembered item. Success marks the item as existing, and a 404 marks it as gone. */
export async function markingGone<Item extends Remembered, Result>(
  list: RecordStore<Item>,
  item: Item,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    await list.remember({ ...item, gone: false });
    return result;
  } catch (error) {
    if (isNotFound(error)) await list.remember({ ...item, gone: true });
    throw error;
  }
}

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

export interface SessionDependencies<Method extends keyof Client> {
  readonly client: Pick<Client, Method | 'getSession' | 'listSessions'>;
  readonly sessions: ConnectionRecords['sessions'];
}

/**
 * Runs an optional operation on a session, and marks the session as existing, or as gone if the service does not know
 * it any more.
 * @throws NotOffered, also if a 404 turns out to be about the operation.
 */
export async function optionalInSession<Result>(
  { client, sessions }: SessionDependencies<never>,
  sessionId: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  refuseReleased(sessions, sessionId);
  try {
    const result = await work();
    await sessions.remember({ id: sessionId, gone: false, ...usedNow(sessions.get(sessionId)) });
    return result;
  } catch (error) {
    return explainNotFound({ client, sessions }, sessionId, error, signal);
  }
}

/**
 * For the error of an optional operation on a session, which is marked as gone if the service does not know it any more.
 * @throws NotOffered if a 404 turns out to be about the operation; else the error.
 */
export async function explainNotFound(
  { client, sessions }: SessionDependencies<never>,
  sessionId: string,
  error: unknown,
  signal: AbortSignal,
): Promise<never> {
  if (!isNotFound(error)) throw error;
  const meaning = await meaningOfNotFound(client, sessionId, signal);
  if (meaning === 'not-offered') throw asNotOffered(error);
  if (meaning === 'gone') await sessions.remember({ id: sessionId, gone: true });
  throw error;
}

/**
 * Runs an optional operation on an item of a list. A 404 may be about the item or the operation, so the service's own
 * list tells them apart; an item that is not in it is marked as gone.
 * @throws NotOffered, also if a 404 turns out to be about the operation.
 */
export async function optionalInList<Item extends Remembered, Result>(
  { list, ask }: { list: RecordStore<Item>; ask: () => Promise<Listed<Remembered> | undefined> },
  idOrName: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const looking = ask();
    const listed = await looking.catch(UNKNOWN);
    if (listed === 'unknown') throw error;
    if (!listed || listed.items.some(({ id, name }) => id === idOrName || name === idOrName)) throw asNotOffered(error);
    const row = list.find(idOrName);
    if (row && !listed.isCut) await list.remember({ ...row, gone: true });
    throw error;
  }
}

/**
 * @throws UserError for a session that was released: a button that is still visible, or a setting, must not reach a
 * browser that another user may have now.
 */
export function refuseReleased(sessions: Pick<ConnectionRecords['sessions'], 'get'>, id: string): void {
  if (!sessions.get(id)?.released) return;
  throw new UserError(
    message('“{0}” was released and may belong to someone else now. Select another session.', id),
    'chooseSession',
  );
}
