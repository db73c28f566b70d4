import { english, message, type Message } from './message';

/** The action that helps after an error; `ui` shows a button for each. */
export type RecoveryAction =
  | 'setToken'
  | 'chooseSession'
  | 'changeAddress'
  | 'openProxySettings'
  | 'addConnection'
  | 'switchConnection'
  | 'editConnections'
  | 'showLog'
  | 'refresh'
  | 'checkSession'
  | 'openInBrowser'
  | 'takeScreenshot'
  | 'openScreen'
  | 'manageTrust'
  | 'chooseChromium'
  | 'choosePort';

/** An error that the user can act on. Its text is a complete sentence: what failed, why, and what to do. */
export class UserError extends Error {
  override readonly name: string = 'UserError';

  constructor(
    readonly text: Message,
    readonly recovery?: RecoveryAction,
    /** A warning if nothing has failed: something may have happened, or the user has to allow it first. */
    readonly severity: 'error' | 'warning' = 'error',
  ) {
    super(english(text));
  }
}

/** What was asked for can't be done, and nothing of it was. */
export class NotDone extends UserError {
  override readonly name = 'NotDone';
}

/** What failed may succeed in a moment, with nothing changed. */
export class TemporaryError extends UserError {}

/** The sentence for an error that is a mistake of ours. */
export const UNEXPECTED = message('An unexpected error occurred. See the log for details.');

/** What the user is shown of anything that was thrown. */
export function sentenceOf(error: unknown): Message {
  return error instanceof UserError ? error.text : UNEXPECTED;
}

/** The user cancelled. No message is shown, because the user already knows. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor(
    /** Whether it is certain that nothing was done: the request was cancelled while it waited to be sent again. */
    readonly nothingDone = false,
  ) {
    super();
  }
}

/** Throws Cancelled if the signal is aborted. Call it between two slow steps. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Cancelled();
}

/**
 * Waits for work until the signal is aborted. If the signal is aborted, before or during the wait, throws Cancelled
 * without waiting; the work then ends by itself in the background.
 */
export function raceWithAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new Cancelled());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

/** Like `Promise.all`, but waits for both even if one fails, so that nothing continues in the background. */
export async function allSettledOrThrow<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a system error, such as `ENOENT`; undefined if it has none. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
