import { click as clickInSession } from '../../app';
import { describeClick, formatClick, parseClick, type Click } from '../../core/click';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { sessionOf } from './choose-session';
import { ask } from '../editor/input-box';
import { withStatus } from '../editor/progress';
import type { Services } from '../services';
import type { Target } from '../target';
import { labelOf } from '../../state';

/** Asks for the missing parts: the session and the point. Then clicks. */
export async function askAndClick(services: Services, target: Target): Promise<void> {
  const { connection, records } = services;
  const client = await connection.client();
  const needs = { client, records, connection };
  const sessionId = await sessionOf(target, needs, { title: message('Click: Select Session') });
  const wanted =
    target.click === undefined
      ? await askClick(records.sessions.get(sessionId)?.lastClick?.text)
      : parsed(target.click);
  await clickAndTell(services, sessionId, wanted);
}

/** Clicks, and reports it in the status bar, because a notification for each of many clicks would disturb. */
export async function clickAndTell(
  {
    brief,
    connection,
    lastClick,
    records: { sessions },
  }: Pick<Services, 'brief' | 'connection' | 'lastClick' | 'records'>,
  sessionId: string,
  wanted: Click,
): Promise<void> {
  const client = await connection.client();
  const label = labelOf(sessions.get(sessionId) ?? { id: sessionId });
  await withStatus(message('Clicking in “{0}”…', label), (signal) =>
    clickInSession({ client, sessions }, { sessionId, click: wanted }, signal),
  );
  lastClick.set(connection.settings, sessionId, formatClick(wanted));
  brief.show(
    wanted.clickType === 'down' || wanted.clickType === 'up'
      ? message('$(check) {0} in “{1}”', describeClick(wanted), label)
      : message('$(check) Clicked “{0}” at {1}', label, formatClick(wanted)),
  );
}

/**
 * Parses a click that was remembered or given as an argument.
 * @throws UserError if the text is not a click.
 */
export function parsed(text: string): Click {
  const result = parseClick(text);
  if ('problem' in result) throw new UserError(message('Invalid click “{0}”. {1}', text, result.problem));
  return result.click;
}

async function askClick(last: string | undefined): Promise<Click> {
  const typed = await ask({
    title: message('Click: Enter Coordinates'),
    prompt: message('x, y [button] [x2] [{0}]; for example, {1}', '+shift', '640, 360 right'),
    placeholder: message('640, 360'),
    ...(last !== undefined && { value: last }),
    check: (text) => problemOf(text),
    preview: (text) => describeClick(parsed(text)),
  });
  return parsed(typed);
}

function problemOf(text: string): Message | undefined {
  const result = parseClick(text);
  return 'problem' in result ? result.problem : undefined;
}
