import { UserError } from '../core/errors';
import { message, type Message } from '../core/message';
import { isNotFound } from '../core/service-error';
import { DevToolsFailure } from '../devtools';
import { labelOf, type ConnectionRecords, type SessionRecord } from '../state';
import { NoDevTools } from './devtools-sessions';

/**
 * Why lasting work over a session's DevTools cannot begin, or not go on. A session that does not exist is marked as
 * gone.
 * @param notOffered what to say if the service gives no DevTools address.
 * @returns the error for the user.
 */
export async function devToolsFailure(
  sessions: ConnectionRecords['sessions'],
  session: SessionRecord,
  error: unknown,
  notOffered: Message,
): Promise<unknown> {
  if (isNotFound(error)) await sessions.remember({ id: session.id, gone: true });
  if (error instanceof NoDevTools) return new UserError(notOffered);
  if (error instanceof DevToolsFailure)
    return new UserError(message('The browser of “{0}” couldn’t be reached.', labelOf(session)), 'takeScreenshot');
  return error;
}
