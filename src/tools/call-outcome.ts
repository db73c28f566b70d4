import { Cancelled, NotDone, sentenceOf, UserError } from '../core/errors';
import { message, sentences, type Message } from '../core/message';
import { ConnectionError, ServiceError } from '../core/service-error';

/**
 * What a call has done so far, so that no error hides it: an agent that reads of an error only does it again, and buys
 * twice.
 */
export class CallOutcome {
  private readonly done: Message[] = [];
  private attempted: Message | undefined;
  private mayChange = false;
  private count = 0;

  /** From now on the call may change something. */
  begin(): void {
    this.mayChange = true;
  }

  /** How often something was done, or may have been. */
  get attempts(): number {
    return this.count;
  }

  /**
   * Does something that must not be done twice.
   * @param what as a sentence, if it is done: `Clicked button “Buy”.`
   */
  async attempt<T>(what: Message, work: () => Promise<T>): Promise<T> {
    this.attempted = what;
    this.count++;
    try {
      const result = await work();
      this.done.push(what);
      this.attempted = undefined;
      return result;
    } catch (error) {
      // The sentences of the service tell what may have happened.
      const isTold = error instanceof NotDone || (!(error instanceof Cancelled) && tellsItself(error));
      if (isTold) this.attempted = undefined;
      throw error;
    }
  }

  /** An error of the call, with what was done, was not done, or may have been done. */
  errorOf(error: unknown): unknown {
    const text = this.textOf(error);
    if (!text) return error;
    return error instanceof UserError ? new CallError(text, error) : new UnexpectedInCall(text, error);
  }

  private textOf(error: unknown): Message | undefined {
    const failed = error instanceof Cancelled ? message('The call was canceled.') : sentenceOf(error);
    const { attempted } = this;
    if (attempted)
      return sentences(
        ...this.done,
        failed,
        message('What may have been done: {0} Look first, then call again.', attempted),
      );
    if (this.done.length > 0) return sentences(...this.done, message('That was done. The next part failed:'), failed);
    return this.mayChange && !tellsItself(error) ? sentences(failed, message('Nothing was done.')) : undefined;
  }
}

/** An error with what was done before it. */
export class CallError extends UserError {
  constructor(
    text: Message,
    override readonly cause: UserError,
  ) {
    super(text, cause.recovery);
  }
}

/** The same of an error that is a mistake of ours. */
export class UnexpectedInCall extends Error {
  constructor(
    readonly text: Message,
    cause: unknown,
  ) {
    super('unexpected', { cause });
  }
}

/** Whether the sentence of an error says already that nothing was done, or what may have been. */
function tellsItself(error: unknown): boolean {
  if (error instanceof Cancelled || error instanceof ServiceError || error instanceof ConnectionError) return true;
  return error instanceof UserError && /[Nn]othing was \w+\./.test(error.message);
}
