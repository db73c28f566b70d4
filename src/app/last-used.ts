import type { ConnectionRecords, SessionRecord } from '../state';

/** The session that was last uploaded into or clicked in, of those that still exist. */
export function lastUsed(sessions: Pick<ConnectionRecords['sessions'], 'notReleased'>): SessionRecord | undefined {
  const used = sessions.notReleased().filter((session) => !session.gone && usedAt(session) > 0);
  return used.toSorted((one, other) => usedAt(other) - usedAt(one))[0];
}

/** Milliseconds since 1970; 0 if never used. */
export function usedAt({ lastClick, uploads }: SessionRecord): number {
  return Math.max(lastClick?.at ?? 0, uploads?.[0]?.at ?? 0);
}
