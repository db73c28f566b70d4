import type { Pipe, Received } from '../../chromium/pipe';
import type { BrowserTarget } from '../chromium/browser';

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

/** A command of a client. Chromium itself checks its other fields. */
interface Request {
  readonly id: number;
  readonly sessionId?: string;
}

/** Chromium's error for a message that it does not accept. */
interface ProtocolError {
  readonly code: number;
  readonly message: string;
}

const SESSION_NOT_FOUND: ProtocolError = { code: -32001, message: 'Session with given id not found.' };

const NOT_JSON: ProtocolError = { code: -32700, message: 'JSON: the message is not valid JSON' };
const NO_OBJECT: ProtocolError = { code: -32600, message: 'Message must be an object' };
const NO_ID: ProtocolError = { code: -32600, message: "Message must have integer 'id' property" };
const NO_SESSION_ID: ProtocolError = { code: -32600, message: "Message may have string 'sessionId' property" };

/** Reads the parts of a client's message that decide where it goes. */
function readRequest(text: string): Request | ProtocolError {
  const message = parse(text);
  if (message === undefined) return NOT_JSON;
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return NO_OBJECT;
  if (!('id' in message) || !isId(message.id)) return NO_ID;
  if (!('sessionId' in message)) return { ...message, id: message.id };
  if (typeof message.sessionId !== 'string') return NO_SESSION_ID;
  return { ...message, id: message.id, sessionId: message.sessionId };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Chromium reads an id as an integer of 32 bits. */
function isId(value: unknown): value is number {
  return typeof value === 'number' && value === Math.trunc(value) && value === (value | 0);
}

/**
 * The text of a reply with another id. The id is replaced where Chromium usually writes it. Only if it is elsewhere, the
 * reply is serialized again, because it may be a picture of many megabytes.
 */
function withId({ message, text }: Received, id: number): Received {
  const start = `{"id":${message.id},`;
  const isAsEver = text.startsWith(start);
  const renamed = { ...message, id };
  return {
    message: renamed,
    text: isAsEver ? `{"id":${id},${text.slice(start.length)}` : JSON.stringify(renamed),
  };
}

/** The text of a message without its session, done in the same way. */
function withoutSession({ message, text }: Received): string {
  const { sessionId, ...rest } = message;
  const end = `,"sessionId":"${sessionId}"}`;
  return text.endsWith(end) ? `${text.slice(0, -end.length)}}` : JSON.stringify(rest);
}
