import { Cancelled, messageOf, type RecoveryAction, UserError } from '../../core/errors';
import type { Message } from '../../core/message';
import type { PackProgress } from '../zip/progress';
import type { JobName } from './jobs';
import type { Parcel } from './parcel';

/** Messages to a thread. */
export type ToThread =
  | { readonly kind: 'run'; readonly job: JobName; readonly args: Parcel }
  /** The job was cancelled: it ends as soon as it can. */
  | { readonly kind: 'cancel' }
  /** No more jobs: the thread ends after its current job. */
  | { readonly kind: 'end' };

/** Messages from a thread. */
export type FromThread =
  | { readonly kind: 'progress'; readonly progress: PackProgress }
  | { readonly kind: 'done'; readonly result: Parcel }
  | { readonly kind: 'failed'; readonly error: SentError };

/** An error as plain data: structured cloning to another thread would keep only the class Error and the message. */
export type SentError =
  | { readonly kind: 'user'; readonly text: Message; readonly recovery?: RecoveryAction | undefined }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unexpected'; readonly message: string; readonly stack?: string | undefined };

export function sentError(error: unknown): SentError {
  if (error instanceof UserError) return { kind: 'user', text: error.text, recovery: error.recovery };
  if (error instanceof Cancelled) return { kind: 'cancelled' };
  return { kind: 'unexpected', message: messageOf(error), stack: error instanceof Error ? error.stack : undefined };
}

export function receivedError(sent: SentError): Error {
  switch (sent.kind) {
    case 'user':
      return new UserError(sent.text, sent.recovery);
    case 'cancelled':
      return new Cancelled();
    case 'unexpected':
      return Object.assign(new Error(sent.message), sent.stack !== undefined && { stack: sent.stack });
  }
}
