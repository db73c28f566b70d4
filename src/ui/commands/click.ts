import { lastClicked } from '../../app/last-used';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { recentOf } from '../../state';
import { requireClick, askClick, nameClick } from '../clicks/click-box';
import { askAndClick, clickAndTell } from '../clicks/click-in-session';
import type { Services } from '../services';
import type { Command } from './command';

export const click: Command = askAndClick;

/**
 * Repeats the last click in a session; without a session, the last click of this window. If this window has not clicked
 * yet, the box proposes the last click before that or of another window, which is sent only if the user accepts
 * it.
 */
export const repeatLastClick: Command = async (services, target) => {
  // In another session it is a different click, so the box shows it before it is sent.
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
  await clickAndTell(services, session, requireClick(text));
}

/** Names a click: a given one, or one that the user types or chooses from the last ones of a session. */
export const namePoint: Command = async ({ statusMessages, connection, lastClick, records: { sessions } }, target) => {
  const id = target.session ?? lastClick.get(connection.settings)?.session ?? lastClicked(sessions)?.id;
  const session = id === undefined ? undefined : sessions.get(id);
  const named =
    target.click === undefined
      ? await askClick(message('Name Point: Select Click'), {
          recent: session ? recentOf(session) : [],
          display: session?.viewport,
        })
      : requireClick(target.click);
  statusMessages.show(message('$(check) Named “{0}”', await nameClick(named)));
};
