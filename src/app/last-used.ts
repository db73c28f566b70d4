import type { ConnectionSettings } from '../core/connection-settings';
import type { ConnectionRecords, SessionRecord } from '../state';

/** The session that was last uploaded into or clicked in, of those that still exist. */
export function lastUsed(sessions: Pick<ConnectionRecords['sessions'], 'notReleased'>): SessionRecord | undefined {
  const used = sessions.notReleased().filter((session) => !session.gone && usedAt(session) > 0);
  return used.toSorted((one, other) => usedAt(other) - usedAt(one))[0];
}

/** Milliseconds since 1970; 0 if never used. */
export function usedAt({ lastClick, uploads }: SessionRecord): number {
  let last = lastClick?.at ?? 0;
  // Of thousands of sessions, nearly all have no uploads: no array for them.
  if (uploads) for (const { at } of uploads) last = Math.max(last, at);
  return last;
}

/** The newest upload, of those into sessions that are still there. @param wanted only of this folder, or session. */
export function lastUploaded(
  sessions: Pick<ConnectionRecords['sessions'], 'notReleased'>,
  wanted: { readonly folder?: string; readonly session?: string } = {},
): { readonly folder: string; readonly session: string } | undefined {
  const uploads = sessions
    .notReleased()
    .filter(({ id, gone }) => !gone && id === (wanted.session ?? id))
    .flatMap(({ id, uploads: all = [] }) => all.map(({ at, folder }) => ({ at, folder, session: id })))
    .filter(({ folder }) => folder === (wanted.folder ?? folder))
    .toSorted((one, other) => other.at - one.at);
  return uploads[0] && { folder: uploads[0].folder, session: uploads[0].session };
}

export interface DefaultSession {
  readonly id: string;
  /** `set`: the connection's setting; `used`: the session that was used last, which is only proposed. */
  readonly by: 'set' | 'used';
}

/**
 * The session that commands without a selection take, or else propose first. The setting may have its name, unless
 * several that run have it.
 */
export function defaultSession(
  sessions: Pick<ConnectionRecords['sessions'], 'named' | 'notReleased'>,
  settings: Pick<ConnectionSettings, 'session'>,
): DefaultSession | undefined {
  if (settings.session !== undefined) {
    const [meant, ...others] = sessions.named(settings.session);
    if (others.length === 0) return { id: meant?.id ?? settings.session, by: 'set' };
  }
  const last = lastUsed(sessions);
  return last && { id: last.id, by: 'used' };
}

/** The session that was clicked in last, of those that still exist. */
export function lastClicked(sessions: ConnectionRecords['sessions']): SessionRecord | undefined {
  const clicked = sessions.notReleased().filter(({ lastClick, gone }) => lastClick && !gone);
  return clicked.toSorted((one, other) => (other.lastClick?.at ?? 0) - (one.lastClick?.at ?? 0))[0];
}
