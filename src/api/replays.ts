import { UserError } from '../core/errors';
import { formatBytes } from '../core/format';
import { asRecord, asWrittenTime } from '../core/json';
import { message, sentences } from '../core/message';
import type { Operation } from '../core/service-error';
import { listOf, notTheService, recordOf, recordWithId } from './answers';
import type { BodySink } from './exchange';
import type { Service } from './service';
import { onSession } from './sessions';

/** A video of a session's display, which the service has recorded or is recording. Its address is not read: it is a secret. */
export interface ServiceReplay {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt?: number;
  /** Undefined while it is recorded. Milliseconds since 1970. */
  readonly finishedAt?: number;
}

export interface ReplayRequests {
  /** Starts a replay of a session. @throws NotOffered; ServiceError (404) if the session has ended. */
  startReplay(sessionId: string, signal: AbortSignal): Promise<ServiceReplay>;
  /** Ends a replay; the service keeps its video. @throws NotOffered; ServiceError (404) if there is none. */
  stopReplay(sessionId: string, replayId: string, signal: AbortSignal): Promise<void>;
  /**
   * Marks this moment of a replay that is recorded with a name: a chapter of its video.
   * @throws NotOffered; ServiceError (404) if there is none, or the service does not have the operation.
   */
  markReplay(sessionId: string, replayId: string, name: string, signal: AbortSignal): Promise<void>;
  /** @returns the newest ones of a session, the newest first. @throws NotOffered; ServiceError (404). */
  listReplays(sessionId: string, signal: AbortSignal): Promise<readonly ServiceReplay[]>;
  /**
   * Downloads the video of a replay, an MP4.
   * @param sink receives it; again from its beginning if the connection breaks.
   * @returns false if the service still prepares it.
   * @throws NotOffered; ServiceError (404); UserError if it is no MP4, or larger than `MAX_REPLAY_BYTES`.
   */
  downloadReplay(sessionId: string, replayId: string, sink: BodySink, signal: AbortSignal): Promise<boolean>;
}

/** 1 GB: hours of a display. */
export const MAX_REPLAY_BYTES = 1024 ** 3;
/** Replays of a session that are shown. */
const MAX_REPLAYS = 500;

const NOT_OFFERED: Operation['notOffered'] = {
  ability: 'videos',
  text: message('This service doesn’t record videos.'),
};

export const replayOperations = {
  startReplay: (id: string): Operation => ({
    ...onSession(id),
    notOffered: NOT_OFFERED,
    failed: message('Couldn’t record a video of “{0}”.', id),
    verifyWith: 'showLog',
    uncertain: {
      noAnswer: message('Recording a video of “{0}” got no answer.', id),
      serviceFailed: message('The service failed while starting a video of “{0}”.', id),
      check: message('A video may be recording. Check the list of Save Video before you retry.'),
    },
  }),
  stopReplay: (id: string): Operation => ({
    ...onReplay(id),
    failed: message('Couldn’t stop recording the video of “{0}”.', id),
  }),
  markReplay: (id: string): Operation => ({
    ...onReplay(id),
    notOffered: { ability: 'videoMarks', text: message('This service doesn’t mark moments of videos.') },
    failed: message('Couldn’t mark the video of “{0}”.', id),
    // Sent later, it would mark another moment.
    uncertain: {
      noAnswer: message('Marking the video of “{0}” got no answer.', id),
      serviceFailed: message('The service failed while marking the video of “{0}”.', id),
      check: message('Look for the mark in the video before you set it again.'),
    },
  }),
  listReplays: (id: string): Operation => ({
    ...onSession(id),
    notOffered: NOT_OFFERED,
    failed: message('Couldn’t list the videos of “{0}”.', id),
    verifyWith: 'showLog',
  }),
  downloadReplay: (id: string): Operation => ({
    ...onReplay(id),
    failed: message('Couldn’t download the video of “{0}”.', id),
  }),
};

/** A 404 may be about the session or the replay. */
function onReplay(id: string): Pick<Operation, 'notFound' | 'notFoundAction' | 'session' | 'verifyWith'> {
  return {
    notFound: message('This video of “{0}” no longer exists.', id),
    notFoundAction: 'showLog',
    session: id,
    verifyWith: 'showLog',
  };
}

export function replayRequests({ send, segment, isSecret }: Service): ReplayRequests {
  const pathOf = (id: string, replayId?: string): string =>
    `/browsers/${segment(id)}/replays${replayId === undefined ? '' : `/${segment(replayId)}`}`;
  const read = (value: unknown): ServiceReplay | undefined => {
    const fields = asRecord(value);
    return recordWithId(fields['replay_id'], isSecret, () => ({
      startedAt: asWrittenTime(fields['started_at']),
      finishedAt: asWrittenTime(fields['finished_at']),
    }));
  };
  return {
    startReplay: async (id, signal) => {
      const operation = replayOperations.startReplay(id);
      const answer = await send({ operation, method: 'POST', path: pathOf(id), json: {}, wantsBody: true, signal });
      const unreadable = message(
        'The service is recording a video but didn’t return its ID. It ends with the session.',
      );
      return recordOf(answer.body, read, unreadable);
    },
    stopReplay: async (id, replayId, signal) => {
      const path = `${pathOf(id, replayId)}/stop`;
      await send({ operation: replayOperations.stopReplay(id), method: 'POST', path, signal, slow: true });
    },
    markReplay: async (id, replayId, name, signal) => {
      const path = `${pathOf(id, replayId)}/mark`;
      await send({ operation: replayOperations.markReplay(id), method: 'POST', path, json: { name }, signal });
    },
    listReplays: async (id, signal) => {
      const operation = replayOperations.listReplays(id);
      const answer = await send({ operation, method: 'GET', path: pathOf(id), wantsBody: true, signal });
      return listOf(answer.body, operation)
        .flatMap((value) => read(value) ?? [])
        .toSorted((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0))
        .slice(0, MAX_REPLAYS);
    },
    downloadReplay: async (id, replayId, sink, signal) => {
      const operation = replayOperations.downloadReplay(id);
      const checked = new CheckedVideo(sink, operation);
      const request = { operation, method: 'GET', path: pathOf(id, replayId), sink: checked, signal } as const;
      const { status } = await send(request);
      if (status !== 200) return false;
      checked.requireVideo();
      return true;
    },
  };
}

/** Bytes: the length of the first box of an MP4, and its type. */
const HEAD_LENGTH = 8;

/** Passes on what begins like an MP4 and is no larger than one may be. */
class CheckedVideo implements BodySink {
  private head = Buffer.alloc(0);
  private length = 0;

  constructor(
    private readonly sink: BodySink,
    private readonly operation: Operation,
  ) {}

  readonly begin = async (length: number | undefined): Promise<void> => {
    this.head = Buffer.alloc(0);
    this.length = 0;
    this.requireSmallEnough(length ?? 0);
    await this.sink.begin(length);
  };

  readonly write = async (chunk: Buffer): Promise<void> => {
    this.length += chunk.length;
    this.requireSmallEnough(this.length);
    if (this.head.length < HEAD_LENGTH) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_LENGTH - this.head.length)]);
      if (this.head.length === HEAD_LENGTH) this.requireVideo();
    }
    await this.sink.write(chunk);
  };

  /** @throws UserError if what came is no MP4. */
  requireVideo(): void {
    if (this.head.subarray(4).toString('latin1') !== 'ftyp') throw notTheService(this.operation);
  }

  private requireSmallEnough(length: number): void {
    if (length <= MAX_REPLAY_BYTES) return;
    const limit = formatBytes(MAX_REPLAY_BYTES);
    throw new UserError(sentences(this.operation.failed, message('It’s larger than {0}.', limit)));
  }
}
