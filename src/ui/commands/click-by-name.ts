import { NoDevTools } from '../../app/devtools-sessions';
import { clickElement, elementName, listElements } from '../../app/page/elements';
import { message, type Message } from '../../core/message';
import { NotOffered } from '../../core/service-error';
import { labelOf } from '../../state';
import { pick } from '../editor/pick';
import { withStatus } from '../editor/progress';
import { sessionOf } from '../sessions/choose-session';
import { elementChoice } from '../clicks/element-choice';
import type { Command } from './command';

/** Clicks in the middle of something that is chosen by its role and name. */
export const clickByName: Command = async (services, target) => {
  const { connection, records, devtools } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const id = await sessionOf(target, needs, { title: message('Click by Name: Select Session') });
  const session = records.sessions.get(id) ?? { id };
  const access = { client, sessions: records.sessions, devtools };
  const reading = message('Reading the page in “{0}”…', labelOf(session));
  const found = await inSession(reading, (signal) => listElements(access, session, signal));
  const title = message('Click by Name in “{0}”', labelOf(session));
  const wanted = await pick(title, message('Select what to click'), found.map(elementChoice));
  await inSession(message('Clicking in “{0}”…', labelOf(session)), (signal) =>
    records.sessions.byPerson(id, { type: 'named', target: elementName(wanted) }, () =>
      clickElement(access, session, wanted, signal),
    ),
  );
  services.statusMessages.show(
    wanted.isInPopup
      ? message('$(check) Clicked “{0}” in the popup in “{1}”', wanted.name, labelOf(session))
      : message('$(check) Clicked “{0}” in “{1}”', wanted.name, labelOf(session)),
  );
};

async function inSession<T>(title: Message, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await withStatus(title, work);
  } catch (error) {
    if (!(error instanceof NoDevTools)) throw error;
    const text = message('This service can’t read pages. Click by coordinates instead.');
    throw new NotOffered({ ability: 'clickByName', text, recovery: 'openScreen' });
  }
}
