import type { Refreshed } from '../../app/refresh';
import { Cancelled, sentenceOf } from '../../core/errors';
import { ConnectionError, ServiceError } from '../../core/service-error';
import type { ListState, ShowListState } from './list-states';

/**
 * Requests a list from the service, and shows the list's state during and after the request.
 * @throws what `ask` throws.
 */
export async function askForList(show: ShowListState, ask: () => Promise<Refreshed>): Promise<Refreshed> {
  await show('asking');
  try {
    const refreshed = await ask();
    await show(refreshed === 'not-offered' ? 'notOffered' : 'listed');
    return refreshed;
  } catch (error) {
    const state = stateAfter(error);
    await show(state, state === 'unreachable' && error instanceof ConnectionError ? error.why : sentenceOf(error));
    throw error;
  }
}

/** What is certain after a failure: a connection that broke may have reached the service. */
function stateAfter(error: unknown): ListState {
  if (error instanceof Cancelled) return 'unasked';
  if (error instanceof ConnectionError) return error.sent ? 'failed' : 'unreachable';
  if (!(error instanceof ServiceError)) return 'failed';
  return error.status === 401 ? 'rejected' : error.status === 403 ? 'forbidden' : 'failed';
}
