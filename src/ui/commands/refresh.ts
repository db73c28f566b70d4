import { ONLY_FIRST, refreshExtensions as extensions, refreshPools as pools, refreshSessions as sessions, type Refreshed } from '../../app';
import { message, type Message } from '../../core/message';
import { withStatus } from '../progress';
import { showInformation } from '../show';
import { setContext } from '../context';
import type { Command } from './command';

export const refreshSessions: Command = async ({ connection, memory }) => {
  const client = await connection.client();
  tell(await refreshing((signal) => sessions({ client, sessions: memory.sessions }, signal)), message('This service does not list its sessions. Add them by ID.'));
};

export const refreshPools: Command = async ({ connection, memory }) => {
  const client = await connection.client();
  tell(await refreshing((signal) => pools({ client, pools: memory.pools }, signal)), message('This service does not list its pools. Add them by ID or name.'));
};

export const refreshExtensions: Command = async ({ connection, memory }) => {
  const client = await connection.client();
  tell(await refreshing((signal) => extensions({ client, extensions: memory.extensions }, signal)), message('This service does not list its extensions. Add them by ID or name.'));
};

async function refreshing(work: (signal: AbortSignal) => Promise<Refreshed>): Promise<Refreshed> {
  const refreshed = await withStatus(message('Asking the service…'), work);
  await setContext('unreachable', false);
  return refreshed;
}

function tell(refreshed: Refreshed, notOffered: Message): void {
  if (refreshed === 'not-offered') void showInformation(notOffered);
  if (refreshed === 'cut') void showInformation(ONLY_FIRST);
}
