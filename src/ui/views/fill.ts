import type { Client } from '../../api';
// Imported directly: the index would load all use cases together with a view.
import { refreshExtensions, refreshPools, refreshSessions, type Refreshed } from '../../app/refresh';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { formatDuration } from '../../core/format';
import type { ConnectionRecords } from '../../state';
import { showCountdowns } from '../editor/countdown';
import type { ConnectionServices, StartupServices } from '../services';
import { askForList } from './ask-for-list';

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
    if (await connection.isReady()) await askForList(show, () => refreshInTime(services, kind));
    else if (connection.isLocal) await show('unasked');
    else await show('noToken', NO_TOKEN);
  } catch (error) {
    services.log.error(error);
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
