import { setTimeout as pause } from 'node:timers/promises';
import { raceWithAbort } from '../core/errors';
import type { DevToolsConnection } from './connection';
import { ConnectionClosed, NotReachable } from './failures';

/** Milliseconds for which a connection that nobody uses is kept. */
const IDLE_TIMEOUT = 30_000;
/** Milliseconds between tries to open a connection: a browser that restarts does not answer for a while. */
const RETRY_PAUSES = [100, 200, 400, 800, 1600];

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
      void opening.then((connection) => connection.onClose(forget), forget);
    }
    return this.opening;
  }

  /** All callers wait for the same attempt, so none of them cancels it. */
  private async open(): Promise<DevToolsConnection> {
    const { signal } = this.closing;
    for (const milliseconds of RETRY_PAUSES) {
      try {
        return await this.options.open(signal);
      } catch (error) {
        if (!(error instanceof NotReachable) || isRefusal(error)) throw error;
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

/** Whether another try would get the same answer. A browser that is restarting gives a 5xx, or no answer. */
function isRefusal({ status = 500 }: NotReachable): boolean {
  return status >= 400 && status < 500;
}
