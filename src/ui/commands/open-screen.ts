import { message } from '../../core/message';
import { keyOf } from '../../state';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** Shows the display of a session in an editor tab; asks for the session if the target has none. */
export const openScreen: Command = async (services, target) => {
  const { connection, records, screens } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Open Screen: Select Session') });
  screens.open(services, id, client);
};

/** A click on a session's row. Only a double-click does something. */
export const activateSession: Command = async (services, target) => {
  const key = `${keyOf(services.connection.settings)} ${target.session}`;
  if (target.session !== undefined && services.doubleClick.isSecond(key)) await openScreen(services, target);
};
