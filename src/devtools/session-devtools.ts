import { setTimeout as pause } from 'node:timers/promises';
import { Cancelled, raceWithAbort } from '../core/errors';
import type { DevToolsConnection } from './connection';
import { ConnectionClosed, isPassing, NoAnswer, NotReachable } from './failures';

/** Milliseconds for which a connection that nobody uses is kept. */
const IDLE_TIMEOUT = 30_000;
/** Milliseconds between tries to open a connection: a cloud browser that restarts does not answer for up to 8 s. */
const RETRY_PAUSES = [100, 200, 400, 800, 1600, 2700, 2700];

/** The same for work that goes on after a restart. */
const LONG_PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];
/** Milliseconds. A connection that ends sooner was of no use, and the pause before the next one grows. */
const SHORT_LIFE = 5_000;

export interface SessionDevToolsOptions {
  /** Opens a connection. @throws NotReachable. */
  readonly open: (signal: AbortSignal) => Promise<DevToolsConnection>;
  /** Milliseconds for which a connection that nobody uses is kept. */
  readonly idle?: number;
}

/**
 * The DevTools connection of one session: opened when it is first needed, shared by all callers, and closed after it
 * was unused for a while.
 */
export class SessionDevTools {
  private readonly closing = new AbortController();
  private opening: Promise<DevToolsConnection> | undefined;
  private users = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private current: DevToolsConnection | undefined;
  private readonly listeners = new Set<(connection: DevToolsConnection) => void>();

  constructor(private readonly options: SessionDevToolsOptions) {}

  /**
   * Does some work over the connection. If the connection breaks, as when the browser restarts, the work is done once
   * more over a new one, so it must be repeatable.
   * @throws DevToolsFailure, or Cancelled.
   */
  async use<T>(work: (connection: DevToolsConnection) => Promise<T>, signal: AbortSignal): Promise<T> {
    this.users++;
    clearTimeout(this.idleTimer);
    try {
      return await this.attempt(work, signal).catch((error: unknown) => {
        if (error instanceof ConnectionClosed && !this.closing.signal.aborted) return this.attempt(work, signal);
        throw error;
      });
    } finally {
      if (--this.users === 0) this.idleTimer = setTimeout(() => this.disconnect(), this.idle).unref();
    }
  }

  /**
   * Does work that lasts, over a connection that is kept open until `signal` is aborted. After the connection has
   * broken, the work begins again over a new one.
   * @param work resolves when it has begun.
   * @param onBreak is called when the connection has broken.
   * @throws DevToolsFailure if no connection can be had any more, what `work` and `open` throw, or Cancelled.
   */
  async keep(
    work: (connection: DevToolsConnection) => Promise<void>,
    signal: AbortSignal,
    onBreak: () => void = () => {},
  ): Promise<never> {
    let failures = 0;
    let hasBegun = false;
    for (;;) {
      let began = Number.POSITIVE_INFINITY;
      try {
        await this.use(async (connection) => {
          await work(connection);
          hasBegun = true;
          began = performance.now();
          await untilClosed(connection, signal);
        }, signal);
      } catch (error) {
        const isOver = !hasBegun || failures >= LONG_PAUSES.length || this.closing.signal.aborted;
        // After no answer the connection is still there, with what the work has begun on it.
        if (isOver || error instanceof NoAnswer || !isPassing(error)) throw error;
      }
      if (signal.aborted) throw new Cancelled();
      onBreak();
      failures = performance.now() - began >= SHORT_LIFE ? 1 : failures + 1;
      if (failures > LONG_PAUSES.length) throw new ConnectionClosed();
      const milliseconds = failures === 1 ? 0 : LONG_PAUSES[failures - 2];
      await raceWithAbort(pause(milliseconds, undefined, { ref: false }), signal);
    }
  }

  /**
   * Calls `listener` with the connection if it is open, and with each one that is opened later. It does not open one,
   * nor keep it open.
   */
  onConnection(listener: (connection: DevToolsConnection) => void): void {
    this.listeners.add(listener);
    if (this.current?.isOpen) listener(this.current);
  }

  /** Ends the connection for good. */
  close(): void {
    this.closing.abort();
    clearTimeout(this.idleTimer);
    this.disconnect();
  }

  private get idle(): number {
    return this.options.idle ?? IDLE_TIMEOUT;
  }

  private async attempt<T>(work: (connection: DevToolsConnection) => Promise<T>, signal: AbortSignal): Promise<T> {
    return work(await raceWithAbort(this.connected(), signal));
  }

  private connected(): Promise<DevToolsConnection> {
    if (!this.opening) {
      const opening = this.open();
      this.opening = opening;
      const forget = (): void => {
        if (this.opening === opening) this.opening = undefined;
      };
      void opening.then((connection) => this.opened(connection, forget), forget);
    }
    return this.opening;
  }

  private opened(connection: DevToolsConnection, forget: () => void): void {
    connection.onClose(forget);
    this.current = connection;
    for (const listener of this.listeners) listener(connection);
  }

  /** All callers wait for the same attempt, so none of them cancels it. */
  private async open(): Promise<DevToolsConnection> {
    const { signal } = this.closing;
    for (const milliseconds of RETRY_PAUSES) {
      try {
        return await this.options.open(signal);
      } catch (error) {
        // It was closed, and no caller has cancelled.
        if (signal.aborted) throw new ConnectionClosed();
        if (!(error instanceof NotReachable && isPassing(error))) throw error;
        await pause(milliseconds, undefined, { signal }).catch(() => {
          throw new ConnectionClosed();
        });
      }
    }
    return this.options.open(signal);
  }

  private disconnect(): void {
    void this.opening?.then(
      (connection) => connection.close(),
      () => {},
    );
    this.opening = undefined;
  }
}

async function untilClosed(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
  let forget: (() => void) | undefined;
  const closed = new Promise<void>((resolve) => (forget = connection.onClose(resolve)));
  await raceWithAbort(closed, signal).finally(() => forget?.());
}
