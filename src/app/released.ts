import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { ConnectionRecords } from '../state';

/** How many released sessions are remembered by their ID. No notification or other window still shows older ones. */
const MAX_RELEASED = 50;

/** Forgets everything about a session except that it was released. */
export async function rememberReleased(sessions: ConnectionRecords['sessions'], id: string): Promise<void> {
  const others = sessions.all().filter((session) => session.id !== id);
  const older = others.filter(({ released }) => released).slice(MAX_RELEASED - 1);
  await sessions.replace([{ id, released: true }, ...others.filter((session) => !older.includes(session))]);
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
