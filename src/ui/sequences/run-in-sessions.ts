import { runSequence, type NamedSequence, type RunOutcome } from '../../app/sequences/run-sequence';
import { localize } from '../editor/localize';
import { topOf } from '../editor/uris';
import type { Services } from '../services';

/**
 * Runs a sequence in sessions of a connection, for all that the window does with one. What came of it is remembered
 * for reports, and what the extension said meanwhile.
 * @param onProgress called after each step, with the session and how many of its steps are done.
 */
export async function runInSessions(
  {
    connection,
    records,
    devtools,
    histories,
    log,
  }: Pick<Services, 'connection' | 'records' | 'devtools' | 'histories' | 'log'>,
  sequence: NamedSequence,
  sessionIds: readonly string[],
  signal: AbortSignal,
  onProgress?: (sessionId: string, done: number) => void,
): Promise<readonly RunOutcome[]> {
  const access = { client: await connection.client(), sessions: records.sessions, devtools };
  const later = (remembering: Promise<unknown>): void => {
    remembering.catch((error: unknown) => log.error(error));
  };
  const memory = { connection: connection.settings, histories, localize, later };
  return runSequence(access, sequence, { sessionIds, topOf, memory }, signal, onProgress);
}
