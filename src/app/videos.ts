import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ServiceReplay } from '../api';
import { Cancelled, messageOf, UserError } from '../core/errors';
import { message } from '../core/message';
import { cut, oneLine } from '../core/one-line';
import { isNotFound, NotOffered } from '../core/service-error';
import { keyOfSession, labelOf, type ConnectionKey, type SessionRecord } from '../state';
import type { Activities } from './activities/activities';
import type { VideoActivity } from './activities/activity';
import { explainNotFound, optionalInSession, refuseReleased, type SessionDependencies } from './not-found';

/** A video that this window has started, and that is recorded until it is stopped. */
export interface RecordedVideo {
  readonly id: string;
  /** Settles after it was stopped, when the service has done so; rejects if that failed. */
  readonly ended: Promise<void>;
  /** Stops it, if nothing else has. Rejects if that failed. */
  readonly stop: () => Promise<void>;
}

/** Where the service is asked to begin one: a second one would record the same. */
const starting = new Set<string>();

/**
 * Starts a video of a session, which is an activity until it is stopped or the session ends.
 * @throws NotOffered; UserError if this window records one already.
 */
export async function recordVideo(
  {
    client,
    sessions,
    activities,
  }: SessionDependencies<'startReplay' | 'stopReplay'> & { readonly activities: Activities },
  connection: ConnectionKey,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<RecordedVideo> {
  const key = keyOfSession(connection, session.id);
  if (starting.has(key) || activities.in('video', connection, session.id).length > 0)
    throw new UserError(message('A video of “{0}” is already being recorded.', labelOf(session)));
  starting.add(key);
  const { id } = await optionalInSession(
    { client, sessions },
    session.id,
    () => client.startReplay(session.id, signal),
    signal,
  ).finally(() => starting.delete(key));
  let settle: ((stopping: Promise<void>) => void) | undefined;
  const ended = new Promise<void>((resolve) => (settle = resolve));
  // Who stops it hears of its error; a session that ended needs none.
  ended.catch(() => {});
  const running = activities.start<VideoActivity>({
    kind: 'video',
    connection,
    session,
    title: labelOf(session),
    endsInProduction: false,
    video: id,
    ended,
    stop: (_why, reason) => {
      const isOver = reason === 'sessionEnded';
      settle?.(isOver ? Promise.resolve() : client.stopReplay(session.id, id, new AbortController().signal));
    },
  });
  return {
    id,
    ended,
    stop: async () => {
      running.stop('stopped');
      await ended;
    },
  };
}

/** Clients whose services don't mark videos: they are not asked again. */
const withoutMarks = new WeakSet<object>();
/** Characters of a mark, and milliseconds in which it is sent: later, it would be of another moment. */
const [MAX_MARK, MARK_WITHIN] = [200, 5000];

/**
 * Marks this moment in the videos of a session that this window records: a chapter of each. Nobody waits for it, and a
 * service without marks records videos as well.
 */
export function markVideos(
  { client, activities }: { readonly client: Pick<Client, 'markReplay'>; readonly activities: Activities },
  connection: ConnectionKey,
  sessionId: string,
  name: string,
): void {
  if (withoutMarks.has(client)) return;
  for (const { video } of activities.in('video', connection, sessionId))
    client
      .markReplay(sessionId, video, cut(oneLine(name), MAX_MARK), AbortSignal.timeout(MARK_WITHIN))
      .catch((error: unknown) => {
        if (error instanceof NotOffered || isNotFound(error)) withoutMarks.add(client);
      });
}

/** The videos of a session, the newest first; also of one that has ended, if the service keeps them. @throws NotOffered */
export async function listVideos(
  { client, sessions }: SessionDependencies<'listReplays'>,
  sessionId: string,
  signal: AbortSignal,
): Promise<readonly ServiceReplay[]> {
  refuseReleased(sessions, sessionId);
  return client
    .listReplays(sessionId, signal)
    .catch((error: unknown) => explainNotFound({ client, sessions }, sessionId, error, signal));
}

/** Milliseconds between two questions for a video that the service still prepares. */
const ASK_EVERY = 2000;
/** How often it is asked for. */
const MAX_ASKED = 30;

/**
 * Saves a video. It is written beside the file, which is replaced once all of it is there.
 * @param onProgress receives the bytes so far, and how many there are if the service tells.
 * @throws NotOffered; UserError if it is no video, too large, not ready in time, or cannot be written.
 */
export async function saveVideo(
  client: Pick<Client, 'downloadReplay'>,
  { sessionId, videoId, file }: { readonly sessionId: string; readonly videoId: string; readonly file: string },
  signal: AbortSignal,
  onProgress: (bytes: number, total: number | undefined) => void,
): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  let handle = await writing(open(part, 'wx'));
  let [written, total]: [number, number | undefined] = [0, undefined];
  const sink = {
    begin: async (length: number | undefined): Promise<void> => {
      total = length;
      if (written === 0) return;
      written = 0;
      await handle.close();
      handle = await writing(open(part, 'w'));
    },
    write: async (chunk: Buffer): Promise<void> => {
      await writing(handle.writeFile(chunk));
      written += chunk.length;
      onProgress(written, total);
    },
  };
  try {
    for (let asked = 1; !(await client.downloadReplay(sessionId, videoId, sink, signal)); asked++) {
      if (asked >= MAX_ASKED) throw new UserError(message('The video isn’t ready yet. Try again in a minute.'));
      await delay(ASK_EVERY, undefined, { signal }).catch(() => {
        throw new Cancelled();
      });
    }
    await handle.close();
    await writing(rename(part, file));
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

/** @throws UserError if the disk refuses. */
async function writing<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new UserError(message('Couldn’t save the video: {0}', messageOf(error)));
  });
}
