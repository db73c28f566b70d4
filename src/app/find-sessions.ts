import type { Client } from '../api';
import { withDetails, type ConnectionRecords, type SessionRecord } from '../state';
import { THERE } from './refresh';

export interface FoundSessions {
  readonly sessions: readonly SessionRecord[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** Whoever seeks one of more sessions types on. It is also the most that the service returns at once. */
const MAX_FOUND = 100;

/** Finds remembered sessions by a part of their ID, a name or the pool, whatever the case; by an empty text all of them. */
export function findKnownSessions(
  sessions: Pick<ConnectionRecords['sessions'], 'notReleased'>,
  text: string,
): FoundSessions {
  return atMost(sessions.notReleased().filter((session) => matches(session, text)));
}

/**
 * The same, and asks the service too: it may have sessions that were not loaded. A service that cannot search answers
 * with the beginning of its list, so its answer is searched here as well.
 * @returns undefined if the service has no such list.
 */
export async function findSessions(
  { client, sessions }: { client: Pick<Client, 'listSessions'>; sessions: ConnectionRecords['sessions'] },
  text: string,
  signal: AbortSignal,
): Promise<FoundSessions | undefined> {
  const listed = await client.listSessions(signal, { from: 0, to: MAX_FOUND }, text);
  if (!listed) return undefined;
  const there = new Map(listed.items.map((item) => [item.id, { ...item, ...THERE }]));
  const known = sessions.all().flatMap((session) => {
    const newer = there.get(session.id);
    there.delete(session.id);
    return newer ? [withDetails(session, newer)] : session.released ? [] : [session];
  });
  const found = atMost([...known, ...there.values()].filter((session) => matches(session, text)));
  return { ...found, isCut: found.isCut || listed.isCut };
}

/** Remembers a session that was found. However many there are, no other one is forgotten for it. */
export async function keepFound(sessions: ConnectionRecords['sessions'], session: SessionRecord): Promise<void> {
  if (sessions.get(session.id)) return sessions.remember(session);
  await sessions.replace([session, ...sessions.all()], () => true);
}

function atMost(sessions: readonly SessionRecord[]): FoundSessions {
  return { sessions: sessions.slice(0, MAX_FOUND), isCut: sessions.length > MAX_FOUND };
}

function matches({ id, name, alias, pool }: SessionRecord, text: string): boolean {
  const wanted = text.toLowerCase();
  return [alias, name, id, pool].some((each) => each?.toLowerCase().includes(wanted));
}
