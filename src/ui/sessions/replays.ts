import type { Client } from '../../api';
import { recordReplay, type RecordedReplay } from '../../app/replays';
import { message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import { withTimeLimit } from '../../core/time-limit';
import { labelOf, type ConnectionKey, type Label } from '../../state';
import { showCountdowns } from '../editor/countdown';
import { withStatus } from '../editor/progress';
import { recordsReplays } from '../editor/settings';
import { commandButton, showInformation, showWarning } from '../editor/show';
import type { Services } from '../services';

export type ReplayServices = Pick<Services, 'activities' | 'connection' | 'records' | 'notOffered' | 'log'>;

/**
 * Starts a replay of a session, which its row shows until it is stopped.
 * @throws NotOffered
 */
export async function startReplay(
  { activities, connection, records: { sessions }, notOffered, log }: ReplayServices,
  client: Client,
  sessionId: string,
  signal: AbortSignal,
): Promise<RecordedReplay> {
  const { name, address } = connection.settings;
  const session = sessions.get(sessionId) ?? { id: sessionId };
  const replay = await recordReplay({ client, sessions, activities }, { name, address }, session, signal);
  notOffered.works(connection.settings, 'replays');
  replay.ended.catch((error: unknown) => {
    log.error(error);
    if (isNotFound(error)) return;
    void showWarning(
      message('Couldn’t stop the replay of “{0}”. It may go on until the session ends.', labelOf(session)),
      commandButton(message('Show Log'), 'showLog'),
    );
  });
  return replay;
}

/** Milliseconds that the start of replays may take before the work begins without them. */
const START_WITHIN = 10_000;

/** Records replays of sessions while work runs in them, if the user has chosen that. No failure of a replay is one of the work. */
export async function withReplays<T>(
  services: ReplayServices,
  sessionIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const replays = await startReplays(services, sessionIds);
  try {
    return await work();
  } finally {
    // Not awaited: the service may take a while to store a video.
    void stopReplays(services, replays);
  }
}

interface SessionReplay extends RecordedReplay {
  readonly session: string;
}

async function startReplays(services: ReplayServices, sessionIds: readonly string[]): Promise<SessionReplay[]> {
  const { activities, connection, notOffered, log } = services;
  if (!recordsReplays() || notOffered.has(connection.settings, 'replays')) return [];
  const client = await connection.client();
  const start = async (session: string, signal: AbortSignal): Promise<SessionReplay | undefined> => {
    if (activities.in('replay', connection.settings, session).length > 0) return undefined;
    try {
      return { session, ...(await startReplay(services, client, session, signal)) };
    } catch (error) {
      log.error(error);
      await notOffered.record(connection.settings, error);
      return undefined;
    }
  };
  const started = await withStatus(message('Starting a replay…'), (cancelled) => {
    const signal = withTimeLimit(cancelled, START_WITHIN);
    showCountdowns(signal, () => {});
    return Promise.all(sessionIds.map((session) => start(session, signal)));
  });
  return started.filter((replay) => replay !== undefined);
}

async function stopReplays(services: ReplayServices, replays: readonly SessionReplay[]): Promise<void> {
  const stopped = await Promise.allSettled(replays.map((replay) => replay.stop()));
  const { sessions } = services.records;
  tellRecorded(
    services.connection.settings,
    replays
      .filter((_, index) => stopped[index]?.status === 'fulfilled')
      .map(({ id, session }) => ({ id, session, label: labelOf(sessions.get(session) ?? { id: session }) })),
  );
}

/** Offers to save what was recorded, at the connection that it was recorded at. */
export function tellRecorded(
  { name, address }: ConnectionKey,
  replays: readonly { readonly id: string; readonly session: string; readonly label: Label }[],
): void {
  const [only, ...others] = replays;
  if (!only) return;
  // Not awaited: the notification may stay open for hours.
  void showInformation(
    others.length === 0
      ? message('Recorded a replay of “{0}”.', only.label)
      : message('Recorded replays of {0} sessions.', replays.length),
    commandButton(message('Save Replay…'), 'saveReplay', {
      connection: name,
      address,
      ...(others.length === 0 && { session: only.session, replay: only.id }),
    }),
  );
}
