import type { Client, NewSession } from '../../api';
import { defaultSession } from '../../app/last-used';
import { refreshSessions } from '../../app/refresh';
import { createSession, knownSession } from '../../app/sessions';
import type { ConnectionSettings } from '../../core/connection-settings';
import { message, type Message } from '../../core/message';
import { joinPlain, plainText } from '../../core/plain-text';
import { isForbidden } from '../../core/service-error';
import { labelOf, type ConnectionRecords, type SessionRecord } from '../../state';
import { MAX_NAME, plainLabel, t, withIcon } from '../editor/localize';
import { heading, pick, pickMany, type Choice } from '../editor/pick';
import { withStatus } from '../editor/progress';
import type { Target } from '../target';
import { askId } from './id-box';

type ServiceAccess = { readonly client: Client; readonly records: ConnectionRecords };
/** The connection's setting for the default session. */
type Usual = { readonly connection: { readonly settings: Pick<ConnectionSettings, 'session'> } };

export interface SessionChoice {
  readonly title: Message;
  /** Ask even if only one session is known: for actions that must not reach the wrong one. */
  readonly always?: boolean | undefined;
  /** Whether starting a new session is offered too. */
  readonly mayStart?: boolean;
  /** Which sessions are listed first. */
  readonly first?: (session: SessionRecord) => boolean;
}

/** The session that a command is pointed at; otherwise the one that `chooseSession` finds. */
export async function sessionOf(
  { session, askSession }: Pick<Target, 'session' | 'askSession'>,
  needs: ServiceAccess & Usual,
  question: SessionChoice,
): Promise<string> {
  return session ?? chooseSession(needs, { always: askSession, ...question });
}

/**
 * The sessions to run a sequence in: those that a command is pointed at; otherwise those that the user checks, if there are several. The default
 * session is checked at first, else the one that was used last.
 */
export async function sessionsOf(
  { session, sessions, askSession }: Pick<Target, 'session' | 'sessions' | 'askSession'>,
  needs: ServiceAccess & Usual,
  title: Message,
): Promise<readonly string[]> {
  if (sessions && sessions.length > 0)
    return sessions.map((each) => knownSession(needs.records.sessions, each)?.id ?? each);
  if (session !== undefined) return [session];
  const known = (await knownSessions(needs)).filter(({ gone }) => !gone);
  const [only, ...others] = known;
  if (!only || (others.length === 0 && !askSession)) return [await chooseSession(needs, { title, always: askSession })];
  const picked = defaultSession(needs.records.sessions, needs.connection.settings)?.id;
  return pickMany(
    title,
    message('Select one or more, then press Enter to run'),
    known.map((each) => ({ ...choiceOf(each, known), picked: each.id === picked, value: each.id })),
  );
}

/** The session for a command: the connection's default, the only known one, or the one that the user chooses. */
async function chooseSession(
  needs: ServiceAccess & Usual,
  { title, always = false, mayStart = true, first = () => false }: SessionChoice,
): Promise<string> {
  const usual = defaultSession(needs.records.sessions, needs.connection.settings);
  if (usual?.by === 'set' && !always) return usual.id;
  const rank = (session: SessionRecord): number => Number(first(session)) * 2 + Number(session.id === usual?.id);
  const known = (await knownSessions(needs))
    .filter(({ gone }) => !gone)
    .toSorted((one, other) => rank(other) - rank(one));
  const [only, ...others] = known;
  if (only && others.length === 0 && !always) return only.id;
  const chosen = await pick<() => Promise<string>>(title, message('Name, pool or extension'), [
    ...known.map((each) => choiceOf(each, known)),
    heading(t('Other')),
    ...(mayStart ? [{ label: t('$(add) New Session'), value: () => startSession(needs) }] : []),
    { label: t('$(link) Show Session by ID…'), value: () => showSession(needs) },
  ]);
  return chosen();
}

/** Below the label is what was uploaded, or the ID where another session has the same label. */
function choiceOf(session: SessionRecord, all: readonly SessionRecord[]): Choice<() => Promise<string>> {
  const { id, pool, uploads = [] } = session;
  const label = labelOf(session);
  const isAlone = all.every((other) => other === session || labelOf(other) !== label);
  const titles = new Set(uploads.flatMap(({ removed, title }) => (removed ? [] : [title])));
  const detail = isAlone ? [...titles].map((title) => plainText(title, MAX_NAME)) : [plainText(id, MAX_NAME)];
  return {
    label: withIcon('browser', plainLabel(label)),
    ...(pool && { description: t('of pool {0}', pool) }),
    ...(detail.length > 0 && { detail: joinPlain(', ', detail) }),
    value: async () => id,
  };
}

/**
 * If nothing is remembered yet, the service's sessions are listed. A token that may not list sessions may still be
 * allowed to do the rest.
 */
async function knownSessions({ client, records: { sessions } }: ServiceAccess): Promise<readonly SessionRecord[]> {
  if (sessions.notReleased().length === 0) {
    await withStatus(message('Looking for sessions…'), (signal) => refreshSessions({ client, sessions }, signal)).catch(
      (error: unknown) => {
        if (!isForbidden(error)) throw error;
      },
    );
  }
  return sessions.notReleased();
}

export async function showSession({ records: { sessions } }: Pick<ServiceAccess, 'records'>): Promise<string> {
  const id = await askId(message('Show Session by ID'), message('ID of a running browser session'));
  await sessions.remember({ id, gone: false, released: false, shownById: true });
  return id;
}

/** @param options what is not given is the service's default. */
export async function startSession(
  { client, records: { sessions } }: ServiceAccess,
  options: NewSession = {},
): Promise<string> {
  const { id } = await withStatus(message('Starting a session…'), (signal) =>
    createSession({ client, sessions }, signal, options),
  );
  return id;
}
