import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { portName } from '../../core/shared-port';
import { keyOfSession, labelOf, type ConnectionKey, type SessionRecord } from '../../state';
import type { Activities, Running } from '../activities/activities';
import type { ShareActivity } from '../activities/activity';
import type { BrowserAccess } from '../devtools-sessions';
import { SharedPorts } from './shared-ports';

/** What sharing needs. */
interface SharingNeeds {
  readonly access: BrowserAccess;
  readonly activities: Activities;
  readonly localize: (text: Message) => string;
  /** Whether the connection is one of production, and the person was asked about that. */
  readonly production: boolean;
  /** Is called if the session can't be reached any more. */
  readonly onLost: (activity: Running<ShareActivity>) => void;
}

/** Where the first port is about to be shared. */
const starting = new Set<string>();

/**
 * Shares a port of this machine with a session, which is an activity until it is stopped or the session ends. Ask the
 * person first.
 * @returns when the pages of the session can reach it.
 * @throws UserError, also if it is shared already; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function sharePort(
  { access, activities, localize, production, onLost }: SharingNeeds,
  connection: ConnectionKey,
  session: SessionRecord,
  port: number,
  signal: AbortSignal,
): Promise<void> {
  const [known] = activities.in('share', connection, session.id);
  const key = keyOfSession(connection, session.id);
  if (known?.ports.includes(port) ?? starting.has(key))
    throw new UserError(message('{0} is already shared with “{1}”.', portName(port), labelOf(session)));
  if (known) return known.add(port, signal);
  starting.add(key);
  let running: Running<ShareActivity> | undefined;
  const shared = new SharedPorts(access, session, {
    localize,
    onProblem: (problem, isDown) => running?.update({ problem, isDown }),
    onLost: () => {
      if (running) onLost(running);
    },
  });
  try {
    await shared.add(port, signal);
  } catch (error) {
    await shared.end();
    throw error;
  } finally {
    starting.delete(key);
  }
  running = activities.start<ShareActivity>({
    kind: 'share',
    connection,
    session,
    title: labelOf(session),
    endsInProduction: !production,
    ports: [...shared.ports],
    problem: undefined,
    isDown: false,
    tryAgain: (cancelled) => shared.tryAgain(cancelled),
    add: async (another, cancelled) => {
      await shared.add(another, cancelled);
      running?.update({ ports: [...shared.ports] });
    },
    stop: () => void shared.end(),
  });
}
