import { Cancelled, UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { DevToolsFailure, ProtocolError, type DevToolsConnection } from '../../devtools';
import type { SessionRecord } from '../../state';
import { NoDevTools, withinTime, type BrowserAccess } from '../devtools-sessions';
import { markingGone, refuseReleased } from '../outcome';

interface Wanted {
  /** The sentence for the user if it fails; why is added. */
  readonly failed: Message;
  /** Milliseconds; work with much data needs more. */
  readonly timeout?: number;
}

/**
 * Does some work in the browser of a session. It may be done twice, if the connection breaks.
 * @throws UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function inBrowser<T>(
  { client, sessions, devtools }: BrowserAccess,
  session: SessionRecord,
  { failed, timeout }: Wanted,
  signal: AbortSignal,
  work: (open: DevToolsConnection, limited: AbortSignal) => Promise<T>,
): Promise<T> {
  refuseReleased(sessions, session.id);
  const limited = withinTime(signal, timeout);
  try {
    return await markingGone(sessions, { id: session.id }, () =>
      devtools.of(client, session.id).use((open) => work(open, limited), limited),
    );
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (error instanceof DevToolsFailure || error instanceof Cancelled)
      throw new UserError(sentences(failed, causeOf(error)), 'refresh');
    throw error;
  }
}

function causeOf(error: DevToolsFailure | Cancelled): Message {
  if (error instanceof NoDevTools) return message('This service doesn’t offer it.');
  if (error instanceof ProtocolError) return message('Details: “{0}”', error.message);
  return message('The browser didn’t respond.');
}
