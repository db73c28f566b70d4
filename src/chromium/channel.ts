import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { NoAnswer } from '../core/devtools-failure';
import { refusal, TargetGone } from './failures';
import type { Pipe } from './pipe';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/**
 * Milliseconds. A page that takes longer is in an endless loop; the browser itself is this slow only on a busy machine.
 */
const PAGE_PATIENCE = 5_000;
const BROWSER_PATIENCE = 30_000;

/**
 * The calls of this process to the browser, or with a `sessionId` to one page, and their events. Types:
 * devtools-protocol, which is trusted, because this process has started the browser.
 */
export class Channel {
  private readonly pipe: Pipe;
  private readonly sessionId: string | undefined;

  constructor(pipe: Pipe, sessionId?: string) {
    this.pipe = pipe;
    this.sessionId = sessionId;
  }

  get isOpen(): boolean {
    return this.pipe.gone === undefined;
  }

  page(sessionId: string): Channel {
    return new Channel(this.pipe, sessionId);
  }

  /** Rejects with Chromium's own message, or if there is no answer in time. */
  send<M extends keyof Commands>(
    method: M,
    ...[params]: Commands[M]['paramsType']
  ): Promise<Commands[M]['returnType']> {
    const { pipe, sessionId } = this;
    if (pipe.gone) return Promise.reject(pipe.gone);
    const patience = sessionId === undefined ? BROWSER_PATIENCE : PAGE_PATIENCE;
    return new Promise((resolve, reject) => {
      const letGo = pipe.post({ method, params, sessionId }, (reply) => {
        clearTimeout(timer);
        if (!reply) reject(pipe.gone ?? new TargetGone(method));
        else if (reply.message.error) reject(refusal(method, reply.message.error.message));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- devtools-protocol describes it
        else resolve(reply.message.result as Commands[M]['returnType']);
      });
      const timer = setTimeout(() => {
        letGo();
        reject(new NoAnswer(method, patience));
      }, patience);
    });
  }

  on<E extends keyof Events>(event: E, listener: (params: Events[E][0]) => void): void {
    this.pipe.listen(this.sessionId, ({ message: { method, params } }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
      if (method === event) listener(params as Events[E][0]);
    });
  }
}
