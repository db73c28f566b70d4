import type { Client } from '../../api';
import { refreshExtensions, refreshPools, refreshSessions, type Refreshed } from '../../app/refresh';
import { UserError, Cancelled, sentenceOf } from '../../core/errors';
import { message } from '../../core/message';
import { formatDuration } from '../../core/format';
import { ConnectionError, ServiceError } from '../../core/service-error';
import type { ConnectionKey, ConnectionRecords } from '../../state';
import { showCountdowns } from '../editor/countdown';
import type { ConnectionServices, StartupServices } from '../services';
import type { ListState, ShowListState } from './list-states';

type Asked = StartupServices & ConnectionServices;
type Refresh = (needs: ConnectionRecords & { client: Client }, signal: AbortSignal) => Promise<Refreshed>;

/**
 * Requests the items of a view that is shown, unless they came just now. The user did not request this, so there is no
 * dialog and no notification; the rows, the welcome text and the status bar show the result.
 */
export async function fillView(services: Asked, kind: keyof ConnectionRecords): Promise<void> {
  if (services.lists.isFresh(kind)) return;
  const show = services.lists.begin(kind);
  try {
    const { connection } = services;
    if (await connection.isReady()) {
      await askForList(show, () => refreshInTime(services, kind));
      if (kind === 'sessions') await lookForPast(services);
    } else if (connection.isLocal) await show('unasked');
    else await show('noToken', NO_TOKEN);
  } catch (error) {
    services.log.error(error);
  }
}

/** Asks for the sessions that have ended. The row below them says if that failed. */
export async function fillPast(services: Asked, from: 'beginning' | 'end' = 'beginning'): Promise<void> {
  await askPast(services, async (connection, client, signal) => services.past.load(connection, from, client, signal));
}

/** Finds out whether sessions have ended, once the others are known. Our own service keeps nothing of them, nor does a browser. */
export async function lookForPast(services: Asked): Promise<void> {
  if (
    services.connection.isLocal ||
    services.connection.isBrowser ||
    services.records.sessions.notReleased().length === 0
  )
    return;
  await askPast(services, async (connection, client, signal) => services.past.look(connection, client, signal));
}

async function askPast(
  { connection, log }: Asked,
  ask: (connection: ConnectionKey, client: Client, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const signal = AbortSignal.timeout(ASK_WITHIN);
  // The user did not request this, so the countdown of a wait is not shown.
  showCountdowns(signal, () => {});
  try {
    await ask(connection.settings, await connection.client(), signal);
  } catch (error) {
    log.error(error);
  }
}

async function refreshInTime(
  { connection, records }: ConnectionServices,
  kind: keyof ConnectionRecords,
): Promise<Refreshed> {
  const signal = AbortSignal.timeout(ASK_WITHIN);
  // The user did not request this, so the countdown of a wait is not shown.
  showCountdowns(signal, () => {});
  try {
    return await REFRESH[kind]({ client: await connection.client(), ...records }, signal);
  } catch (error) {
    throw signal.aborted
      ? new UserError(message('The service didn’t respond within {0}.', formatDuration(ASK_WITHIN)))
      : error;
  }
}

const REFRESH: Record<keyof ConnectionRecords, Refresh> = {
  sessions: refreshSessions,
  pools: refreshPools,
  extensions: refreshExtensions,
};

const NO_TOKEN = message('No token is set.');

/** Milliseconds. */
const ASK_WITHIN = 10_000;

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
