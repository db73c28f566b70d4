import { message } from '../../core/message';
import { keyOf } from '../../state';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** Shows the display of a session in an editor tab; asks for the session if the target has none. */
export const openScreen: Command = async ({ connection, records, screens }, target) => {
  const client = await connection.client();
  const title = message('Open Screen: Select Session');
  const id = await sessionOf(target, { client, records, connection }, { title });
  screens.open(connection, id, client);
};

/** A click on a session's row. Only a double-click does something. */
export const activateSession: Command = async (services, target) => {
  const key = `${keyOf(services.connection.settings)} ${target.session}`;
  if (target.session === undefined || !services.doubleClick.isSecond(key)) return;
  // The editor itself takes a double-click for one on the arrow.
  if (target.row) services.reveal(target.row, true);
  await openScreen(services, target);
};
