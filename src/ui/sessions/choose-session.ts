import { createSession, refreshSessions, type Client } from '../../app';
import type { ConnectionSettings } from '../../core/connection-settings';
import { message, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { isForbidden } from '../../core/service-error';
import { labelOf, type ConnectionRecords, type SessionRecord } from '../../state';
import { askId } from './id-box';
import { MAX_NAME, t, withIcon } from '../editor/localize';
import { pick, type Choice } from '../editor/pick';
import { withStatus } from '../editor/progress';
import type { Target } from '../target';

type ServiceAccess = { readonly client: Client; readonly records: ConnectionRecords };
/** The connection's setting for the default session. */
type Usual = { readonly connection: { readonly settings: Pick<ConnectionSettings, 'session'> } };

export interface SessionQuestion {
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
  question: SessionQuestion,
): Promise<string> {
  return session ?? chooseSession(needs, { always: askSession, ...question });
}

/** The session for a command: the connection's default, the only known one, or the one that the user chooses. */
async function chooseSession(
  needs: ServiceAccess & Usual,
  { title, always = false, mayStart = true, first = () => false }: SessionQuestion,
): Promise<string> {
  const usual = usualSession(needs);
  if (usual !== undefined && !always) return usual;
  const rank = (session: SessionRecord): number => Number(first(session)) * 2 + Number(session.id === usual);
  const known = (await knownSessions(needs))
    .filter(({ gone }) => !gone)
    .toSorted((one, other) => rank(other) - rank(one));
  const [only, ...others] = known;
  if (only && others.length === 0 && !always) return only.id;
  const chosen = await pick<() => Promise<string>>(title, message('Select a session'), [
    ...known.map(choiceOf),
    { label: t('$(add) Add Session by ID…'), value: () => addSession(needs) },
    ...(mayStart ? [{ label: t('$(rocket) Start New Session'), value: () => startSession(needs) }] : []),
  ]);
  return chosen();
}

/** The default session; the settings may contain its name instead of its ID. */
function usualSession({ connection: { settings }, records: { sessions } }: ServiceAccess & Usual): string | undefined {
  return settings.session === undefined ? undefined : (sessions.find(settings.session)?.id ?? settings.session);
}

function choiceOf(session: SessionRecord): Choice<() => Promise<string>> {
  return {
    label: withIcon('browser', plainText(labelOf(session), MAX_NAME)),
    ...(session.pool && { description: t('of pool {0}', session.pool) }),
    ...(session.name !== undefined && { detail: plainText(session.id, MAX_NAME) }),
    value: async () => session.id,
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

export async function addSession({ records: { sessions } }: Pick<ServiceAccess, 'records'>): Promise<string> {
  const id = await askId(message('Add Session'), message('ID of a running browser session'));
  await sessions.remember({ id, gone: false, released: false });
  return id;
}

export async function startSession({ client, records: { sessions } }: ServiceAccess): Promise<string> {
  const { id } = await withStatus(message('Starting a session…'), (signal) =>
    createSession({ client, sessions }, signal),
  );
  return id;
}
