import type { BrowserAccess } from '../app/devtools-sessions';
import { inBrowser as inBrowserOf, orSay, type BrowserWork } from '../app/in-browser';
import { refuseReleased } from '../app/not-found';
import { sessionUnattended, type SessionWords } from '../app/upload/unattended';
import { UserError } from '../core/errors';
import { listOf, message } from '../core/message';
import { ConnectionError } from '../core/service-error';
import { labelOf, type SessionRecord } from '../state';
import type { ToolConnection } from '../tools';
import type { ProcessHost } from './host';
import type { Terminal } from './terminal';

/** What a command works with. */
export interface Context {
  readonly terminal: Terminal;
  readonly host: ProcessHost;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborted when the command is interrupted. */
  readonly signal: AbortSignal;
}

/** 0: done. 1: problems were found, or it failed. 2: see `exitCodeOf`. */
export type ExitCode = 0 | 1 | 2;

/** The command line asks for something that cannot be. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
}

const MISUSED: ReadonlySet<unknown> = new Set(['setToken', 'changeAddress', 'openProxySettings', 'chooseSession']);

/** Whether an error is one of the command line, of what is set in the environment, or that the service is not there. */
export function exitCodeOf(error: unknown): 1 | 2 {
  if (error instanceof ConnectionError) return error.sent ? 1 : 2;
  return error instanceof UsageError || (error instanceof UserError && MISUSED.has(error.recovery)) ? 2 : 1;
}

/** A session that a command works in. */
export interface OpenSession extends BrowserAccess {
  readonly connection: ToolConnection;
  readonly session: SessionRecord;
}

const SESSION_WORDS: SessionWords = {
  none: message(
    'No session is running. Start one in the editor, or run browser-sessions service to use a browser of this machine.',
  ),
  several: (running) =>
    message(
      'Several sessions are running. Name one with --session: {0}.',
      listOf(running.map((each) => message('“{0}”', each.name ?? each.id))),
    ),
};

/**
 * Opens the session of a command: the one that is named, else the only one that runs.
 * @param changes whether the command changes something in it: a production connection refuses that.
 */
export async function openSession(
  { host, signal, terminal }: Context,
  wanted: string | undefined,
  changes: 'reads' | 'changes',
): Promise<OpenSession> {
  const connection = await host.connect();
  const { client, records, settings } = connection;
  if (changes === 'changes') connection.requireNoProduction();
  terminal.progress(message('Looking for the session…'));
  const { sessions } = records;
  const id = await sessionUnattended({ client, sessions }, { wanted }, signal, SESSION_WORDS);
  refuseReleased(sessions, id);
  const lock = changes === 'changes' ? await host.locks.of(settings, id) : undefined;
  if (lock) terminal.note(message('{0} is working in this session too.', lock.caller.name), 'yellow');
  return { connection, client, sessions, devtools: host.devtools, session: sessions.get(id) ?? { id } };
}

/**
 * Does some work over the session's DevTools.
 * @throws UserError that says what this session cannot do; Cancelled.
 */
export async function inBrowser<T>(open: OpenSession, signal: AbortSignal, work: BrowserWork<T>): Promise<T> {
  const { session } = open;
  const failed = orSay(session, {
    notOffered: message('This service gives no access to the browser of “{0}”.', labelOf(session)),
    noAnswer: message('The browser of “{0}” couldn’t be reached.', labelOf(session)),
  });
  return inBrowserOf(open, session, { failed }, signal, work);
}
