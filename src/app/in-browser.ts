import { Cancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { DevToolsFailure, ProtocolError, type DevToolsConnection } from '../devtools';
import { labelOf } from '../state';
import { devToolsFailure, type BrowserAccess } from './devtools-sessions';
import { markingGone, refuseReleased } from './outcome';

/**
 * Does some work in a session's browser that a person has asked for.
 * @throws UserError with why it cannot be done; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function inBrowser<T>(
  { client, sessions, devtools }: BrowserAccess,
  sessionId: string,
  signal: AbortSignal,
  work: (open: DevToolsConnection) => Promise<T>,
): Promise<T> {
  refuseReleased(sessions, sessionId);
  const session = sessions.get(sessionId) ?? { id: sessionId };
  try {
    return await markingGone(sessions, { id: sessionId }, () => devtools.of(client, sessionId).use(work, signal));
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (error instanceof ProtocolError)
      throw new UserError(message('The browser of “{0}” refused: “{1}”.', labelOf(session), error.message));
    if (!(error instanceof DevToolsFailure)) throw error;
    throw await devToolsFailure(sessions, session, error, message('This service doesn’t offer it.'));
  }
}
