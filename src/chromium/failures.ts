import { DevToolsFailure, ProtocolError } from '../core/devtools-failure';

/** The Chromium process has ended. */
export class BrowserGone extends DevToolsFailure {
  constructor() {
    super('the browser process has ended');
  }
}

/** The pipe delivered something other than the DevTools protocol: the program is not Chromium, or it is broken. */
export class NotDevTools extends BrowserGone {
  override readonly message = 'the program does not speak the DevTools protocol';

  constructor(override readonly cause: unknown) {
    super();
  }
}

/** The program does not exist, or ended before it could be used. */
export class NotStarted extends DevToolsFailure {
  /** @param lastWords what it wrote to standard error. */
  constructor(
    readonly executable: string,
    readonly lastWords: string,
    cause: unknown,
  ) {
    super(`Chromium did not start (${executable}). ${lastWords}`.trim(), { cause });
  }
}

/** The page closed or navigated during the call. */
export class TargetGone extends DevToolsFailure {
  constructor(method: string) {
    super(`the page closed or navigated during ${method}`);
  }
}

const GONE =
  /target (navigated or )?closed|navigated or closed|not attached|detached|session with given id not found|no target with given id/i;

/** The error for an error answer of Chromium. Only its wording tells a vanished page from a refusal. */
export function refusal(method: string, text: string): Error {
  return GONE.test(text) ? new TargetGone(method) : new ProtocolError(text);
}

/** Waits for a call whose failure can be ignored: the next call to the same page or browser fails in the same way. */
export async function despiteFailure(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DevToolsFailure)) throw error;
  }
}
