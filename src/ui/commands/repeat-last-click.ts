import { lastClicked } from '../../app';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { askAndClick, clickAndTell, parsed } from '../sessions/click-in-session';
import type { Services } from '../services';
import type { Command } from './command';

/**
 * The last click in a session; without a session, the last one of this window. Where this window has not clicked yet,
 * what was clicked before, or in another window, is proposed in the box, and is sent only when that is accepted.
 */
export const repeatLastClick: Command = async (services, target) => {
  // In another session than the one that was clicked in, it is another click: the box shows it before it is sent.
  if (target.askSession) return askAndClick(services, target);
  const { sessions } = services.records;
  if (target.session !== undefined)
    return repeat(services, target.session, sessions.get(target.session)?.lastClick?.text);
  const own = services.lastClick.get(services.connection.settings);
  if (own) return repeat(services, own.session, own.text);
  const session = lastClicked(sessions);
  return session ? askAndClick(services, { ...target, session: session.id }) : repeat(services, '', undefined);
};

async function repeat(services: Services, session: string, text: string | undefined): Promise<void> {
  if (text === undefined) throw new UserError(message('No click to repeat yet. Use Click first.'));
  await clickAndTell(services, session, parsed(text));
}
