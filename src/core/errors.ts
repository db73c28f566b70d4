import { english, type Message } from './message';

/** The one thing that helps with an error; `ui` gives each a button. */
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
  | 'takeScreenshot'
  | 'manageTrust'
  | 'chooseChromium'
  | 'choosePort';

/** An error that the person can do something about: a finished sentence with what failed, why, and what to do. */
export class UserError extends Error {
  override readonly name: string = 'UserError';

  constructor(
    readonly text: Message,
    readonly recovery?: RecoveryAction,
    /** A warning where nothing has failed: something may have happened, or the person has to allow it first. */
    readonly severity: 'error' | 'warning' = 'error',
  ) {
    super(english(text));
  }
}

/** The person said stop. Silent: whoever cancelled knows it. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor(
    /** Whether it is known that nothing was done: it was stopped while it waited to be sent again. */
    readonly nothingDone = false,
  ) {
    super();
  }
}

/** Throws Cancelled when the signal was aborted: for between two slow steps. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Cancelled();
}

/**
 * Waits for work until the signal is aborted, or not at all if it was, and then throws Cancelled: what was begun ends
 * by itself in the background.
 */
export function raceWithAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new Cancelled());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

/** What can be said of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a system error, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
