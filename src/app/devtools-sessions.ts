import type { Client } from '../api';
import { Cancelled, UserError } from '../core/errors';
import { message, type Message } from '../core/message';
import { isNotFound } from '../core/service-error';
import { withTimeLimit } from '../core/time-limit';
import { DevToolsConnection, DevToolsFailure, ProtocolError, SessionDevTools } from '../devtools';
import { labelOf, type ConnectionRecords, type SessionRecord } from '../state';
import { markingGone } from './outcome';

/** The service gives its sessions no DevTools address. */
export class NoDevTools extends DevToolsFailure {
  override readonly name = 'NoDevTools';

  constructor() {
    super('the service gives no DevTools address');
  }
}

/** What reaches the browser of a session. */
export interface BrowserAccess {
  readonly client: Client;
  readonly sessions: ConnectionRecords['sessions'];
  readonly devtools: Pick<DevToolsSessions, 'of'>;
}

/** The DevTools connections of a window: one for a session, shared by all that need it. */
export class DevToolsSessions {
  private readonly known = new Map<Client, Map<string, SessionDevTools>>();
  /** Services that give no address, so that they are asked only once. */
  private readonly without = new WeakSet<Client>();

  of(client: Client, session: string): SessionDevTools {
    const sessions = this.known.get(client) ?? this.begin(client);
    const found =
      sessions.get(session) ?? new SessionDevTools({ open: (signal) => this.open(client, session, signal) });
    sessions.set(session, found);
    return found;
  }

  /** What was opened with a token must not outlive it. */
  private begin(client: Client): Map<string, SessionDevTools> {
    const sessions = new Map<string, SessionDevTools>();
    this.known.set(client, sessions);
    const end = (): void => {
      for (const devtools of sessions.values()) devtools.close();
      this.known.delete(client);
    };
    client.ended.addEventListener('abort', end, { once: true });
    return sessions;
  }

  /** Whether a service is known to give no address. */
  hasNone(client: Client): boolean {
    return this.without.has(client);
  }

  close(): void {
    for (const sessions of this.known.values()) for (const devtools of sessions.values()) devtools.close();
    this.known.clear();
  }

  /** Gets the address each time: it is a secret that is not kept, and it may have changed. */
  private async open(client: Client, session: string, signal: AbortSignal): Promise<DevToolsConnection> {
    if (this.without.has(client)) throw new NoDevTools();
    const address = await addressOf(client, session, signal);
    if (!address) {
      this.without.add(client);
      throw new NoDevTools();
    }
    return DevToolsConnection.open(address, client.network, signal);
  }
}

/**
 * @returns undefined if the service gives none.
 * @throws NoDevTools if it shows no sessions: a 404 does not tell then that this one has ended.
 */
async function addressOf(client: Client, session: string, signal: AbortSignal): Promise<URL | undefined> {
  try {
    return await client.devToolsAddress(session, signal);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const listed = client.listSessions(signal);
    if ((await listed.catch(() => 'unknown')) === undefined) throw new NoDevTools();
    throw error;
  }
}

/**
 * Why lasting work over a session's DevTools cannot begin, or not go on. A session that does not exist is marked as
 * gone.
 * @param notOffered what to say if the service gives no DevTools address.
 * @returns the error for the user.
 */
export async function devToolsFailure(
  sessions: ConnectionRecords['sessions'],
  session: SessionRecord,
  error: unknown,
  notOffered: Message,
): Promise<unknown> {
  if (isNotFound(error)) await sessions.remember({ id: session.id, gone: true });
  if (error instanceof NoDevTools) return new UserError(notOffered);
  if (error instanceof DevToolsFailure)
    return new UserError(message('The browser of “{0}” couldn’t be reached.', labelOf(session)), 'takeScreenshot');
  return error;
}

/** Milliseconds. A session that does not answer in this time is treated as one without DevTools. */
const TIMEOUT = 10_000;

/** A signal that is aborted with `signal`, or when a session has taken too long to answer. */
export function withinTime(signal: AbortSignal, milliseconds = TIMEOUT): AbortSignal {
  return withTimeLimit(signal, milliseconds);
}

/**
 * Does some work over a session's DevTools, in time.
 * @param words what to say if the service gives no DevTools address, and if the browser does not answer.
 * @throws UserError that says what this session cannot do; Cancelled.
 */
export async function inBrowserOf<T>(
  sessions: ConnectionRecords['sessions'],
  session: SessionRecord,
  words: { readonly notOffered: Message; readonly noAnswer: Message },
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limited = withinTime(signal);
  try {
    return await markingGone(sessions, { id: session.id }, () => work(limited));
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (error instanceof Cancelled) throw new UserError(words.noAnswer);
    if (error instanceof ProtocolError)
      throw new UserError(message('The browser of “{0}” refused: “{1}”.', labelOf(session), error.message));
    throw await devToolsFailure(sessions, session, error, words.notOffered);
  }
}

/** Whether an error means only that the session's browser did not tell. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof DevToolsFailure || error instanceof Cancelled || error instanceof UserError;
}
