import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { MessageSplitter } from './message-splitter';
import { BrowserGone, NoAnswer, NotDevTools, refusal, TargetGone } from './failures';

interface Call {
  method: string;
  sessionId: string | undefined;
  settle: (error: Error | undefined, result?: unknown) => void;
}

interface Message {
  id?: number;
  result?: unknown;
  error?: { message: string };
  method?: string;
  params?: { sessionId?: string };
  sessionId?: string;
}

/**
 * The DevTools protocol over `--remote-debugging-pipe`: JSON messages that end with a zero byte, without a TCP port.
 */
export class Connection {
  private readonly events = new EventEmitter();
  private readonly calls = new Map<number, Call>();
  private readonly writer: Writable;
  private readonly splitter = new MessageSplitter();
  private lastId = 0;
  private gone: BrowserGone | undefined;

  constructor(writer: Writable, reader: Readable) {
    this.writer = writer;
    reader.on('data', (chunk: Buffer) => {
      const failure = this.take(chunk);
      // Stop reading, because the stream may never end.
      if (failure) reader.destroy();
    });
    for (const pipe of [reader, writer]) pipe.on('error', () => this.end()).on('close', () => this.end());
  }

  get isOpen(): boolean {
    return this.gone === undefined;
  }

  /** Rejects with Chromium's own message, or after `patience` milliseconds without an answer. */
  call(method: string, params: object | undefined, sessionId: string | undefined, patience: number): Promise<unknown> {
    if (this.gone) return Promise.reject(this.gone);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(new NoAnswer(method, patience)), patience);
      const settle = (error: Error | undefined, result?: unknown): void => {
        clearTimeout(timer);
        this.calls.delete(id);
        if (error) reject(error);
        else resolve(result);
      };
      this.calls.set(id, { method, sessionId, settle });
      this.writer.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  on(event: string, sessionId: string | undefined, listener: (params: unknown) => void): void {
    this.events.on(eventKey(event, sessionId), listener);
  }

  /**
   * Listeners trust that messages have the types of devtools-protocol. If handling a message throws, the program is not
   * Chromium.
   */
  private take(chunk: Buffer): Error | undefined {
    try {
      for (const text of this.splitter.push(chunk)) this.receive(JSON.parse(text));
      return undefined;
    } catch (error) {
      const failure = new NotDevTools(error);
      this.end(failure);
      return failure;
    }
  }

  private receive({ id, result, error, method, params, sessionId }: Message): void {
    if (id !== undefined) {
      const call = this.calls.get(id);
      call?.settle(error && refusal(call.method, error.message), result);
    } else if (method) {
      if (method === 'Target.detachedFromTarget') this.forget(params?.sessionId);
      this.events.emit(eventKey(method, sessionId), params);
    }
  }

  /** Rejects the open calls of a page that has closed, because Chromium does not answer them. */
  private forget(sessionId: string | undefined): void {
    for (const call of this.calls.values()) if (call.sessionId === sessionId) call.settle(new TargetGone(call.method));
  }

  private end(reason = new BrowserGone()): void {
    this.gone ??= reason;
    for (const call of this.calls.values()) call.settle(this.gone);
  }
}

function eventKey(event: string, sessionId: string | undefined): string {
  return `${sessionId ?? ''} ${event}`;
}
