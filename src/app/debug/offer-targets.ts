import { onceOnly } from '../../core/emitter';
import { matchesPattern } from '../../core/match-pattern';
import {
  DebugServer,
  debugTargets,
  type AttachedPages,
  type DebugTarget,
  type PageChoice,
  type SessionDevTools,
  type TargetKind,
} from '../../devtools';

export interface DebugRequest {
  /** Chromium's ID of the extension. */
  readonly extensionId: string;
  /** Where its files are on this machine. */
  readonly folder: string;
  /** Whether workers, also those of websites, may be paused for a moment when they start. */
  readonly pausesWorkers: boolean;
  readonly kinds: readonly TargetKind[];
  /** Which pages of the web are debugged. */
  readonly choice: PageChoice;
  /** Match patterns of the pages that its scripts run in. Asked each time, because an upload may change them. */
  readonly matches: () => readonly string[];
  /** Paths of its files, with `/`. Asked each time. */
  readonly files: () => readonly string[];
}

export interface DebugListener {
  /** The targets are offered from now on: at the start, and after each break of the connection. */
  readonly onBegin: (pages: AttachedPages) => void;
  /** A target waits for a debugger. */
  readonly onTarget: (target: DebugTarget) => void;
  readonly onPause: (id: string, isPaused: boolean) => void;
  readonly onTargetEnd: (id: string) => void;
  /** More web pages are open than are debugged. Called once at most. */
  readonly onTooMany: (limit: number) => void;
  /** The extension has more pages of its own open than are debugged. Called once at most. */
  readonly onTooManyOwn: (limit: number) => void;
  /** The connection broke. It is opened again. */
  readonly onBreak: () => void;
}

/**
 * Offers the targets of a loaded extension to debuggers of this machine, until the signal is aborted. Its worker does
 * not stop meanwhile, and the session counts as used.
 * @throws DevToolsFailure if the session's browser cannot be reached any more, ServiceError if the service does not
 * give its address, or Cancelled.
 */
export async function offerTargets(
  devtools: Pick<SessionDevTools, 'keep'>,
  { kinds, matches, ...request }: DebugRequest,
  { onBegin, onBreak, onTooMany, onTooManyOwn, ...listener }: DebugListener,
  signal: AbortSignal,
): Promise<never> {
  const server = await DebugServer.start();
  const options = {
    ...request,
    ...listener,
    onTooMany: onceOnly(onTooMany),
    onTooManyOwn: onceOnly(onTooManyOwn),
    wants: (kind: TargetKind) => kinds.includes(kind),
    runsIn: (page: URL) => matches().some((pattern) => matchesPattern(pattern, page)),
  };
  try {
    return await devtools.keep(
      async (connection) => {
        onBegin(await debugTargets(connection, server, options, signal));
      },
      signal,
      onBreak,
    );
  } finally {
    server.close();
  }
}
