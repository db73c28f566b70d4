import type { Client } from '../../api';
import { findKnownSessions, findSessions, keepFound, type FoundSessions } from '../../app/sessions';
import { sentenceOf, UserError } from '../../core/errors';
import { formatDuration } from '../../core/format';
import { message, type Message } from '../../core/message';
import { joinPlain, plainText } from '../../core/plain-text';
import { formatTags } from '../../core/tags';
import { withTimeLimit } from '../../core/time-limit';
import { labelOf, type SessionRecord } from '../../state';
import { showCountdowns } from '../editor/countdown';
import { MAX_NAME, plainLabel, withIcon } from '../editor/localize';
import type { Choice } from '../editor/pick';
import { pickFound, type SearchRows } from '../editor/search-pick';
import type { Services } from '../services';
import type { SessionRow } from '../views/rows';
import { sessionFacts } from '../views/session-item';
import type { Command } from './command';

/** Milliseconds. */
const ASK_WITHIN = 10_000;

/** Finds a session at the service, also one that is not loaded, and selects its row. */
export const findSession: Command = async (services) => {
  const { connection, connections, records, revealInFront } = services;
  const client = await connection.client();
  const session = await pickFound({
    title: message('Find Session'),
    placeholder: message('Name, pool, ID, or a tag such as team=web'),
    known: (text) => shown(services, findKnownSessions(records.sessions, text)),
    ask: (text, signal) => ask(services, client, text, signal),
  });
  await keepFound(records.sessions, session);
  // The views show only the connection in use.
  if (connection.name === connections.activeName) revealInFront(rowOf(services, session));
};

/** The box shows the error too: what is known can still be chosen. */
async function ask(
  services: Services,
  client: Client,
  text: string,
  closed: AbortSignal,
): Promise<SearchRows<SessionRecord>> {
  const { sessions } = services.records;
  try {
    const found = await within(closed, (signal) => findSessions({ client, sessions }, text, signal));
    const known = found ?? findKnownSessions(sessions, text);
    return shown(services, known, found ? undefined : message('This service doesn’t list sessions. Show them by ID.'));
  } catch (error) {
    if (!closed.aborted) services.log.error(error);
    return shown(services, findKnownSessions(sessions, text), sentenceOf(error));
  }
}

async function within<T>(closed: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = withTimeLimit(closed, ASK_WITHIN);
  // The box shows that it is busy.
  showCountdowns(signal, () => {});
  try {
    return await work(signal);
  } catch (error) {
    if (closed.aborted || !signal.aborted) throw error;
    throw new UserError(message('The service didn’t respond within {0}.', formatDuration(ASK_WITHIN)));
  }
}

function shown(services: Services, { sessions, isCut }: FoundSessions, problem?: Message): SearchRows<SessionRecord> {
  const none = sessions.length === 0 ? message('No matching session.') : undefined;
  const more = isCut ? message('There may be more. Type more of the name or ID.') : undefined;
  return { choices: sessions.map((session) => choiceOf(services, session)), note: problem ?? more ?? none };
}

function choiceOf(services: Services, session: SessionRecord): Choice<SessionRecord> {
  return {
    label: withIcon('browser', plainLabel(labelOf(session))),
    description: sessionFacts(rowOf(services, session)),
    detail: joinPlain(' · ', [
      session.tags && plainText(formatTags(session.tags), MAX_NAME),
      labelOf(session) === session.id ? undefined : plainText(session.id, MAX_NAME),
    ]),
    value: session,
  };
}

function rowOf({ connection }: Services, session: SessionRecord): SessionRow {
  return { kind: 'session', connection: connection.settings, session };
}
