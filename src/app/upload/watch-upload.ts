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

/** How a folder is uploaded, and who hears of it. */
export interface WatchCallbacks {
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
  callbacks: WatchCallbacks,
): () => void {
  const releaseThread = keepThreadReady();
  let isUploading = false;
  const upload = async (signal: AbortSignal): Promise<UnattendedOutcome> => {
    isUploading = true;
    try {
      return await callbacks.upload(signal);
    } finally {
      isUploading = false;
    }
  };
  const round = async (signal: AbortSignal): Promise<'tryAgain' | void> => {
    try {
      if (!callbacks.isServiceThere()) return running.stop('sessionEnded');
      const outcome = await upload(signal);
      if (outcome.kind === 'notPossible') {
        await callbacks.onNotPossible?.();
        return running.stop('notInPlace');
      }
      running.update({ title: callbacks.title(), state: 'uploaded', problem: undefined });
      callbacks.onUploaded(outcome);
    } catch (error) {
      if (signal.aborted || error instanceof Cancelled) return undefined;
      if (isNotFound(error)) return running.stop('sessionEnded');
      running.update(callbacks.onError(error));
      return maySucceedLater(error) ? 'tryAgain' : undefined;
    }
  };
  const loop = new WatchLoop(
    changes,
    async (signal) => {
      callbacks.onBegin?.();
      const result = await round(signal);
      callbacks.onEnd?.();
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
    title: callbacks.title(),
    state: 'uploaded',
    problem: undefined,
    stop: (why, reason) => {
      end();
      callbacks.onStop?.(why, reason, isUploading);
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
