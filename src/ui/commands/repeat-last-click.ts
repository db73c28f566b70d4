import { lastClicked } from '../../app';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { click, clickAndTell, parsed } from './click';
import type { Command } from './command';

/** The last click in a session; without a session, the last click of all in this window. */
export const repeatLastClick: Command = async (services, target) => {
  // In another session than the one that was clicked in, it is another click: the box shows it before it is sent.
  if (target.askSession) return click(services, target);
  const { sessions } = services.memory;
  const session = target.session !== undefined ? sessions.get(target.session) : lastClicked(sessions);
  if (session?.lastClick === undefined) throw new UserError(message('There is no click to repeat yet. Use the command Click first.'));
  await clickAndTell(services, session.id, parsed(session.lastClick.text));
};
