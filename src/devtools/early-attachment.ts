import type { Protocol } from 'devtools-protocol';
import { asText } from '../core/json';
import type { DevToolsConnection, ProtocolEvent } from './connection';
import type { Doubtful } from './doubtful';
import { ignoreFailure } from './failures';
import { openBrowserSession, targetOf, type Target } from './targets';

/** What runs scripts and makes requests. A popup is of the type `other` until it is shown. */
const TYPES = ['page', 'iframe', 'other', 'background_page', 'service_worker', 'shared_worker', 'worker'];
/** Attaches to each before it runs. */
const ATTACH = {
  autoAttach: true,
  flatten: true,
  waitForDebuggerOnStart: true,
  filter: [...TYPES.map((type) => ({ type })), { exclude: true }],
};
/** Workers and frames of other processes are told by their pages. */
const WITH_CHILDREN = ['page', 'iframe'];
/** Those of pages. A service worker that is told by its page too never starts: each waits for the other to be let go. */
const ATTACH_CHILDREN = {
  ...ATTACH,
  filter: [{ type: 'service_worker', exclude: true }, ...ATTACH.filter],
};
/** Targets that are attached to. A session with more is not a test's. */
const MAX_TARGETS = 200;
const MAX_ADDRESSES = 1000;

/** A connection over which targets are attached to, until the signal is aborted. */
export interface AttachedOver {
  readonly connection: DevToolsConnection;
  readonly signal: AbortSignal;
}

/** What is done with the targets. What fails because a target has ended meanwhile is ignored. */
interface AttachedWork {
  /** Prepares a target before it runs. */
  readonly prepare: (targetSession: string, over: AttachedOver) => Promise<unknown>;
  /** Is called for each event of a target. */
  readonly receive: (event: ProtocolEvent & { readonly targetSession: string }, over: AttachedOver) => void;
  /** Is called when a target has ended, or shows another address. */
  readonly onChange?: (over: AttachedOver) => void;
}

/**
 * Attaches to all pages, frames and workers of a session's browser, to those that start later before they run. It can
 * begin again over another connection.
 */
export class EarlyAttachment {
  /** The sessions of the targets that are attached to. */
  readonly sessions = new Set<string>();
  /** Addresses of targets, by their IDs. */
  private readonly addresses = new Map<string, string>();
  private missed = 0;
  private over: AttachedOver | undefined;

  constructor(private readonly work: AttachedWork) {}

  /** How many pages and workers were more than are attached to. */
  get unattached(): number {
    return this.missed;
  }

  /** The connection that it goes over now; undefined before the first one and after each has ended. */
  get current(): AttachedOver | undefined {
    return this.over;
  }

  /**
   * Resolves when all that is open is attached to, until the connection ends or the signal is aborted.
   * @throws DevToolsFailure, or Cancelled.
   */
  async begin(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
    const { targetSession, onEnd } = await openBrowserSession(connection, signal);
    const here = { connection, signal };
    this.sessions.clear();
    this.over = here;
    const begun = new Set<Promise<void>>();
    const unsubscribe = connection.subscribe((event) => {
      if (event.method === 'Target.attachedToTarget' && this.isOurs(event.targetSession, targetSession)) {
        const work = this.attach(event.params, here).finally(() => begun.delete(work));
        begun.add(work);
      } else if (event.method === 'Target.detachedFromTarget') this.detached(asText(event.params.sessionId), here);
      else if (event.method === 'Target.targetInfoChanged' && event.targetSession === targetSession)
        this.changed(event.params.targetInfo ?? {}, here);
      else if (isOfTarget(event) && this.sessions.has(event.targetSession)) {
        // A worker that was stopped comes back in its session, with all that was prepared there, and waits again.
        if (event.method === 'Inspector.targetReloadedAfterCrash') void this.letGo(event.targetSession, here);
        else this.work.receive(event, here);
      }
    });
    onEnd(() => {
      unsubscribe();
      if (this.over === here) this.over = undefined;
    });
    const options = { signal, targetSession };
    if (this.work.onChange) await connection.send('Target.setDiscoverTargets', { discover: true }, options);
    await connection.send('Target.setAutoAttach', ATTACH, options);
    await Promise.all(begun);
  }

  private isOurs(parent: string | undefined, browser: string): boolean {
    return parent === browser || (parent !== undefined && this.sessions.has(parent));
  }

  private async attach(attached: Doubtful<Protocol.Target.AttachedToTargetEvent>, here: AttachedOver): Promise<void> {
    const targetSession = asText(attached.sessionId);
    const target = targetOf(attached.targetInfo ?? {});
    if (targetSession === undefined || !target) return;
    try {
      if (this.sessions.size < MAX_TARGETS) {
        this.sessions.add(targetSession);
        await Promise.all([this.work.prepare(targetSession, here), this.attachChildren(target, targetSession, here)]);
      } else this.missed++;
    } catch (error) {
      // A target that has ended meanwhile, or that can't be prepared, is no error.
      ignoreFailure(error);
    } finally {
      await this.letGo(targetSession, here);
    }
  }

  private async letGo(targetSession: string, { connection, signal }: AttachedOver): Promise<void> {
    const options = { signal, targetSession };
    await connection.send('Runtime.runIfWaitingForDebugger', undefined, options).catch(ignoreFailure);
  }

  private async attachChildren(
    { type }: Target,
    targetSession: string,
    { connection, signal }: AttachedOver,
  ): Promise<void> {
    if (WITH_CHILDREN.includes(type))
      await connection.send('Target.setAutoAttach', ATTACH_CHILDREN, { signal, targetSession });
  }

  private changed(info: Doubtful<Protocol.Target.TargetInfo>, here: AttachedOver): void {
    const target = targetOf(info);
    if (!target || this.addresses.get(target.targetId) === target.url) return;
    if (this.addresses.size >= MAX_ADDRESSES) this.addresses.clear();
    this.addresses.set(target.targetId, target.url);
    this.work.onChange?.(here);
  }

  private detached(targetSession: string | undefined, here: AttachedOver): void {
    if (targetSession !== undefined && this.sessions.delete(targetSession)) this.work.onChange?.(here);
  }
}

function isOfTarget(event: ProtocolEvent): event is ProtocolEvent & { readonly targetSession: string } {
  return event.targetSession !== undefined;
}
