import { Cancelled, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { DevToolsFailure, ProtocolError, triggerAction } from '../../devtools';
import { labelOf } from '../../state';
import { markingGone } from '../gone';
import { refuseReleased } from '../released';
import { withinTime } from '../upload/loaded';
import type { ChangeParts, LoadedTarget } from './change-loaded';

/**
 * Runs the action of a loaded extension, as a click on its icon does: its popup opens.
 * @throws UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function openPopup(
  { client, sessions, devtools }: Pick<ChangeParts, 'client' | 'sessions' | 'devtools'>,
  { session, extension: { id, name } }: LoadedTarget,
  signal: AbortSignal,
): Promise<void> {
  refuseReleased(sessions, session.id);
  const limited = withinTime(signal);
  try {
    await markingGone(sessions, { id: session.id }, () =>
      devtools.of(client, session.id).use((open) => triggerAction(open, id, limited), limited),
    );
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (error instanceof ProtocolError)
      throw new UserError(message('The popup of “{0}” didn’t open: “{1}”.', name, error.message), 'refresh');
    if (error instanceof DevToolsFailure || error instanceof Cancelled)
      throw new UserError(message('The popup of “{0}” didn’t open: “{1}” didn’t respond.', name, labelOf(session)));
    throw error;
  }
}
