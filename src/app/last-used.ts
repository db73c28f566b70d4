import type { ConnectionRecords, SessionRecord } from '../state';

/** The session that something was uploaded into or clicked in last, of those that are still there. */
export function lastUsed(sessions: Pick<ConnectionRecords['sessions'], 'notReleased'>): SessionRecord | undefined {
  const used = sessions.notReleased().filter((session) => !session.gone && usedAt(session) > 0);
  return used.toSorted((one, other) => usedAt(other) - usedAt(one))[0];
}

/** Milliseconds since 1970; 0: never. */
export function usedAt({ lastClick, uploads }: SessionRecord): number {
  return Math.max(lastClick?.at ?? 0, uploads?.[0]?.at ?? 0);
}
