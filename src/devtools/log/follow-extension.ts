import { onceOnly } from '../../core/emitter';
import type { DevToolsConnection } from '../connection';
import {
  attachToExtension,
  runIfWaiting,
  type Attachment,
  type ExtensionTarget,
  type ExtensionTargetsOptions,
} from '../extension-targets';
import { originOf, pathWithin } from '../script-place';
import { TargetLog, type LogEntry, type LogSource } from './target-log';

/** Targets that are attached to at a time. A session with more pages is not a person's. */
const LIMITS = { own: 30, web: 30 };
/** Targets whose last entry is remembered: each reload ends a worker. */
const MAX_REPORTED = 200;
/** Bytes of responses that Chromium keeps for a target; they are not read. */
const NO_BUFFER = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/**
 * `pausesWorkers`: a worker that fails at its start ends within milliseconds.
 */
export interface FollowOptions extends Pick<
  ExtensionTargetsOptions,
  'extensionId' | 'pausesWorkers' | 'runsIn' | 'onTooMany'
> {
  readonly onEntry: (entry: LogEntry) => void;
  /** Its worker has ended and a new one starts, as when it is reloaded, whoever reloads it. */
  readonly onRestart?: () => void;
}

/**
 * Follows what an extension says: its worker, its pages, and its scripts in pages of the web. Only these targets are
 * attached to; the worker does not stop meanwhile. It can begin again over another connection, and then does not
 * repeat what was reported before.
 */
export class ExtensionFollower {
  /** Time of the last entry of each target, for the next connection. */
  private readonly reported = new Map<string, number>();
  private readonly origin: string;
  private readonly options: FollowOptions;
  /** The connection over which a worker ended, until another one starts. */
  private endedOver: DevToolsConnection | undefined;

  /** @param options `onTooMany` is called once at most. */
  constructor(options: FollowOptions) {
    this.options = { ...options, onTooMany: onceOnly(options.onTooMany ?? (() => {})) };
    this.origin = originOf(options.extensionId);
  }

  /**
   * Resolves when everything that runs now is attached to. What starts later is attached to as it starts, until the
   * connection ends or the signal is aborted.
   * @throws DevToolsFailure, or Cancelled.
   */
  async follow(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
    const attached = (target: ExtensionTarget): Attachment => this.logOf(target, connection, signal);
    await attachToExtension(connection, { ...this.options, limits: LIMITS, attached }, signal);
  }

  private remember(targetId: string, last: number): void {
    // The newest are at the end.
    this.reported.delete(targetId);
    this.reported.set(targetId, last);
    const [oldest] = this.reported.keys();
    if (this.reported.size > MAX_REPORTED && oldest !== undefined) this.reported.delete(oldest);
  }

  private logOf(target: ExtensionTarget, connection: DevToolsConnection, signal: AbortSignal): Attachment {
    const { targetId, kind, targetSession } = target;
    const log = new TargetLog({
      origin: this.origin,
      isOwn: kind !== 'contentScript',
      source: () => sourceOf(target, this.origin),
      onEntry: this.options.onEntry,
      after: this.reported.get(targetId) ?? 0,
      objectWithPreview: async (objectId) => {
        const request = { objectId, functionDeclaration: 'function () { return this; }', generatePreview: true };
        return (await connection.send('Runtime.callFunctionOn', request, { signal, targetSession })).result;
      },
    });
    return {
      receive: (event) => log.receive(event),
      begin: async () => {
        if (kind === 'worker') this.noteStart(connection);
        await Promise.all([
          connection.send('Runtime.enable', undefined, { signal, targetSession }),
          connection.send('Log.enable', undefined, { signal, targetSession }),
          connection.send('Network.enable', NO_BUFFER, { signal, targetSession }),
          // Calls are carried out in their order, so this is after the others.
          ...(kind === 'worker' ? [runIfWaiting(connection, targetSession, signal)] : []),
        ]);
      },
      end: () => {
        this.remember(targetId, log.last);
        // A connection that ends takes everything with it, and the worker goes on.
        if (kind === 'worker' && connection.isOpen) this.endedOver = connection;
      },
    };
  }

  private noteStart(connection: DevToolsConnection): void {
    if (this.endedOver === connection) this.options.onRestart?.();
    this.endedOver = undefined;
  }
}

function sourceOf({ kind, url }: ExtensionTarget, origin: string): LogSource {
  if (kind === 'worker') return { kind };
  if (kind === 'page') return { kind, path: pathWithin(origin, url) ?? '' };
  return { kind, host: URL.canParse(url) ? new URL(url).host : '' };
}
