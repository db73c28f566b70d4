import { click as clickInSession } from '../../app/computer';
import { formatClick, type Click } from '../../core/click';
import { message, type Message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import { labelOf, recentOf, type Label } from '../../state';
import { commandButton, OfferError } from '../editor/show';
import { withStatus } from '../editor/progress';
import type { Services } from '../services';
import type { Target } from '../target';
import { sessionOf } from '../sessions/choose-session';
import { askClick, requireClick } from './click-box';

/** Asks for the missing parts: the session and the point. Then clicks. */
export async function askAndClick(services: Services, target: Target): Promise<void> {
  const { connection, records } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const sessionId = await sessionOf(target, needs, { title: message('Click: Select Session'), mayStart: false });
  const session = records.sessions.get(sessionId) ?? { id: sessionId };
  const wanted =
    target.click === undefined
      ? await askClick(message('Click in “{0}”', labelOf(session)), {
          recent: recentOf(session),
          display: session.viewport,
          typed: target.typed,
        })
      : requireClick(target.click);
  try {
    await clickAndTell(services, sessionId, wanted);
  } catch (error) {
    // The display may be smaller than it is known to be.
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    const { name, address } = connection.settings;
    const again = { connection: name, address, session: sessionId, typed: formatClick(wanted) };
    throw new OfferError(error.text, commandButton(message('Click Again…'), 'click', again), undefined, error);
  }
}

/** Clicks, and reports it in the status bar, because a notification for each of many clicks would disturb. */
export async function clickAndTell(
  { statusMessages, connection, records: { sessions } }: Pick<Services, 'statusMessages' | 'connection' | 'records'>,
  sessionId: string,
  wanted: Click,
): Promise<void> {
  const client = await connection.client();
  const label = labelOf(sessions.get(sessionId) ?? { id: sessionId });
  await withStatus(message('Clicking in “{0}”…', label), (signal) =>
    sessions.byPerson(sessionId, { type: 'click', click: wanted }, () =>
      clickInSession({ client, sessions }, { sessionId, click: wanted }, signal),
    ),
  );
  statusMessages.show(clicked(wanted, label));
}

function clicked({ clickType, ...at }: Click, label: Label): Message {
  if (clickType === 'down') return message('$(check) Holding the mouse button at {0} in “{1}”', formatClick(at), label);
  if (clickType === 'up') return message('$(check) Released the mouse button at {0} in “{1}”', formatClick(at), label);
  return message('$(check) Clicked {0} in “{1}”', formatClick(at), label);
}
