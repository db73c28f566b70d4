import { raceWithAbort } from '../../core/errors';
import type { DevToolsConnection } from '../connection';
import { openBrowserSession } from '../targets';
import { FollowedTargets, PAGES, WORKER, type FollowOptions } from './followed-targets';

/** Attaches to workers as they start. */
const WORKERS = { autoAttach: true, flatten: true, filter: [{ type: WORKER }, { exclude: true }] };

/**
 * Follows what an extension says: its worker, its pages, and its scripts in pages of the web. Only these targets are
 * attached to; the worker does not fall asleep meanwhile. It can begin again over another connection, and then does not
 * repeat what was reported before.
 */
export class ExtensionFollower {
  /** Time of the last entry of each target, for the next connection. */
  private readonly reported = new Map<string, number>();
  private readonly options: FollowOptions;

  /** @param options `onTooMany` is called once at most. */
  constructor(options: FollowOptions) {
    let isTold = false;
    const onTooMany = (limit: number): void => {
      if (!isTold) options.onTooMany(limit);
      isTold = true;
    };
    this.options = { ...options, onTooMany };
  }

  /**
   * Resolves when everything that runs now is attached to. What starts later is attached to as it starts, until the
   * connection ends or the signal is aborted.
   * @throws DevToolsFailure, or Cancelled.
   */
  async follow(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
    const { sessionId, onEnd } = await openBrowserSession(connection, signal);
    const targets = new FollowedTargets(connection, sessionId, this.options, this.reported, signal);
    const unsubscribe = connection.subscribe((event) => targets.receive(event.method, event.params, event.sessionId));
    onEnd(() => {
      unsubscribe();
      targets.remember();
    });
    const workers = { ...WORKERS, waitForDebuggerOnStart: this.options.pausesWorkers };
    await connection.send('Target.setAutoAttach', workers, { signal, sessionId });
    const filter = [...PAGES.map((type) => ({ type })), { exclude: true }];
    await connection.send('Target.setDiscoverTargets', { discover: true, filter }, { signal, sessionId });
    await raceWithAbort(targets.settled(), signal);
  }
}
