import { message } from '../../core/message';
import type { Services } from '../services';

/**
 * Asks a session's browser what it has loaded, and stores the answer. The user is asked for nothing: without a token,
 * or while the local service is stopped, that is stored as the reason why nothing is known.
 */
export async function askLoaded(
  { connection, records, loaded, loadedReader }: Pick<Services, 'connection' | 'records' | 'loaded' | 'loadedReader'>,
  session: string,
): Promise<void> {
  if (!(await connection.isReady())) {
    const untold = connection.isLocal
      ? message('The local browser isn’t running.')
      : message('Set a token to see extensions.');
    return loaded.set(connection.settings, session, { untold });
  }
  const deps = {
    client: await connection.client(),
    sessions: records.sessions,
    connection: connection.settings,
    loaded,
  };
  await loadedReader.ask(deps, session, new AbortController().signal);
}
