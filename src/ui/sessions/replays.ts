import type { Client } from '../../api';
import { recordReplay, type RecordedReplay } from '../../app/replays';
import { message } from '../../core/message';
import { labelOf, type Label } from '../../state';
import { recordsReplays } from '../editor/settings';
import { commandButton, showInformation } from '../editor/show';
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
  // The command that stops it tells its error too; the list of all that runs does not.
  replay.ended.catch((error: unknown) => log.error(error));
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
  const signal = AbortSignal.timeout(START_WITHIN);
  const started = await Promise.all(
    sessionIds.map(async (session): Promise<SessionReplay | undefined> => {
      if (activities.in('replay', connection.settings, session).length > 0) return undefined;
      try {
        return { session, ...(await startReplay(services, client, session, signal)) };
      } catch (error) {
        log.error(error);
        await notOffered.record(connection.settings, error);
        return undefined;
      }
    }),
  );
  return started.filter((replay) => replay !== undefined);
}

async function stopReplays(services: ReplayServices, replays: readonly SessionReplay[]): Promise<void> {
  const stopped = await Promise.allSettled(replays.map((replay) => replay.stop()));
  tellRecorded(
    services,
    replays.filter((_, index) => stopped[index]?.status === 'fulfilled'),
  );
}

/** Offers to save what was recorded. */
export function tellRecorded(
  { connection, records: { sessions } }: Pick<Services, 'connection' | 'records'>,
  replays: readonly { readonly id: string; readonly session: string }[],
): void {
  const [only, ...others] = replays;
  if (!only) return;
  const label: Label = labelOf(sessions.get(only.session) ?? { id: only.session });
  const { name, address } = connection.settings;
  // Not awaited: the notification may stay open for hours.
  void showInformation(
    others.length === 0
      ? message('Recorded a replay of “{0}”.', label)
      : message('Recorded replays of {0} sessions.', replays.length),
    commandButton(message('Save Replay…'), 'saveReplay', {
      connection: name,
      address,
      ...(others.length === 0 && { session: only.session, replay: only.id }),
    }),
  );
}
