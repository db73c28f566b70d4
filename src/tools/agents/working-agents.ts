import type { Activities, Running } from '../../app/activities/activities';
import type { AgentActivity } from '../../app/activities/activity';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { keyOf, type ConnectionKey, type SessionRecord } from '../../state';
import type { Caller } from './caller';
import { LOCK_DURATION } from './agent-locks';

/** Milliseconds for which an agent that a person has stopped is refused. */
const STOPPED_TIME = 60_000;

/** Where somebody may make changes without a question. */
export interface Allowance {
  readonly connection: ConnectionKey;
  readonly session: string;
}

interface WorkingAgent {
  readonly running: Running<AgentActivity>;
  timer: NodeJS.Timeout | undefined;
}

/** In which sessions agents work, which is shown among all that runs, so that a person can stop it; and who may. */
export class WorkingAgents {
  private readonly working = new Map<string, WorkingAgent>();
  /** Whom a person has stopped, and until when nothing is done for them: milliseconds since 1970. */
  private readonly stopped = new Map<string, number>();
  private readonly calls = new Map<string, Set<AbortController>>();
  /** Whom a person has allowed to change what they like there. */
  private readonly allowed = new Map<string, Allowance>();

  constructor(private readonly activities: Activities) {}

  /**
   * The caller runs tests in browsers of their own from now on.
   * @param stopping is aborted when a person stops it.
   * @returns a function that says that they have ended.
   * @throws UserError if a person has stopped this caller, or it runs tests already.
   */
  beginTests(connection: ConnectionKey, caller: Caller, stopping: AbortController): () => void {
    const key = keyFor(connection, undefined, caller);
    if (this.calls.get(key)?.size)
      throw new UserError(message('Your tests run already. Wait for their answer, then call again.'));
    const end = this.begin(connection, undefined, caller, stopping);
    return () => {
      end();
      this.end(key);
    };
  }

  /**
   * The caller changes something in a session from now on, and counts as working there for a minute.
   * @param stopping is aborted when a person stops it.
   * @returns a function that says that this call is over.
   * @throws UserError if a person has stopped this caller.
   */
  begin(
    connection: ConnectionKey,
    session: SessionRecord | undefined,
    caller: Caller,
    stopping: AbortController,
  ): () => void {
    this.refuseStopped(connection, session, caller);
    const key = keyFor(connection, session, caller);
    const calls = this.calls.get(key) ?? new Set();
    this.calls.set(key, calls.add(stopping));
    const agent = this.working.get(key) ?? { running: this.start(key, connection, session, caller), timer: undefined };
    this.working.set(key, agent);
    clearTimeout(agent.timer);
    return () => {
      calls.delete(stopping);
      clearTimeout(agent.timer);
      agent.timer = setTimeout(() => this.end(key), LOCK_DURATION).unref();
    };
  }

  /**
   * Nothing is done in a session for a minute for whom a person has stopped there: an agent that just calls again must
   * not go on before anybody could speak with it.
   * @throws UserError with how long that is.
   */
  refuseStopped(connection: ConnectionKey, session: Pick<SessionRecord, 'id'> | undefined, caller: Caller): void {
    const key = keyFor(connection, session, caller);
    const left = (this.stopped.get(key) ?? 0) - Date.now();
    if (left > 0)
      throw new UserError(
        session
          ? message(
              'A person has stopped your work in this session. Nothing was done. Ask them how to go on: calls are refused for {0} more seconds.',
              Math.ceil(left / 1000),
            )
          : message(
              'A person has stopped your tests. Nothing was done. Ask them how to go on: calls are refused for {0} more seconds.',
              Math.ceil(left / 1000),
            ),
      );
    this.stopped.delete(key);
  }

  /**
   * A person allows a caller to make changes in a session without a question, until somebody stops it, or takes it back.
   */
  allow(connection: ConnectionKey, session: Pick<SessionRecord, 'id'>, caller: Caller): void {
    this.allowed.set(keyFor(connection, session, caller), { connection, session: session.id });
  }

  /** Takes it back in these sessions. */
  disallow(isMeant: (allowance: Allowance) => boolean): void {
    for (const [key, allowance] of this.allowed) if (isMeant(allowance)) this.allowed.delete(key);
  }

  isAllowed(connection: ConnectionKey, session: Pick<SessionRecord, 'id'>, caller: Caller): boolean {
    return this.allowed.has(keyFor(connection, session, caller));
  }

  private start(
    key: string,
    { name, address }: ConnectionKey,
    session: SessionRecord | undefined,
    caller: Caller,
  ): Running<AgentActivity> {
    return this.activities.start<AgentActivity>({
      kind: 'agent',
      connection: { name, address },
      session,
      title: caller.name,
      // Each of its changes is confirmed there.
      endsInProduction: false,
      stop: (_why, reason) => {
        if (reason === 'stopped') this.stopped.set(key, Date.now() + STOPPED_TIME);
        this.allowed.delete(key);
        for (const call of this.calls.get(key) ?? []) call.abort();
        this.forget(key);
      },
    });
  }

  private end(key: string): void {
    this.working.get(key)?.running.end();
    this.forget(key);
  }

  private forget(key: string): void {
    clearTimeout(this.working.get(key)?.timer);
    this.working.delete(key);
    this.calls.delete(key);
  }
}

/** @param session undefined: those of tests. */
function keyFor(connection: ConnectionKey, session: Pick<SessionRecord, 'id'> | undefined, caller: Caller): string {
  return JSON.stringify([keyOf(connection), session?.id, caller.id]);
}
