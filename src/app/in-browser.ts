import { Cancelled, UserError } from '../core/errors';
import { message, sentences, type Message } from '../core/message';
import { isNotFound } from '../core/service-error';
import { withTimeLimit } from '../core/time-limit';
import { DevToolsFailure, NoExtensionsPage, ProtocolError, type DevToolsConnection } from '../devtools';
import { labelOf, type ConnectionRecords, type SessionRecord } from '../state';
import { NoDevTools, type BrowserAccess } from './devtools-sessions';
import { markingGone, refuseReleased } from './not-found';

/** Milliseconds. A session that does not answer in this time is treated as one without DevTools. */
const TIMEOUT = 10_000;

/** A signal that is aborted with `signal`, or when a session has taken too long to answer. */
export function withinTime(signal: AbortSignal, milliseconds = TIMEOUT): AbortSignal {
  return withTimeLimit(signal, milliseconds);
}

/** What to throw if a browser could not do something, or not in time (`Cancelled`). */
export type FailedWith = (error: DevToolsFailure | Cancelled) => unknown;

/** What is done in a browser. @param limited is aborted when it has taken too long. */
export type BrowserWork<T> = (open: DevToolsConnection, limited: AbortSignal) => Promise<T>;

interface Limits {
  readonly failed: FailedWith;
  /** Milliseconds; work with much data needs more. */
  readonly timeout?: number;
}

/**
 * Does some work in the browser of a session. It may be done twice, if the connection breaks.
 * @throws what `failed` returns; UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function inBrowser<T>(
  { client, sessions, devtools }: BrowserAccess,
  session: SessionRecord,
  limits: Limits,
  signal: AbortSignal,
  work: BrowserWork<T>,
): Promise<T> {
  return inTime(sessions, session, limits, signal, (limited) =>
    devtools.of(client, session.id).use((open) => work(open, limited), limited),
  );
}

/** The same for work that connects by itself. */
export async function inTime<T>(
  sessions: ConnectionRecords['sessions'],
  session: SessionRecord,
  { failed, timeout }: Limits,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  refuseReleased(sessions, session.id);
  const limited = withinTime(signal, timeout);
  try {
    return await markingGone(sessions, { id: session.id }, () => work(limited));
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    throw error instanceof DevToolsFailure || error instanceof Cancelled ? failed(error) : error;
  }
}

/**
 * Begins work that lasts over a session's DevTools, and goes on after each break of the connection.
 * @param failed what to throw if it can't begin.
 * @param onLost is called if it has begun and can't go on any more.
 * @returns when it has begun.
 * @throws what `failed` returns; the client's errors; Cancelled.
 */
export function beginLasting(
  { client, devtools }: Pick<BrowserAccess, 'client' | 'devtools'>,
  { id }: SessionRecord,
  failed: (error: DevToolsFailure) => unknown,
  signal: AbortSignal,
  begin: (open: DevToolsConnection, signal: AbortSignal) => Promise<void>,
  onLost: () => void = () => {},
): Promise<void> {
  let hasBegun = false;
  return new Promise<void>((resolve, reject) => {
    devtools
      .of(client, id)
      .keep(async (open, beginning) => {
        await begin(open, beginning.signal);
        hasBegun = true;
        resolve();
      }, signal)
      .catch((error: unknown) => {
        if (hasBegun && !signal.aborted) onLost();
        reject(error instanceof DevToolsFailure ? failed(error) : error);
      });
  });
}

/** For `inBrowser`: a sentence, followed by why. */
export function andWhy(sentence: Message): FailedWith {
  return (error) => new UserError(sentences(sentence, causeOf(error)), 'refresh');
}

function causeOf(error: DevToolsFailure | Cancelled): Message {
  if (error instanceof NoDevTools) return message('This service doesn’t support it.');
  if (error instanceof NoExtensionsPage) return message('The browser can’t do this.');
  if (error instanceof ProtocolError) return message('The browser says: “{0}”', error.message);
  return message('The browser didn’t respond.');
}

/** For `inBrowser`: sentences for a service without DevTools, and for a browser that does not answer. */
export function orSay(
  session: SessionRecord,
  { notOffered, noAnswer }: { readonly notOffered: Message; readonly noAnswer: Message },
): FailedWith {
  return (error) => {
    if (error instanceof Cancelled) return new UserError(noAnswer);
    if (error instanceof ProtocolError)
      return new UserError(message('The browser of “{0}” refused: “{1}”.', labelOf(session), error.message));
    return userErrorOf(session, error, notOffered);
  };
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
  return error instanceof DevToolsFailure ? userErrorOf(session, error, notOffered) : error;
}

function userErrorOf(session: SessionRecord, error: DevToolsFailure, notOffered: Message): UserError {
  if (error instanceof NoDevTools) return new UserError(notOffered);
  return new UserError(message('The browser of “{0}” couldn’t be reached.', labelOf(session)), 'takeScreenshot');
}

/** Whether an error means only that the session's browser did not tell. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof DevToolsFailure || error instanceof Cancelled || error instanceof UserError;
}
