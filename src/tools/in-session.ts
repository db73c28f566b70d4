import { inTime, orSay } from '../app/in-browser';
import { extensionsMeant, withUploads, type FoundExtension } from '../app/loaded/find-extension';
import { refuseReleased } from '../app/outcome';
import { refreshSessions } from '../app/refresh';
import { notRunning, runningIn, sessionMeant } from '../app/sessions';
import { Cancelled, UserError } from '../core/errors';
import { listOf, message, type Message } from '../core/message';
import { isForbidden } from '../core/service-error';
import { listLoaded, WorkerWatch, type DevToolsConnection } from '../devtools';
import { labelOf, type SessionRecord } from '../state';
import { connectionOf } from './bound-connection';
import type { SessionWork } from './session-work';
import type { Caller, ToolCall, ToolConnection, ToolInput } from './tool';
import { textOf } from './input';
import { say } from './answer';
import { requireSame } from './question';

/** The session that a call is about. */
export interface CalledSession {
  readonly connection: ToolConnection;
  readonly session: SessionRecord;
  readonly work: SessionWork;
}

/**
 * Finds the session of a call, by its name or ID.
 * @throws UserError if there is none, several have the name, or a person has just stopped the caller there.
 */
export async function sessionOf(input: ToolInput, call: ToolCall): Promise<CalledSession> {
  const { host, caller, signal } = call;
  const wanted = textOf(input, 'session') ?? '';
  const { connection } = await connectionOf(call);
  const session = find(connection, wanted) ?? (await findAgain(connection, wanted, signal));
  refuseReleased(connection.records.sessions, session.id);
  host.agents.refuseStopped(connection.settings, session, caller);
  return { connection, session, work: host.works.of(connection.client, session.id) };
}

export function runningSessions({ records }: Pick<ToolConnection, 'records'>): readonly SessionRecord[] {
  return runningIn(records.sessions);
}

function find(connection: ToolConnection, wanted: string): SessionRecord | undefined {
  const meant = sessionMeant(connection.records.sessions, wanted);
  return meant?.gone || meant?.released ? undefined : meant;
}

async function findAgain(connection: ToolConnection, wanted: string, signal: AbortSignal): Promise<SessionRecord> {
  await refreshRunning(connection, signal);
  const found = find(connection, wanted);
  if (found) return found;
  const running = runningSessions(connection);
  throw new UserError(
    running.length === 0
      ? message('No session “{0}”, and none is running. A person has to start one.', wanted)
      : notRunning(wanted, running),
  );
}

/** Reads the list of sessions, if the token may do that. */
export async function refreshRunning({ client, records }: ToolConnection, signal: AbortSignal): Promise<void> {
  await refreshSessions({ client, sessions: records.sessions }, signal).catch((error: unknown) => {
    if (!isForbidden(error)) throw error;
  });
}

/**
 * Does some work over the session's DevTools.
 * @throws UserError that says what this session cannot do; Cancelled.
 */
export async function inSession<T>(
  { connection, session, work }: CalledSession,
  signal: AbortSignal,
  use: (open: DevToolsConnection, limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const failed = orSay(session, { notOffered: noDevTools(session), noAnswer: noAnswer(session) });
  return inTime(connection.records.sessions, session, { failed }, signal, async (limited) => {
    await work.begin(limited);
    return work.devtools.use((open) => use(open, limited), limited);
  });
}

function noDevTools(session: SessionRecord): Message {
  return message(
    'This service gives no access to the pages of “{0}”. Use capture_session, and act_in_session with points.',
    labelOf(session),
  );
}

function noAnswer(session: SessionRecord): Message {
  return message(
    'The browser of “{0}” didn’t respond in time. A page in front may hang. Look with capture_session, or try again.',
    labelOf(session),
  );
}

/**
 * Finds the extension of a call: by its name, ID, or the folder that it was uploaded from.
 * @throws UserError if it is not loaded, or several have the name.
 */
export async function extensionOf(
  input: ToolInput,
  called: CalledSession,
  { host, signal }: ToolCall,
): Promise<FoundExtension> {
  const wanted = textOf(input, 'extension') ?? '';
  const { connection, session } = called;
  const loaded = await inSession(called, signal, (open, limited) => listLoaded(open, limited));
  host.loaded.set(connection.settings, session.id, { extensions: loaded });
  const all = withUploads(loaded, connection.records.sessions.get(session.id)?.uploads);
  const found = extensionsMeant(all, wanted);
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  if (only)
    throw new UserError(
      message(
        '{0} extensions match “{1}”. Use the ID of one: {2}.',
        found.length,
        wanted,
        listOf(found.map(({ extension }) => extension.id)),
      ),
    );
  const names = loaded.map(({ name }) => message('“{0}”', name));
  throw new UserError(
    names.length === 0
      ? message('“{0}” has loaded no extension. Use upload_extension.', labelOf(session))
      : message('“{0}” has not loaded “{1}”. It has {2}.', labelOf(session), wanted, listOf(names)),
  );
}

/**
 * Begins a change in a session: nobody else may be working there, and at a production connection a person confirms it.
 * @throws UserError, or Cancelled.
 */
export async function beginChange(
  input: ToolInput,
  { connection, session }: Pick<CalledSession, 'connection' | 'session'>,
  call: ToolCall,
  question: () => Promise<Message>,
): Promise<void> {
  await beginWork(input, { connection, session }, call);
  if (call.agreed !== undefined) requireSame(call.agreed, await question());
  await confirm({ connection, session }, call, question);
}

/**
 * Has a person agree to a change, where that is needed.
 * @throws UserError if the answer is no, or nobody can be asked.
 */
export async function confirm(
  { connection, session }: Pick<CalledSession, 'connection' | 'session'>,
  { caller, agreed, signal }: ToolCall,
  question: () => Promise<Message>,
): Promise<void> {
  try {
    await connection.confirm({ question, session, caller, isAgreed: agreed !== undefined });
  } catch (error) {
    if (!(error instanceof Cancelled) || signal.aborted) throw error;
    throw new UserError(message('A person said no. Ask them before you go on.'));
  }
}

/** The part of it that needs no question: whoever asks by themselves begins with this. */
export async function beginWork(
  input: ToolInput,
  { connection: { settings }, session }: Pick<CalledSession, 'connection' | 'session'>,
  { host, caller, stopping, atEnd, outcome }: ToolCall,
): Promise<void> {
  const { id, name } = caller;
  await host.leases.take(settings, session.id, { id, name }, input['take_over'] === true);
  atEnd.push(host.agents.begin(settings, session, caller, stopping));
  outcome.begin();
}

/** A line about somebody else who works in the session; undefined if nobody does. */
export async function otherCaller(
  { connection, session }: CalledSession,
  { host, caller }: { readonly host: ToolCall['host']; readonly caller: Caller },
): Promise<Message | undefined> {
  const lease = await host.leases.of(connection.settings, session.id);
  if (!lease || lease.caller.id === caller.id) return undefined;
  return say('Note: "{0}" is working in this session.', lease.caller.name);
}

/** Watches the workers of the extensions, through a page that can be used. */
export async function workersOf(
  open: DevToolsConnection,
  { work }: CalledSession,
  signal: AbortSignal,
): Promise<WorkerWatch> {
  const page = work.pages.all.find(({ hasCrashed, dialog }) => !hasCrashed && !dialog);
  if (!page) throw new UserError(message('No page is open in this session. Open one with open_extension_page.'));
  const watch = new WorkerWatch(open, page, signal);
  await watch.begin();
  return watch;
}
