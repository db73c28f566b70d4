import {
  loadMore as more,
  refreshExtensions as extensions,
  refreshPools as pools,
  refreshSessions as sessions,
  type Refreshed,
} from '../../app/refresh';
import { message, type Message } from '../../core/message';
import type { ConnectionRecords } from '../../state';
import { withStatus } from '../editor/progress';
import { commandButton, showInformation, type Button } from '../editor/show';
import type { Services } from '../services';
import { askLoaded } from '../sessions/check-session';
import { askForList, fillPast, lookForPast } from '../views/fill';
import type { Command } from './command';

export const refreshSessions: Command = async (services) => {
  const { connection, records } = services;
  const client = await connection.client();
  const ask = (signal: AbortSignal): Promise<Refreshed> => sessions({ client, sessions: records.sessions }, signal);
  showRefreshed(
    await refreshing(services, 'sessions', ask),
    message('This service can’t list its sessions.'),
    commandButton(message('Show Session by ID…'), 'showSession'),
  );
  void (services.past.get(connection.settings) ? fillPast(services) : lookForPast(services));
  void refreshLoaded(services).catch((error: unknown) => services.log.error(error));
};

/** At most so many browsers are asked at once. */
const MAX_ASKED = 10;

/**
 * Asks again what the sessions have loaded: those that were asked before, and those whose uploads are shown. Nobody
 * waits for a browser that is slow to answer.
 */
async function refreshLoaded(services: Services): Promise<void> {
  const { connection, records, loaded } = services;
  const shown = records.sessions
    .notReleased()
    .filter(({ id, gone, uploads = [] }) => !gone && (uploads.length > 0 || loaded.get(connection.settings, id)));
  await Promise.all(shown.slice(0, MAX_ASKED).map(({ id }) => askLoaded(services, id)));
}

export const refreshPools: Command = async (services) => {
  const { connection, records } = services;
  const client = await connection.client();
  const ask = (signal: AbortSignal): Promise<Refreshed> => pools({ client, pools: records.pools }, signal);
  showRefreshed(
    await refreshing(services, 'pools', ask),
    message('This service can’t list its pools.'),
    commandButton(message('Show Pool by ID or Name…'), 'showPool'),
  );
};

export const refreshExtensions: Command = async (services) => {
  const { connection, records } = services;
  const client = await connection.client();
  const ask = (signal: AbortSignal): Promise<Refreshed> =>
    extensions({ client, extensions: records.extensions }, signal);
  showRefreshed(
    await refreshing(services, 'extensions', ask),
    message('This service can’t list its catalog.'),
    commandButton(message('Show Extension by ID or Name…'), 'showExtension'),
  );
};

/** The last row of a list that is longer than what was read of it. */
export const loadMore: Command = async (services, { row }) => {
  // A double-click is one wish.
  if (row?.kind !== 'more') return;
  if (row.list === 'ended') return fillPast(services, row.remedy ? 'beginning' : 'end');
  if (services.lists.isAsking(row.list)) return;
  const { connection, records } = services;
  const client = await connection.client();
  const { list } = row;
  await refreshing(services, list, (signal) => more({ client, ...records }, list, signal), message('Loading more…'));
};

async function refreshing(
  { connection, connections, lists }: Services,
  kind: keyof ConnectionRecords,
  ask: (signal: AbortSignal) => Promise<Refreshed>,
  title = message('Refreshing…'),
): Promise<Refreshed> {
  return withStatus(title, (signal) =>
    // The views show only the connection in use.
    connection.name === connections.activeName ? askForList(lists.begin(kind), () => ask(signal)) : ask(signal),
  );
}

function showRefreshed(refreshed: Refreshed, notOffered: Message, instead: Button): void {
  if (refreshed === 'not-offered') void showInformation(notOffered, instead);
}
