import { EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { NoAnswer, ProtocolError } from '../core/devtools-failure';
import { Cancelled } from '../core/errors';
import { asNumber, asRecord, asText, parseJson } from '../core/json';
import type { Doubtful } from './doubtful';
import { ConnectionClosed } from './failures';
import type { Network, Socket } from './socket';

export type { Network } from './socket';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/** Milliseconds. */
const ANSWER_TIMEOUT = 10_000;

/**
 * A network may stop passing bytes on without a word, as after a sleep or in a VPN. Milliseconds: between two looks at
 * the bytes that came; without any, until the host is asked for some; and from then on until the browser is asked. With
 * the time for its answer they stay below 30 s.
 */
const SILENCE_INTERVAL = 2000;
const MAX_SILENCE = 8000;
const MAX_PONG = 5000;
/**
 * Bytes that wait to be sent: behind a large answer to a page, nothing that is asked arrives, and so nothing comes back.
 * Milliseconds for which that is no silence.
 */
const MANY_BYTES = 256 * 1024;
const MAX_SENDING = 180_000;
/** Milliseconds that the clock may be ahead of the timer; after a sleep it is far ahead. */
const MAX_JUMP = 10_000;

/** Something that the browser reports without having been asked. Its method may be one that the protocol has not. */
export type ProtocolEvent = {
  [Method in keyof Events]: {
    readonly method: Method;
    readonly params: Doubtful<Events[Method][0]>;
    /** Of the target that it comes from; undefined for the browser itself. */
    readonly targetSession: string | undefined;
  };
}[keyof Events];

interface Call {
  readonly settle: (error: Error | undefined, result?: unknown) => void;
}

/** The DevTools protocol over a WebSocket to a session's browser. Sends and receives JSON; what comes is doubtful. */
export class DevToolsConnection {
  private readonly events = new EventEmitter().setMaxListeners(0);
  private readonly calls = new Map<number, Call>();
  private lastId = 0;
  private ended = false;
  private readonly closing = new AbortController();
  private checking: Promise<void> | undefined;
  private readonly silenceTimer: NodeJS.Timeout;

  private constructor(
    private readonly socket: Socket,
    /**
     * Whether the page in front counts as the display, whatever its size: the browser is reached by its DevTools alone,
     * and nothing sees the rest of its display.
     */
    readonly isPageDisplay: boolean,
  ) {
    this.silenceTimer = this.watchForSilence();
    socket.addEventListener('message', ({ data }) => this.receive(data));
    socket.addEventListener('close', () => this.end());
    socket.addEventListener('error', () => this.end());
  }

  /**
   * @param isPageDisplay as the property.
   * @throws NotReachable, or Cancelled.
   */
  static async open(
    address: URL,
    network: Network,
    signal: AbortSignal,
    isPageDisplay = false,
  ): Promise<DevToolsConnection> {
    // All extensions share one global dispatcher for `fetch`, which undici sets if there is none; so the built-in one is
    // loaded first.
    void globalThis.FormData;
    const { openSocket } = await import('./socket');
    return new DevToolsConnection(await openSocket(address, network, signal), isPageDisplay);
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  /**
   * Calls a method of the browser, or of one of its targets.
   * @param options.timeout milliseconds for the answer; 0: no limit, for a call that may wait for a person.
   * @returns the result as Chromium sent it.
   * @throws ProtocolError with Chromium's own text, NoAnswer, ConnectionClosed, or Cancelled.
   */
  send<M extends keyof Commands>(
    method: M,
    params: Commands[M]['paramsType'][0],
    {
      signal,
      targetSession,
      timeout = ANSWER_TIMEOUT,
    }: { readonly signal: AbortSignal; readonly targetSession?: string; readonly timeout?: number },
  ): Promise<Doubtful<Commands[M]['returnType']>> {
    if (signal.aborted) return Promise.reject(new Cancelled());
    if (this.ended) return Promise.reject(new ConnectionClosed());
    const id = ++this.lastId;
    // Each call listens to it, and there may be many at a time.
    setMaxListeners(0, signal);
    return new Promise((resolve, reject) => {
      const settle = (error: Error | undefined, result?: unknown): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        this.calls.delete(id);
        if (error) reject(error);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type claims nothing but an object
        else resolve(asRecord(result) as Doubtful<Commands[M]['returnType']>);
      };
      const cancel = (): void => settle(new Cancelled());
      const timer = timeout > 0 ? setTimeout(() => settle(new NoAnswer(method, timeout)), timeout) : undefined;
      signal.addEventListener('abort', cancel, { once: true });
      this.calls.set(id, { settle });
      this.socket.send(JSON.stringify({ id, method, params, sessionId: targetSession }));
    });
  }

  /**
   * Calls `listener` for each event of the browser and of everything that is attached through this connection.
   * @returns a function that ends this.
   */
  subscribe(listener: (event: ProtocolEvent) => void): () => void {
    this.events.on('event', listener);
    return () => void this.events.off('event', listener);
  }

  /**
   * Calls `listener` for each event of this name, with its parameters as Chromium sent them.
   * @returns a function that ends this.
   */
  onEvent<Name extends keyof Events>(
    name: Name,
    listener: (params: Doubtful<Events[Name][0]>, targetSession: string | undefined) => void,
  ): () => void {
    return this.subscribe(({ method, params, targetSession }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- those of this name
      if (method === name) listener(params as Doubtful<Events[Name][0]>, targetSession);
    });
  }

  /**
   * Calls `listener` once, when the connection has ended, for any reason.
   * @returns a function that ends this.
   */
  onClose(listener: () => void): () => void {
    if (this.ended) listener();
    else this.events.once('close', listener);
    return () => void this.events.off('close', listener);
  }

  /** Asks whether the browser is still there, and closes the connection if nothing comes. */
  check(): Promise<void> {
    this.checking ??= this.askForBytes().finally(() => (this.checking = undefined));
    return this.checking;
  }

  /** Ends the connection, and with it all that was attached through it. */
  close(): void {
    this.end();
    this.socket.close();
  }

  /** Checks after some silence, and at once when the clock has jumped. */
  private watchForSilence(): NodeJS.Timeout {
    let { bytesRead } = this.socket;
    let last = performance.now();
    let clock = Date.now();
    let sendsSince: number | undefined;
    return setInterval(() => {
      const now = performance.now();
      const hasJumped = Math.abs(Date.now() - clock) > SILENCE_INTERVAL + MAX_JUMP;
      clock = Date.now();
      if (this.socket.bytesRead !== bytesRead) [bytesRead, last] = [this.socket.bytesRead, now];
      if (this.socket.bufferedAmount < MANY_BYTES) sendsSince = undefined;
      else sendsSince ??= now;
      // It would be asked behind what is being sent.
      if (sendsSince !== undefined && now - sendsSince < MAX_SENDING) return;
      if (hasJumped || now - last >= MAX_SILENCE) void this.check();
    }, SILENCE_INTERVAL).unref();
  }

  private async askForBytes(): Promise<void> {
    const { socket } = this;
    const { signal } = this.closing;
    const before = socket.bytesRead;
    socket.ping();
    await pause(MAX_PONG, undefined, { signal, ref: false }).catch(() => {});
    if (socket.bytesRead !== before || signal.aborted) return;
    // Not every host answers a ping.
    await this.send('Browser.getVersion', undefined, { signal }).catch((error: unknown) => {
      if (error instanceof NoAnswer && socket.bytesRead === before) this.abandon();
    });
  }

  /** Ends it without the closing handshake, which nobody would answer. */
  private abandon(): void {
    this.end();
    this.socket.destroy();
  }

  private receive(data: unknown): void {
    const { id, error, result, method, params, sessionId } = asRecord(
      typeof data === 'string' ? parseJson(data) : undefined,
    );
    if (typeof method === 'string')
      this.events.emit('event', { method, params: asRecord(params), targetSession: asText(sessionId) });
    if (typeof id !== 'number') return;
    const { message, code } = asRecord(error);
    const failure = error === undefined ? undefined : new ProtocolError(asText(message) ?? '', asNumber(code));
    this.calls.get(id)?.settle(failure, result);
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.silenceTimer);
    this.closing.abort();
    for (const call of this.calls.values()) call.settle(new ConnectionClosed());
    this.events.emit('close');
  }
}
