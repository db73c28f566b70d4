import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import { DevToolsFailure } from '../../devtools';
import { labelOf, type ConnectionRecords, type SessionRecord } from '../../state';
import { NoDevTools } from '../devtools-sessions';

/**
 * Why an extension cannot be debugged, or not any more. A session that does not exist is marked as gone.
 * @returns the error for the user.
 */
export async function debugFailure(
  sessions: ConnectionRecords['sessions'],
  session: SessionRecord,
  error: unknown,
): Promise<unknown> {
  if (isNotFound(error)) await sessions.remember({ id: session.id, gone: true });
  if (error instanceof NoDevTools)
    return new UserError(message('This service can’t debug extensions in “{0}”.', labelOf(session)));
  if (error instanceof DevToolsFailure)
    return new UserError(message('The browser of “{0}” couldn’t be reached.', labelOf(session)), 'takeScreenshot');
  return error;
}
