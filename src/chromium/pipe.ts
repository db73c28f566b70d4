import { EventEmitter, setMaxListeners } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { BrowserGone, NotDevTools } from './failures';

/** The parts of a message from Chromium that decide who receives it. */
export interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: { readonly sessionId?: string };
  readonly sessionId?: string;
}

/** A message from Chromium: parsed, and its original text, so that it can be passed on without serializing it again. */
export interface Received {
  readonly message: Message;
  readonly text: string;
}

/** A command to the browser or, with a `sessionId`, to one of its sessions. */
export interface Command {
  readonly method?: unknown;
  readonly params?: unknown;
  readonly sessionId?: string | undefined;
}

/** Receives the answer; undefined if there will be none, because the session or the browser has ended. */
export type Answered = (reply: Received | undefined) => void;

interface Call {
  readonly sessionId: string | undefined;
  readonly answered: Answered;
}

/** Chromium reads an id as an integer of 32 bits. */
const MAX_ID = 0x7fff_ffff;

/**
 * The DevTools protocol over `--remote-debugging-pipe`: JSON messages that end with a zero byte, without a TCP port.
 * Several clients can use it at the same time, each with its own sessions: an answer goes to the sender of the command,
 * an event to the listeners of its session.
 */
export class Pipe {
  private readonly writer: Writable;
  private readonly splitter = new MessageSplitter();
  private readonly calls = new Map<number, Call>();
  private readonly events = new EventEmitter();
  private readonly ending = new AbortController();
  private lastId = 0;
  private reason: BrowserGone | undefined;

  constructor(writer: Writable, reader: Readable) {
    this.writer = writer;
    // One listener for each client.
    setMaxListeners(0, this.ending.signal);
    this.listen(undefined, ({ message: { method, params } }) => {
      if (method === 'Target.detachedFromTarget' && params?.sessionId !== undefined) this.forget(params.sessionId);
    });
    reader.on('data', (chunk: Buffer) => {
      const failure = this.take(chunk);
      // Stop reading, because the stream may never end.
      if (failure) reader.destroy();
    });
    for (const stream of [reader, writer]) stream.on('error', () => this.end()).on('close', () => this.end());
  }

  /** Aborted when the pipe has ended. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  /** Why nothing can be sent any more; undefined while it can. */
  get gone(): BrowserGone | undefined {
    return this.reason;
  }

  /**
   * Sends a command under a free id.
   * @returns a function that ends the wait for the answer.
   */
  post(command: Command, answered: Answered): () => void {
    if (this.reason) {
      answered(undefined);
      return () => undefined;
    }
    this.lastId = (this.lastId % MAX_ID) + 1;
    const id = this.lastId;
    this.calls.set(id, { sessionId: command.sessionId, answered });
    this.writer.write(`${JSON.stringify({ ...command, id })}\0`);
    return () => void this.calls.delete(id);
  }

  /** Calls `listener` with each event of a session, or of the browser itself. */
  listen(sessionId: string | undefined, listener: (event: Received) => void): void {
    this.events.on(eventsOf(sessionId), listener);
  }

  /** Removes the listeners of a session, and ends its open commands: Chromium does not answer those of an ended one. */
  forget(sessionId: string): void {
    this.events.removeAllListeners(eventsOf(sessionId));
    for (const [id, call] of this.calls) if (call.sessionId === sessionId) this.settle(id, undefined);
  }

  /**
   * Listeners trust that messages have the types of devtools-protocol. If handling a message throws, the program is not
   * Chromium.
   */
  private take(chunk: Buffer): Error | undefined {
    try {
      for (const text of this.splitter.push(chunk)) this.receive({ message: JSON.parse(text), text });
      return undefined;
    } catch (error) {
      const failure = new NotDevTools(error);
      this.end(failure);
      return failure;
    }
  }

  private receive(received: Received): void {
    const { id, method, sessionId } = received.message;
    if (id !== undefined) this.settle(id, received);
    else if (method) this.events.emit(eventsOf(sessionId), received);
  }

  private settle(id: number, reply: Received | undefined): void {
    const call = this.calls.get(id);
    this.calls.delete(id);
    call?.answered(reply);
  }

  private end(reason = new BrowserGone()): void {
    if (this.reason) return;
    this.reason = reason;
    for (const id of this.calls.keys()) this.settle(id, undefined);
    this.ending.abort(reason);
  }
}

function eventsOf(sessionId: string | undefined): string {
  return `session ${sessionId ?? ''}`;
}

const MIB = 1024 * 1024;
/** Bytes. Chromium's first message is a one-line answer; the longest messages are screenshots. */
const MAX_FIRST_MESSAGE_BYTES = MIB;
const MAX_MESSAGE_BYTES = 128 * MIB;

/**
 * Splits a byte stream into the texts that end with a zero byte. A screenshot is one message of many chunks, so the
 * chunks are concatenated only once.
 */
export class MessageSplitter {
  private started: Buffer[] = [];
  private length = 0;
  private longest = MAX_FIRST_MESSAGE_BYTES;

  /** @throws if a text gets longer than any message of Chromium. */
  push(chunk: Buffer): string[] {
    const texts: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      texts.push(Buffer.concat([...this.started, chunk.subarray(from, end)]).toString());
      this.started = [];
      this.length = 0;
      this.longest = MAX_MESSAGE_BYTES;
      from = end + 1;
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
    return texts;
  }

  private keep(rest: Buffer): void {
    this.started.push(rest);
    this.length += rest.length;
    if (this.length > this.longest) throw new Error(`a message has more than ${this.longest} bytes`);
  }
}
