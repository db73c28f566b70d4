import { type BrowserGone, NoAnswer, refusal, TargetGone } from './failures';
import type { Message, Pipe } from './pipe';

/** The calls of this process over a pipe, each with a timeout, and the events of its own sessions. */
export class Connection {
  private readonly pipe: Pipe;

  constructor(pipe: Pipe) {
    this.pipe = pipe;
    pipe.listen(undefined, ({ message }) => this.forgetDetached(message));
  }

  get isOpen(): boolean {
    return this.pipe.gone === undefined;
  }

  /** Rejects with Chromium's own message, or after `patience` milliseconds without an answer. */
  call(method: string, params: object | undefined, sessionId: string | undefined, patience: number): Promise<unknown> {
    if (this.pipe.gone) return Promise.reject<BrowserGone>(this.pipe.gone);
    return new Promise((resolve, reject) => {
      const letGo = this.pipe.post({ method, params, sessionId }, (reply) => {
        clearTimeout(timer);
        if (!reply) reject(this.pipe.gone ?? new TargetGone(method));
        else if (reply.message.error) reject(refusal(method, reply.message.error.message));
        else resolve(reply.message.result);
      });
      const timer = setTimeout(() => {
        letGo();
        reject(new NoAnswer(method, patience));
      }, patience);
    });
  }

  on(event: string, sessionId: string | undefined, listener: (params: unknown) => void): void {
    this.pipe.listen(sessionId, ({ message }) => {
      if (message.method === event) listener(message.params);
    });
  }

  private forgetDetached({ method, params }: Message): void {
    if (method === 'Target.detachedFromTarget' && params?.sessionId !== undefined) this.pipe.forget(params.sessionId);
  }
}
