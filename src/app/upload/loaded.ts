import { Cancelled, UserError } from '../../core/errors';
import { DevToolsFailure, loadUnpacked, ProtocolError, type SessionDevTools } from '../../devtools';

/** Milliseconds. A session that does not answer in this time is treated as one without DevTools. */
const TIMEOUT = 10_000;

/** A signal that is aborted with `signal`, or when a session has taken too long to answer. */
export function withinTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
}

/** Whether an error means only that the session's browser did not tell. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof DevToolsFailure || error instanceof Cancelled || error instanceof UserError;
}

/**
 * Has Chromium load the folder of a session, or reload it in place.
 * @returns Chromium's message if it rejects the folder.
 */
export async function refusalOf(
  devtools: Pick<SessionDevTools, 'use'>,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await devtools.use((connection) => loadUnpacked(connection, path, signal), signal);
    return undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return error.message;
    throw error;
  }
}
