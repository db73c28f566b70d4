import { Cancelled } from '../../core/errors';
import { asRecord, asText } from '../../core/json';
import type { DevToolsConnection } from '../connection';
import { DevToolsFailure } from '../failures';
import { attachToTarget, detachFrom } from '../targets';
import type { LogEntry, LogSource } from './log-entry';
import { originOf, pathWithin } from './script-place';
import { TargetLog } from './target-log';

/**
 * Targets of the extension that are attached to at a time, and pages of the web. A session with more pages is not a
 * person's.
 */
const MAX_TARGETS = 30;
/** The types of pages. A popup is of the type `other` until it is shown. */
export const PAGES = ['background_page', 'page', 'iframe', 'other'];
export const WORKER = 'service_worker';
/** Bytes of responses that Chromium keeps for a target; they are not read. */
const NO_BUFFER = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

export interface FollowOptions {
  /** Chromium's ID of the extension. */
  readonly extensionId: string;
  /**
   * Whether each worker that starts waits until its messages can be received: one that fails at its start ends within
   * milliseconds, and values of earlier messages have no properties. Until it is known whose it is, a worker of a
   * website waits too.
   */
  readonly pausesWorkers: boolean;
  /** Whether scripts of the extension may run in a page of the web. */
  readonly runsIn: (page: URL) => boolean;
  readonly onEntry: (entry: LogEntry) => void;
  /**
   * More pages of the web are open than are attached to.
   * @param limit so many are.
   */
  readonly onTooMany: (limit: number) => void;
}

interface Followed {
  readonly targetId: string;
  readonly isWorker: boolean;
  readonly isOwn: boolean;
  url: string;
  /** Undefined until it is attached to. */
  sessionId?: string;
  log?: TargetLog;
}

/** The targets of an extension that are attached to, over one connection. */
export class FollowedTargets {
  private readonly followed = new Map<string, Followed>();
  private readonly bySession = new Map<string, Followed>();
  private readonly origin: string;
  private readonly attaching = new Set<Promise<void>>();

  constructor(
    private readonly connection: DevToolsConnection,
    private readonly parent: string,
    private readonly options: FollowOptions,
    private readonly reported: Map<string, number>,
    private readonly signal: AbortSignal,
  ) {
    this.origin = originOf(options.extensionId);
  }

  receive(method: string, params: Record<string, unknown>, sessionId: string | undefined): void {
    if (sessionId === this.parent) return this.receiveTarget(method, params);
    const target = sessionId === undefined ? undefined : this.bySession.get(sessionId);
    if (!target) return;
    // A reload of the extension ends its worker like this. A page that crashed may come back.
    if (method === 'Inspector.targetCrashed' && target.isWorker) this.detach(target);
    else target.log?.receive(method, params);
  }

  /** Resolves when all targets that are known by now are attached to. */
  async settled(): Promise<void> {
    await Promise.all(this.attaching);
  }

  remember(): void {
    for (const [targetId, { log }] of this.followed) if (log) this.reported.set(targetId, log.last);
  }

  private receiveTarget(method: string, params: Record<string, unknown>): void {
    if (method === 'Target.targetCreated' || method === 'Target.targetInfoChanged')
      this.update(asRecord(params['targetInfo']));
    else if (method === 'Target.attachedToTarget')
      this.addWorker(asText(params['sessionId']), asRecord(params['targetInfo']));
    else if (method === 'Target.targetDestroyed') this.forget(asText(params['targetId']) ?? '');
    else if (method === 'Target.detachedFromTarget') {
      const target = this.bySession.get(asText(params['sessionId']) ?? '');
      if (target) this.drop(target);
    }
  }

  private update({ targetId, type, url }: Record<string, unknown>): void {
    const [id, address] = [asText(targetId), asText(url)];
    if (id === undefined || address === undefined || !PAGES.includes(asText(type) ?? '')) return;
    const known = this.followed.get(id);
    const isOwn = pathWithin(this.origin, address) !== undefined;
    const isWanted = isOwn || (URL.canParse(address) && this.options.runsIn(new URL(address)));
    if (known && (!isWanted || known.isOwn !== isOwn)) this.detach(known);
    if (!isWanted) return;
    if (known?.isOwn === isOwn) known.url = address;
    else if (this.hasRoom(isOwn)) this.begin({ targetId: id, isOwn, isWorker: false, url: address });
    else if (!isOwn) this.options.onTooMany(MAX_TARGETS);
  }

  /** A worker that starts is attached to already, whatever it belongs to. */
  private addWorker(sessionId: string | undefined, { targetId, type, url }: Record<string, unknown>): void {
    const id = asText(targetId);
    if (type !== WORKER || id === undefined || sessionId === undefined) return;
    const isOwn = pathWithin(this.origin, url) !== undefined && this.hasRoom(true);
    const target = { targetId: id, isOwn, isWorker: true, url: asText(url) ?? '', sessionId };
    if (isOwn) this.begin(target);
    else
      // If the call got no answer, the worker may still be paused, and this lets it run too.
      void this.letRun(sessionId)
        .catch(() => {})
        .then(() => this.detach(target));
  }

  /** Pages of the web must not take the place of the extension's own targets. */
  private hasRoom(isOwn: boolean): boolean {
    return [...this.followed.values()].filter((target) => target.isOwn === isOwn).length < MAX_TARGETS;
  }

  private begin(target: Followed): void {
    this.followed.set(target.targetId, target);
    const work = this.attachIfThere(target).finally(() => this.attaching.delete(work));
    this.attaching.add(work);
  }

  private async attachIfThere(target: Followed): Promise<void> {
    try {
      await this.attach(target);
    } catch (error) {
      this.detach(target);
      // A target that has ended meanwhile, or that does not tell, is no error.
      if (!(error instanceof DevToolsFailure || error instanceof Cancelled)) throw error;
    }
  }

  private async attach(target: Followed): Promise<void> {
    const { connection, signal } = this;
    const { targetId, isWorker } = target;
    const sessionId =
      target.sessionId ?? (await attachToTarget(connection, targetId, { signal, sessionId: this.parent }));
    if (sessionId === undefined) return this.drop(target);
    target.sessionId = sessionId;
    target.log = new TargetLog({
      origin: this.origin,
      isOwn: target.isOwn,
      source: () => (isWorker ? { kind: 'worker' } : sourceOf(target, this.origin)),
      onEntry: this.options.onEntry,
      after: this.reported.get(targetId) ?? 0,
    });
    this.bySession.set(sessionId, target);
    if (this.followed.get(targetId) !== target) return this.detach(target);
    await Promise.all([
      connection.send('Runtime.enable', undefined, { signal, sessionId }),
      connection.send('Log.enable', undefined, { signal, sessionId }),
      connection.send('Network.enable', NO_BUFFER, { signal, sessionId }),
      // Calls are carried out in their order, so this is after the others.
      ...(isWorker ? [this.letRun(sessionId)] : []),
    ]);
  }

  private async letRun(sessionId: string): Promise<void> {
    await this.connection.send('Runtime.runIfWaitingForDebugger', undefined, { signal: this.signal, sessionId });
  }

  private detach(target: Followed): void {
    this.drop(target);
    const { sessionId } = target;
    if (sessionId !== undefined) detachFrom(this.connection, sessionId, this.parent);
  }

  private forget(targetId: string): void {
    const target = this.followed.get(targetId);
    if (target) this.drop(target);
    this.reported.delete(targetId);
  }

  private drop(target: Followed): void {
    if (this.followed.get(target.targetId) === target) this.followed.delete(target.targetId);
    if (target.sessionId !== undefined) this.bySession.delete(target.sessionId);
  }
}

function sourceOf({ isOwn, url }: Followed, origin: string): LogSource {
  if (isOwn) return { kind: 'page', path: pathWithin(origin, url) ?? '' };
  return { kind: 'contentScript', host: URL.canParse(url) ? new URL(url).host : '' };
}
