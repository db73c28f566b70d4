import { Cancelled, messageOf, type RecoveryAction, UserError } from '../../core/errors';
import type { Message } from '../../core/message';
import type { PackProgress } from '../zip/progress';
import type { JobName } from './jobs';
import type { Parcel } from './parcel';

/** What a thread is told. */
export type ToThread =
  | { readonly kind: 'run'; readonly job: JobName; readonly args: Parcel }
  /** The job is not wanted any more: it ends when it can. */
  | { readonly kind: 'cancel' }
  /** Nothing more is asked: the thread ends when its job does. */
  | { readonly kind: 'end' };

/** What a thread tells. */
export type FromThread =
  | { readonly kind: 'progress'; readonly progress: PackProgress }
  | { readonly kind: 'done'; readonly result: Parcel }
  | { readonly kind: 'failed'; readonly error: SentError };

/** An error as plain data: of one that crosses to another thread, only Error and its words would be left. */
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
