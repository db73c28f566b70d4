import { Cancelled, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { Caller } from '../agents/caller';
import { requireSame } from '../agents/question';
import { say } from '../answer';
import type { ToolInput } from '../input';
import type { CalledSession, ToolCall } from '../tool';

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
  await takeSession(input, { connection, session }, call);
  await confirmSame({ connection, session }, call, question);
}

/**
 * Has a person agree to a change, where that is needed, which is what they have agreed to in a question of the editor.
 * @param isAskedAlways as of `Change`.
 * @throws as `confirm`.
 */
export async function confirmSame(
  about: ChangedPlace,
  call: ToolCall,
  question: () => Promise<Message>,
  isAskedAlways = false,
): Promise<void> {
  if (call.agreed !== undefined) requireSame(call.agreed, await question());
  await confirm(about, call, question, isAskedAlways);
}

interface ChangedPlace extends Pick<CalledSession, 'connection'> {
  readonly session?: CalledSession['session'] | undefined;
}

/**
 * Has a person agree to a change, where that is needed.
 * @throws UserError if the answer is no, or nobody can be asked.
 */
export async function confirm(
  { connection, session }: ChangedPlace,
  { caller, agreed, signal }: ToolCall,
  question: () => Promise<Message>,
  isAskedAlways = false,
): Promise<void> {
  try {
    await connection.confirm({ question, session, caller, isAgreed: agreed !== undefined, isAskedAlways });
  } catch (error) {
    if (!(error instanceof Cancelled) || signal.aborted) throw error;
    throw new UserError(message('A person said no. Ask them before you go on.'));
  }
}

/** The part of it that needs no question: whoever asks by themselves begins with this. */
export async function takeSession(
  input: ToolInput,
  { connection: { settings }, session }: Pick<CalledSession, 'connection' | 'session'>,
  { host, caller, stopping, atEnd, outcome }: ToolCall,
): Promise<void> {
  const { id, name } = caller;
  await host.locks.take(settings, session.id, { id, name }, input['take_over'] === true);
  atEnd.push(host.agents.begin(settings, session, caller, stopping));
  outcome.begin();
}

/** A line about somebody else who works in the session; undefined if nobody does. */
export async function otherCaller(
  { connection, session }: CalledSession,
  { host, caller }: { readonly host: ToolCall['host']; readonly caller: Caller },
): Promise<Message | undefined> {
  const lock = await host.locks.of(connection.settings, session.id);
  if (!lock || lock.caller.id === caller.id) return undefined;
  return say('Note: "{0}" is working in this session.', lock.caller.name);
}
