import type { Pipe, Received } from '../../chromium/pipe';
import type { BrowserTarget } from '../chromium/browser';
import { type ProtocolError, readRequest, SESSION_NOT_FOUND } from './request';
import { withId, withoutSession } from './rewrite';

/**
 * One of several clients of a browser, each of which sees the browser as if it were alone. Its commands without a
 * session go to a browser session of its own, which is hidden from it. It has its own ids, and access only to the
 * sessions that were opened in its own one; these end with it.
 */
export class Client {
  private readonly pipe: Pipe;
  private readonly own: string;
  private send: (text: string) => void = () => undefined;
  /** The sessions below its own, each with the one that it was opened in. */
  private readonly openedIn = new Map<string, string>();
  private left = false;

  constructor({ pipe, sessionId }: BrowserTarget) {
    this.pipe = pipe;
    this.own = sessionId;
    this.listen(sessionId);
  }

  /** Aborted when the browser has ended. */
  get ended(): AbortSignal {
    return this.pipe.ended;
  }

  /** `send` delivers messages to the client, and must not throw. None is sent before the client's first command. */
  tellTo(send: (text: string) => void): void {
    this.send = send;
  }

  /** Passes on a message of the client. */
  take(text: string): void {
    if (this.left) return;
    const request = readRequest(text);
    if (!('id' in request)) return this.refuse({}, request);
    const { id, sessionId } = request;
    const from = sessionId === undefined ? { id } : { id, sessionId };
    if (sessionId !== undefined && !this.openedIn.has(sessionId)) return this.refuse(from, SESSION_NOT_FOUND);
    this.pipe.post({ ...request, sessionId: sessionId ?? this.own }, (reply) => {
      if (reply) this.forward(withId(reply, id));
      else this.refuse(from, SESSION_NOT_FOUND);
    });
  }

  /** Ends its sessions; the client receives nothing more. Later commands over the pipe are executed after this. */
  leave(): void {
    if (this.left) return;
    this.left = true;
    for (const sessionId of [...this.openedIn.keys(), this.own]) this.pipe.forget(sessionId);
    this.pipe.post({ method: 'Target.detachFromTarget', params: { sessionId: this.own } }, () => undefined);
  }

  private listen(sessionId: string): void {
    this.pipe.listen(sessionId, (event) => {
      this.forward(event);
      this.follow(event);
    });
  }

  /** Chromium announces each session by an event, before the answer to the command that opened it. */
  private follow({ message: { method, params, sessionId: parent } }: Received): void {
    const sessionId = params?.sessionId;
    if (sessionId === undefined || parent === undefined) return;
    if (method === 'Target.attachedToTarget') this.adopt(sessionId, parent);
    else if (method === 'Target.detachedFromTarget') this.forget(sessionId);
  }

  private adopt(sessionId: string, parent: string): void {
    this.openedIn.set(sessionId, parent);
    this.listen(sessionId);
  }

  /** When a session ends, the sessions that were opened in it end too. */
  private forget(sessionId: string): void {
    if (!this.openedIn.delete(sessionId)) return;
    this.pipe.forget(sessionId);
    for (const [child, parent] of this.openedIn) if (parent === sessionId) this.forget(child);
  }

  private forward(received: Received): void {
    if (this.left) return;
    this.send(received.message.sessionId === this.own ? withoutSession(received) : received.text);
  }

  private refuse(from: { id?: number; sessionId?: string }, { code, message }: ProtocolError): void {
    if (!this.left) this.send(JSON.stringify({ ...from, error: { code, message } }));
  }
}
