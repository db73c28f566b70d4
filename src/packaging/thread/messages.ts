import { Cancelled, messageOf, type RecoveryAction, UserError } from '../../core/errors';
import type { Message } from '../../core/message';
import type { PackProgress } from '../zip/progress';
import type { JobName } from './jobs';

/** Messages to a thread. */
export type ToThread =
  | { readonly kind: 'run'; readonly job: JobName; readonly args: readonly unknown[] }
  /** The job was cancelled: it ends as soon as it can. */
  | { readonly kind: 'cancel' }
  /** No more jobs: the thread ends after its current job. */
  | { readonly kind: 'end' };

/** Messages from a thread. */
export type FromThread =
  | { readonly kind: 'progress'; readonly progress: PackProgress }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: SentError };

/** An error as plain data: structured cloning to another thread would keep only the class Error and the message. */
type SentError =
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

/** The memory of the contents of files in a result, which is handed over instead of copied. */
export function transfersOf(result: unknown): ArrayBuffer[] {
  return Object.values(Object(result)).flatMap((part) => {
    if (!(part instanceof Uint8Array) || !(part.buffer instanceof ArrayBuffer)) return [];
    return part.length === part.buffer.byteLength ? part.buffer : [];
  });
}
