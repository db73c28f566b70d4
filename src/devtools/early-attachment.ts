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
/** Those that may share their process with others of their site. */
const DOCUMENTS = ['page', 'iframe', 'other', 'background_page'];
/** Workers and frames of other processes are told by their pages. */
const WITH_CHILDREN = ['page', 'iframe'];
/** Those of pages. A service worker that is told by its page too never starts: each waits for the other to be let go. */
const ATTACH_CHILDREN = {
  ...ATTACH,
  filter: [{ type: 'service_worker', exclude: true }, ...ATTACH.filter],
};
/** Targets that are attached to. A session with more is not a test's. */
const MAX_TARGETS = 200;

/** A connection over which targets are attached to, until the signal is aborted. */
export interface AttachedOver {
  readonly connection: DevToolsConnection;
  readonly signal: AbortSignal;
}

/** What is done with the targets. What fails because a target has ended meanwhile is ignored. */
interface AttachedWork {
  /** Prepares a target before it runs. @param isNew whether it waits for that. */
  readonly prepare: (targetSession: string, over: AttachedOver, target: Target, isNew: boolean) => Promise<unknown>;
  /** Is called for each event of a target. */
  readonly receive: (event: ProtocolEvent & { readonly targetSession: string }, over: AttachedOver) => void;
  /** Is called when a page or frame has ended, or shows another site. @param site the one that it showed. */
  readonly onLeave?: (site: string, over: AttachedOver) => void;
  /** Is called when a target has ended, or is not attached to any more. */
  readonly onEnd?: (targetSession: string) => void;
}

/**
 * Attaches to all pages, frames and workers of a session's browser, to those that start later before they run. It can
 * begin again over another connection.
 */
export class EarlyAttachment {
  /** What is attached to, by the session with it. */
  private readonly targets = new Map<string, Pick<Target, 'targetId' | 'type' | 'url'>>();
  private missed = 0;
  private over: AttachedOver | undefined;

  constructor(private readonly work: AttachedWork) {}

  /** The sessions of the targets that are attached to. */
  get sessions(): readonly string[] {
    return [...this.targets.keys()];
  }

  /** The sessions of the pages and frames of a site, which may be in one process. */
  ofSite(site: string): readonly string[] {
    return [...this.targets].flatMap(([each, target]) => (siteOf(target) === site ? [each] : []));
  }

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
    this.targets.clear();
    this.over = here;
    const begun = new Set<Promise<void>>();
    const unsubscribe = connection.subscribe((event) => {
      if (event.method === 'Target.attachedToTarget' && this.isOurs(event.targetSession, targetSession)) {
        const work = this.attach(event.params, here).finally(() => begun.delete(work));
        begun.add(work);
      } else if (event.method === 'Target.detachedFromTarget') this.detached(asText(event.params.sessionId), here);
      else if (event.method === 'Target.targetInfoChanged' && event.targetSession === targetSession)
        this.changed(event.params.targetInfo ?? {}, here);
      else if (isOfTarget(event) && this.targets.has(event.targetSession)) {
        // A worker that was stopped comes back in its session, with all that was prepared there, and waits again.
        if (event.method === 'Inspector.targetReloadedAfterCrash') void this.letGo(event.targetSession, here);
        this.work.receive(event, here);
      }
    });
    onEnd(() => {
      unsubscribe();
      if (this.over === here) this.over = undefined;
    });
    const options = { signal, targetSession };
    if (this.work.onLeave) await connection.send('Target.setDiscoverTargets', { discover: true }, options);
    await connection.send('Target.setAutoAttach', ATTACH, options);
    await Promise.all(begun);
  }

  private isOurs(parent: string | undefined, browser: string): boolean {
    return parent === browser || (parent !== undefined && this.targets.has(parent));
  }

  private async attach(attached: Doubtful<Protocol.Target.AttachedToTargetEvent>, here: AttachedOver): Promise<void> {
    const targetSession = asText(attached.sessionId);
    const target = targetOf(attached.targetInfo ?? {});
    if (targetSession === undefined || !target) return;
    try {
      if (this.targets.size < MAX_TARGETS) {
        this.targets.set(targetSession, target);
        const isNew = attached.waitingForDebugger === true;
        await Promise.all([
          this.work.prepare(targetSession, here, target, isNew),
          this.attachChildren(target, targetSession, here),
        ]);
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
    const now = targetOf(info);
    for (const [targetSession, before] of now ? this.targets : []) {
      if (!now || before.targetId !== now.targetId) continue;
      this.targets.set(targetSession, now);
      if (siteOf(before) !== siteOf(now)) this.left(before, here);
    }
  }

  private detached(targetSession: string | undefined, here: AttachedOver): void {
    const target = this.targets.get(targetSession ?? '');
    if (targetSession === undefined || !target) return;
    this.targets.delete(targetSession);
    this.work.onEnd?.(targetSession);
    this.left(target, here);
  }

  private left(target: Pick<Target, 'type' | 'url'>, here: AttachedOver): void {
    const site = siteOf(target);
    if (site !== undefined) this.work.onLeave?.(site, here);
  }
}

/** What has to be the same for two pages to share a process, or more; undefined for a worker, which shares with none. */
function siteOf({ type, url }: Pick<Target, 'type' | 'url'>): string | undefined {
  if (!DOCUMENTS.includes(type) || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return hostname === '' ? undefined : hostname.split('.').slice(-2).join('.');
}

function isOfTarget(event: ProtocolEvent): event is ProtocolEvent & { readonly targetSession: string } {
  return event.targetSession !== undefined;
}
