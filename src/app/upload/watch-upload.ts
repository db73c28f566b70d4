import { Cancelled, TemporaryError } from '../../core/errors';
import type { Message } from '../../core/message';
import { ConnectionError, isNotFound, isAskedToRetry, ServiceError } from '../../core/service-error';
import { isPassing } from '../../devtools';
import { keepThreadReady } from '../../packaging';
import type { Activities } from '../activities/activities';
import type { StopReason, WatchActivity, WatchState, WatchTaskActivity } from '../activities/activity';
import { WatchLoop, type Builds, type FolderChanges } from '../watch-loop';
import type { UnattendedOutcome } from './unattended';

export interface WatchDependencies {
  readonly activities: Activities;
  readonly builds: Builds;
  /** The changes in the folder. */
  readonly changes: FolderChanges;
}

/** How it is uploaded, and what is shown of it. */
export interface WatchFace {
  /** The name of the extension, for the user. */
  readonly title: () => string;
  readonly upload: (signal: AbortSignal) => Promise<UnattendedOutcome>;
  /** Whether the service runs: a saved file must not start one of this machine again. */
  readonly isServiceThere: () => boolean;
  readonly onBegin?: () => void;
  readonly onUploaded: (outcome: Exclude<UnattendedOutcome, { kind: 'notPossible' }>) => void;
  /** The session cannot take it in place. */
  readonly onNotPossible?: () => Promise<void>;
  /** @returns what is wrong, for the rows and the status bar. */
  readonly onError: (error: unknown) => { readonly state: WatchState; readonly problem: Message };
  readonly onEnd?: () => void;
  /** @param isUploading whether an upload is under way, which may still happen. */
  readonly onStop?: (why: Message, reason: StopReason, isUploading: boolean) => void;
}

type OwnFields = 'title' | 'state' | 'problem' | 'stop';

/**
 * Uploads a folder now and at each change, until it is stopped, or its session has ended or cannot take it in place.
 * @returns ends it without a word.
 */
export function watchUpload(
  { activities, builds, changes }: WatchDependencies,
  watched: Omit<WatchActivity, OwnFields> | Omit<WatchTaskActivity, OwnFields>,
  face: WatchFace,
): () => void {
  const releaseThread = keepThreadReady();
  let isUploading = false;
  const upload = async (signal: AbortSignal): Promise<UnattendedOutcome> => {
    isUploading = true;
    try {
      return await face.upload(signal);
    } finally {
      isUploading = false;
    }
  };
  const round = async (signal: AbortSignal): Promise<'tryAgain' | void> => {
    try {
      if (!face.isServiceThere()) return running.stop('sessionEnded');
      const outcome = await upload(signal);
      if (outcome.kind === 'notPossible') {
        await face.onNotPossible?.();
        return running.stop('notInPlace');
      }
      running.update({ title: face.title(), state: 'uploaded', problem: undefined });
      face.onUploaded(outcome);
    } catch (error) {
      if (signal.aborted || error instanceof Cancelled) return undefined;
      if (isNotFound(error)) return running.stop('sessionEnded');
      running.update(face.onError(error));
      return maySucceedLater(error) ? 'tryAgain' : undefined;
    }
  };
  const loop = new WatchLoop(
    changes,
    async (signal) => {
      face.onBegin?.();
      const result = await round(signal);
      face.onEnd?.();
      return result;
    },
    { builds },
  );
  const end = (): void => {
    releaseThread();
    loop.stop();
  };
  const running = activities.start<WatchActivity | WatchTaskActivity>({
    ...watched,
    title: face.title(),
    state: 'uploaded',
    problem: undefined,
    stop: (why, reason) => {
      end();
      face.onStop?.(why, reason, isUploading);
    },
  });
  loop.changed();
  return () => {
    end();
    running.end();
  };
}

/**
 * Whether an upload that failed may be tried again in a moment, with nothing changed: the service, the network or the
 * browser was out of order, and nothing happened that must not happen twice.
 */
function maySucceedLater(error: unknown): boolean {
  if (error instanceof ServiceError) return isAskedToRetry(error) || (isPassing(error) && !error.operation.uncertain);
  if (error instanceof ConnectionError) return !(error.sent && error.operation.uncertain);
  return error instanceof TemporaryError;
}
