import { lastClicked } from '../../app/last-used';
import { message } from '../../core/message';
import { recentOf } from '../../state';
import { askClick, nameClick, parsed } from '../sessions/click-box';
import type { Command } from './command';

/** Names a click: a given one, or one that the user types or chooses from the last ones of a session. */
export const namePoint: Command = async ({ statusMessages, connection, lastClick, records: { sessions } }, target) => {
  const id = target.session ?? lastClick.get(connection.settings)?.session ?? lastClicked(sessions)?.id;
  const session = id === undefined ? undefined : sessions.get(id);
  const click =
    target.click === undefined
      ? await askClick(message('Name Point: Select Click'), session ? recentOf(session) : [])
      : parsed(target.click);
  statusMessages.show(message('$(check) Named “{0}”', await nameClick(click)));
};
