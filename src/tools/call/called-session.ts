import { refuseReleased } from '../../app/not-found';
import { refreshSessions } from '../../app/refresh';
import { knownSession, notRunning, runningIn } from '../../app/sessions';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { oneLine } from '../../core/one-line';
import { isForbidden } from '../../core/service-error';
import type { SessionRecord } from '../../state';
import { boundTo } from '../agents/caller';
import { textOf, type ToolInput } from '../input';
import type { CalledSession, ToolCall, ToolConnection } from '../tool';

/**
 * Finds the session of a call, by its name or ID.
 * @throws UserError if there is none, several have the name, or a person has just stopped the caller there.
 */
export async function calledSession(input: ToolInput, call: ToolCall): Promise<CalledSession> {
  const { host, caller, signal } = call;
  const wanted = textOf(input, 'session') ?? '';
  const { connection } = await connectionOf(call);
  const session = find(connection, wanted) ?? (await findAgain(connection, wanted, signal));
  refuseReleased(connection.records.sessions, session.id);
  host.agents.refuseStopped(connection.settings, session, caller);
  return { connection, session, memory: host.memories.of(connection.client, session.id), outcome: call.outcome };
}

export function runningSessions({ records }: Pick<ToolConnection, 'records'>): readonly SessionRecord[] {
  return runningIn(records.sessions);
}

function find({ records: { sessions } }: ToolConnection, wanted: string): SessionRecord | undefined {
  const known = knownSession(sessions, wanted);
  return known && !known.gone && !known.released ? known : undefined;
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
 * The connection of a call. A caller stays at that of its first call: a session with the same name at another one is
 * another browser, perhaps in production, and nobody may come there without knowing.
 * @param confirmed the name of the connection that the caller goes on at, if it has read that it is another one.
 * @returns whether the caller has changed to it with this call.
 * @throws UserError if it is another one, and that is not confirmed.
 */
export async function connectionOf(
  { host, caller }: Pick<ToolCall, 'host' | 'caller'>,
  confirmed?: string,
): Promise<{ readonly connection: ToolConnection; readonly isAnother: boolean }> {
  const connection = await host.connect();
  const now = boundTo(connection);
  if (confirmed !== undefined && oneLine(confirmed) !== now.name)
    throw new UserError(
      message(
        'The connection in use is “{0}”, not “{1}”, and nothing was done. Only a person can change to another one.',
        now.name,
        confirmed,
      ),
    );
  const isAnother = caller.at !== undefined && caller.at.key !== now.key;
  if (isAnother && confirmed === undefined) throw changed(caller.at?.name, now.name);
  caller.at = now;
  return { connection, isAnother };
}

function changed(before: string | undefined, now: string): UserError {
  return new UserError(
    before === undefined || before === now
      ? message(
          'The connection “{0}” has another address now, and nothing was done. To go on there, call list_browser_sessions with connection: “{0}”.',
          now,
        )
      : message(
          'The connection has changed from “{1}” to “{0}”, and nothing was done. To go on there, call list_browser_sessions with connection: “{0}”.',
          now,
          before,
        ),
  );
}
