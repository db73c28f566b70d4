import type { Client } from '../../api';
import { recordVideo, type RecordedVideo } from '../../app/videos';
import { message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import { withTimeLimit } from '../../core/time-limit';
import { labelOf, type ConnectionKey, type Label } from '../../state';
import { showCountdowns } from '../editor/countdown';
import { withStatus } from '../editor/progress';
import { recordsVideos } from '../editor/settings';
import { commandButton, showInformation, showWarning } from '../editor/show';
import type { Services } from '../services';

export type VideoServices = Pick<Services, 'activities' | 'connection' | 'records' | 'notOffered' | 'log'>;

/**
 * Starts a video of a session, which its row shows until it is stopped.
 * @throws NotOffered
 */
export async function startVideo(
  { activities, connection, records: { sessions }, notOffered, log }: VideoServices,
  client: Client,
  sessionId: string,
  signal: AbortSignal,
): Promise<RecordedVideo> {
  const { name, address } = connection.settings;
  const session = sessions.get(sessionId) ?? { id: sessionId };
  const video = await recordVideo({ client, sessions, activities }, { name, address }, session, signal);
  notOffered.works(connection.settings, 'videos');
  video.ended.catch((error: unknown) => {
    log.error(error);
    if (isNotFound(error)) return;
    tellNotStopped(labelOf(session), async (retrying) => {
      await client.stopReplay(session.id, video.id, retrying);
      tellRecorded({ name, address }, [{ id: video.id, session: session.id, label: labelOf(session) }]);
    });
  });
  return video;

  function tellNotStopped(label: Label, stop: (retrying: AbortSignal) => Promise<void>): void {
    void showWarning(
      message('Couldn’t stop recording the video of “{0}”. It may go on until the session ends.', label),
      {
        label: message('Try Again'),
        run: () =>
          withStatus(message('Stopping the video recording of “{0}”…', label), stop).catch((error: unknown) => {
            log.error(error);
            tellNotStopped(label, stop);
          }),
      },
      commandButton(message('Show Log'), 'showLog'),
    );
  }
}

/** Milliseconds that the start of videos may take before the work begins without them. */
const START_WITHIN = 10_000;

/** Records videos of sessions while work runs in them, if the user has chosen that. No failure of a video is one of the work. */
export async function withVideos<T>(
  services: VideoServices,
  sessionIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const videos = await startVideos(services, sessionIds);
  try {
    return await work();
  } finally {
    // Not awaited: the service may take a while to store a video.
    void stopVideos(services, videos);
  }
}

interface SessionVideo extends RecordedVideo {
  readonly session: string;
}

async function startVideos(services: VideoServices, sessionIds: readonly string[]): Promise<SessionVideo[]> {
  const { activities, connection, notOffered, log } = services;
  if (!recordsVideos() || notOffered.has(connection.settings, 'videos')) return [];
  const client = await connection.client();
  const start = async (session: string, signal: AbortSignal): Promise<SessionVideo | undefined> => {
    if (activities.in('video', connection.settings, session).length > 0) return undefined;
    try {
      return { session, ...(await startVideo(services, client, session, signal)) };
    } catch (error) {
      log.error(error);
      await notOffered.record(connection.settings, error);
      return undefined;
    }
  };
  const started = await withStatus(message('Starting to record a video…'), (cancelled) => {
    const signal = withTimeLimit(cancelled, START_WITHIN);
    showCountdowns(signal, () => {});
    return Promise.all(sessionIds.map((session) => start(session, signal)));
  });
  return started.filter((video) => video !== undefined);
}

async function stopVideos(services: VideoServices, videos: readonly SessionVideo[]): Promise<void> {
  const stopped = await Promise.allSettled(videos.map((video) => video.stop()));
  const { sessions } = services.records;
  tellRecorded(
    services.connection.settings,
    videos
      .filter((_, index) => stopped[index]?.status === 'fulfilled')
      .map(({ id, session }) => ({ id, session, label: labelOf(sessions.get(session) ?? { id: session }) })),
  );
}

/** Offers to save what was recorded, at the connection that it was recorded at. */
export function tellRecorded(
  { name, address }: ConnectionKey,
  videos: readonly { readonly id: string; readonly session: string; readonly label: Label }[],
): void {
  const [only, ...others] = videos;
  if (!only) return;
  // Not awaited: the notification may stay open for hours.
  void showInformation(
    others.length === 0
      ? message('Recorded a video of “{0}”', only.label)
      : message('Recorded videos of {0} sessions', videos.length),
    commandButton(message('Save Video…'), 'saveVideo', {
      connection: name,
      address,
      ...(others.length === 0 && { session: only.session, video: only.id }),
    }),
  );
}
