import { setTimeout as pause } from 'node:timers/promises';
import { NoAnswer } from '../core/devtools-failure';
import { Cancelled, raceWithAbort } from '../core/errors';
import type { DevToolsConnection } from './connection';
import { ConnectionClosed, isPassing, NotReachable } from './failures';

/** Milliseconds for which a connection that nobody uses is kept. */
const IDLE_TIMEOUT = 30_000;
/** Milliseconds between tries to open a connection: a cloud browser that restarts does not answer for up to 8 s. */
const RETRY_PAUSES = [100, 200, 400, 800, 1600, 2700, 2700];

/** Milliseconds before each try to go on with work that lasts, for as long as a browser may take to restart. */
const RESTART_PAUSES = [0, 1_000, 2_000, 4_000, 8_000];
/** The same after that, for work that outlasts an outage of the service. */
const OUTAGE_PAUSES = [15_000, 30_000];
/** Milliseconds. A connection that ends sooner was of no use, and the pause before the next one grows. */
const SHORT_LIFE = 5_000;

/**
 * How long lasting work waits before it goes on.
 * @param failures how often it could not go on, or broke at once; at least 1.
 * @param reason the last one. After `NoAnswer` the connection is still there.
 * @returns milliseconds; undefined if it does not go on any more.
 */
export type PauseAfter = (failures: number, reason: unknown) => number | undefined;

/** Goes on for as long as a browser may take to restart. */
const untilRestarted: PauseAfter = (failures, reason) =>
  reason instanceof NoAnswer ? undefined : RESTART_PAUSES[failures - 1];

/** Goes on however long the service is away. The work has to end with the signal of its beginning. */
export const untilBack: PauseAfter = (failures) =>
  [...RESTART_PAUSES, ...OUTAGE_PAUSES][failures - 1] ?? OUTAGE_PAUSES.at(-1);

/** What work that lasts is told when it begins. */
export interface Beginning {
  /** Is aborted when the work is to stop over this connection, which may stay open for others. */
  readonly signal: AbortSignal;
  /** Milliseconds since the last connection broke, if the browser was not found again at once; undefined otherwise. */
  readonly away: number | undefined;
}

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
   * more over a new one.
   * @param isRepeatable whether it may be: what a click has done is done.
   * @throws DevToolsFailure, or Cancelled.
   */
  async use<T>(
    work: (connection: DevToolsConnection) => Promise<T>,
    signal: AbortSignal,
    isRepeatable = (): boolean => true,
  ): Promise<T> {
    return this.useWith(RETRY_PAUSES, work, signal, isRepeatable);
  }

  private async useWith<T>(
    retries: readonly number[],
    work: (connection: DevToolsConnection) => Promise<T>,
    signal: AbortSignal,
    isRepeatable = (): boolean => true,
  ): Promise<T> {
    this.users++;
    clearTimeout(this.idleTimer);
    try {
      return await this.attempt(retries, work, signal).catch((error: unknown) => {
        if (error instanceof ConnectionClosed && !this.closing.signal.aborted && isRepeatable())
          return this.attempt(retries, work, signal);
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
   * @param onBreak is called when the connection has broken: once, until the work has begun again.
   * @param pauseAfter how long it is tried to go on.
   * @throws DevToolsFailure if no connection can be had any more, what `work` and `open` throw, or Cancelled.
   */
  async keep(
    work: (connection: DevToolsConnection, beginning: Beginning) => Promise<void>,
    signal: AbortSignal,
    onBreak: () => void = () => {},
    pauseAfter: PauseAfter = untilRestarted,
  ): Promise<never> {
    let failures = 0;
    let broke: { readonly at: number; tries: number } | undefined;
    for (;;) {
      const attempt = new AbortController();
      const stop = AbortSignal.any([signal, attempt.signal]);
      // During an outage there is no hurry.
      const retries = failures > RESTART_PAUSES.length ? [] : RETRY_PAUSES;
      let began: number | undefined;
      let reason: unknown = new ConnectionClosed();
      try {
        await this.useWith(
          retries,
          async (connection) => {
            const away = broke && broke.tries > 0 ? performance.now() - broke.at : undefined;
            await work(connection, { signal: stop, away });
            began = performance.now();
            await untilClosed(connection, signal);
          },
          signal,
        );
      } catch (error) {
        reason = error;
      }
      attempt.abort();
      if (signal.aborted) throw new Cancelled();
      const now = performance.now();
      failures = began !== undefined && now - began >= SHORT_LIFE ? 1 : failures + 1;
      const milliseconds = pauseAfter(failures, reason);
      const isFirst = began === undefined && !broke;
      if (isFirst || milliseconds === undefined || this.closing.signal.aborted || !isPassing(reason)) throw reason;
      if (began === undefined && broke) broke.tries++;
      else {
        broke = { at: now, tries: 0 };
        onBreak();
      }
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

  private async attempt<T>(
    retries: readonly number[],
    work: (connection: DevToolsConnection) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return work(await raceWithAbort(this.connected(retries), signal));
  }

  private connected(retries: readonly number[]): Promise<DevToolsConnection> {
    if (!this.opening) {
      const opening = this.open(retries);
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
  private async open(retries: readonly number[]): Promise<DevToolsConnection> {
    const { signal } = this.closing;
    for (const milliseconds of retries) {
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
