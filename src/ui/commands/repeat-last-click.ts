import { lastClicked } from '../../app';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { clickAndTell, parsed } from './click';
import type { Command } from './command';

/** The last click in a session; without a session, the last click of all in this window. */
export const repeatLastClick: Command = async (services, target) => {
  const { sessions } = services.memory;
  const session = target.session !== undefined ? sessions.get(target.session) : lastClicked(sessions);
  if (session?.lastClick === undefined) throw new UserError(message('There is no click to repeat yet. Use the command Click first.'));
  await clickAndTell(services, session.id, parsed(session.lastClick.text));
};
