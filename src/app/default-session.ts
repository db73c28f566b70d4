import type { ConnectionSettings } from '../core/connection-settings';
import type { ConnectionRecords } from '../state';
import { lastUsed } from './last-used';

export interface DefaultSession {
  readonly id: string;
  /** `set`: the connection's setting; `used`: the session that was used last, which is only proposed. */
  readonly by: 'set' | 'used';
}

/** The session that commands without a selection take, or else propose first. The setting may have its name. */
export function defaultSession(
  sessions: Pick<ConnectionRecords['sessions'], 'find' | 'notReleased'>,
  settings: Pick<ConnectionSettings, 'session'>,
): DefaultSession | undefined {
  if (settings.session !== undefined) return { id: sessions.find(settings.session)?.id ?? settings.session, by: 'set' };
  const last = lastUsed(sessions);
  return last && { id: last.id, by: 'used' };
}
