import { askAndOpenScreen } from '../screen/open-screen';
import { keyOf } from '../../state';
import type { Command } from './command';

export const openScreen: Command = askAndOpenScreen;

/** A click on a session's row. Only a double-click does something. */
export const activateSession: Command = async (services, target) => {
  const key = `${keyOf(services.connection.settings)} ${target.session}`;
  if (target.session !== undefined && services.doubleClick.isSecond(key)) await askAndOpenScreen(services, target);
};
