import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { ConnectionRecords } from '../state';

/** So many released sessions are known by their ID: a notification or another window does not show older ones. */
const MAX_RELEASED = 50;

/** Forgets all of a session but that it was released. */
export async function rememberReleased(sessions: ConnectionRecords['sessions'], id: string): Promise<void> {
  const others = sessions.all().filter((session) => session.id !== id);
  const older = others.filter(({ released }) => released).slice(MAX_RELEASED - 1);
  await sessions.replace([{ id, released: true }, ...others.filter((session) => !older.includes(session))]);
}

/**
 * @throws UserError for a session that was released: a button that still stands, or a setting, must not reach who has
 * it now.
 */
export function refuseReleased(sessions: Pick<ConnectionRecords['sessions'], 'get'>, id: string): void {
  if (!sessions.get(id)?.released) return;
  throw new UserError(
    message('“{0}” was released and may belong to someone else now. Select another session.', id),
    'chooseSession',
  );
}
