import type { Message } from '../../core/message';
import type { PackProgress } from '../../packaging';
import type { SessionRecord } from '../../state';
import type { UploadProgress } from '../upload-packages';

/** What an upload is doing between its questions. */
export type UploadStep =
  | { readonly kind: 'checking'; readonly folder: string }
  | { readonly kind: 'searching'; readonly title: string }
  | { readonly kind: 'zipping'; readonly titles: Message }
  | { readonly kind: 'sending'; readonly titles: Message; readonly session: SessionRecord }
  /** To the catalog. */
  | { readonly kind: 'adding'; readonly title: string }
  | { readonly kind: 'updating'; readonly title: string; readonly session: SessionRecord }
  /** The upload has happened: whoever cancels this step does not want to wait for what the browser says of it. */
  | { readonly kind: 'proving'; readonly session: SessionRecord };

/** The progress of an upload of folders. */
export type FoldersProgress = ({ readonly phase: 'zipping' } & PackProgress) | UploadProgress;

/**
 * Runs a step and shows its progress, with a way to cancel it.
 * @param work receives the signal that cancels it, and a function to report progress.
 */
export type RunStep = <T>(
  step: UploadStep,
  work: (signal: AbortSignal, onProgress: (progress: FoldersProgress) => void) => Promise<T>,
) => Promise<T>;
