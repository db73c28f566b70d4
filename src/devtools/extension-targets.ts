import type { Protocol } from 'devtools-protocol';
import { ProtocolError } from '../core/devtools-failure';
import { raceWithAbort } from '../core/errors';
import { asText } from '../core/json';
import type { DevToolsConnection, ProtocolEvent } from './connection';
import type { Doubtful } from './doubtful';
import { ignoreFailure } from './failures';
import { originOf, pathWithin } from './script-place';
import { attachToTarget, detachFrom, openBrowserSession, targetOf, visibleOf } from './targets';

/** The types of pages. A popup is of the type `other` until it is shown. */
const PAGES = ['background_page', 'page', 'iframe', 'other'];
const WORKER = 'service_worker';
/** Pages of the web that are remembered. */
const MAX_PAGES = 1000;
/** Attaches to workers as they start. */
const WORKERS = { autoAttach: true, flatten: true, filter: [{ type: WORKER }, { exclude: true }] };

/** What runs code of an extension: its worker, a page of its own, or a page of the web that its scripts run in. */
export type TargetKind = 'worker' | 'page' | 'contentScript';

export interface ExtensionTarget {
  readonly targetId: string;
  readonly kind: TargetKind;
  /** A page's address may change. */
  readonly url: string;
  /** By which it is called. */
  readonly targetSession: string;
  /** Whether it was paused at its start until it is let run. */
  readonly isWaiting: boolean;
}

/** What is done with a target that is attached to. */
export interface Attachment {
  /** Called once. A worker that is paused at its start must be let run. */
  readonly begin: () => Promise<void>;
  /** Called with each event of the target. */
  readonly receive: (event: ProtocolEvent) => void;
  /** Called once, when the target is not attached to any more. */
  readonly end: () => void;
}

export interface ExtensionTargetsOptions {
  /** Chromium's ID of the extension. */
  readonly extensionId: string;
  /**
   * Whether each worker that starts waits until it is attached to. Until it is known whose it is, a worker of a website
   * waits too.
   */
  readonly pausesWorkers: boolean;
  /** Whether a kind of its targets is attached to; by default all are. */
  readonly wants?: (kind: TargetKind) => boolean;
  /** Whether scripts of the extension may run in a page of the web. */
  readonly runsIn: (page: URL) => boolean;
  /** Own pages of the extension that are attached to at a time, and pages of the web. */
  readonly limits: { readonly own: number; readonly web: number };
  /** Which pages of the web are wanted, beyond the limit, or not at all; by default as many as the limit allows. */
  readonly choice?: PageChoice;
  /** More pages of the web are open than are attached to. */
  readonly onTooMany?: (limit: number) => void;
  /** The same of the extension's own pages. */
  readonly onTooManyOwn?: (limit: number) => void;
  readonly attached: (target: ExtensionTarget) => Attachment;
}

/** The pages of the web that scripts of an extension run in, and which of them are attached to. */
export interface AttachedPages {
  readonly all: () => readonly (WebPage & { readonly isAttached: boolean })[];
  /** Call when the choice has changed: attaches to what is wanted now, and detaches from what is not. */
  readonly update: () => void;
}

interface KnownTarget {
  readonly targetId: string;
  readonly kind: TargetKind;
  url: string;
  /** Undefined until it is attached to. */
  targetSession?: string;
  readonly isWaiting: boolean;
  attachment?: Attachment;
}

/**
 * Attaches to what runs code of an extension, and to nothing else. Resolves when all that runs now is attached to; of
 * too many pages of the web, those in front. What starts later is attached to as it starts, until the connection ends
 * or the signal is aborted.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function attachToExtension(
  connection: DevToolsConnection,
  options: ExtensionTargetsOptions,
  signal: AbortSignal,
): Promise<AttachedPages> {
  const { targetSession, onEnd } = await openBrowserSession(connection, signal);
  const targets = new ExtensionTargets(connection, targetSession, options, signal);
  const unsubscribe = connection.subscribe((event) => targets.receive(event));
  onEnd(() => {
    unsubscribe();
    targets.end();
  });
  const workers = { ...WORKERS, waitForDebuggerOnStart: options.pausesWorkers };
  await connection.send('Target.setAutoAttach', workers, { signal, targetSession });
  const filter = [...PAGES.map((type) => ({ type })), { exclude: true }];
  await connection.send('Target.setDiscoverTargets', { discover: true, filter }, { signal, targetSession });
  await targets.beginWithPages();
  await raceWithAbort(targets.settled(), signal);
  return targets;
}

/** Lets a target run that waits at its start. */
export async function runIfWaiting(
  connection: DevToolsConnection,
  targetSession: string,
  signal: AbortSignal,
): Promise<void> {
  await connection.send('Runtime.runIfWaitingForDebugger', undefined, { signal, targetSession });
}

/** The targets of an extension that are attached to, over one connection. */
class ExtensionTargets implements AttachedPages {
  private readonly known = new Map<string, KnownTarget>();
  private readonly bySession = new Map<string, KnownTarget>();
  private readonly origin: string;
  private readonly attaching = new Set<Promise<void>>();
  private readonly web = new Map<string, WebPage>();
  /** Own pages of the extension, with their addresses. */
  private readonly own = new Map<string, string>();
  /** Whether pages of the web are attached to: not before all that are open are known, and not after the end. */
  private takesPages = false;

  constructor(
    private readonly connection: DevToolsConnection,
    private readonly parent: string,
    private readonly options: ExtensionTargetsOptions,
    private readonly signal: AbortSignal,
  ) {
    this.origin = originOf(options.extensionId);
  }

  receive(event: ProtocolEvent): void {
    const { method, targetSession } = event;
    if (targetSession === this.parent) return this.receiveTarget(event);
    const target = targetSession === undefined ? undefined : this.bySession.get(targetSession);
    if (!target) return;
    // A reload of the extension ends its worker like this. A page that crashed may come back.
    if (method === 'Inspector.targetCrashed' && target.kind === 'worker') this.detach(target);
    else target.attachment?.receive(event);
  }

  all(): readonly (WebPage & { readonly isAttached: boolean })[] {
    return [...this.web.values()].map((page) => ({ ...page, isAttached: this.known.has(page.targetId) }));
  }

  update(): void {
    for (const { targetId } of this.web.values()) {
      const known = this.known.get(targetId);
      if (known && this.options.choice?.get(targetId) === false) this.detach(known);
    }
    this.addPages();
  }

  /** Attaches to the pages of the web that are known by now, those in front first. Call once. */
  async beginWithPages(): Promise<void> {
    const { connection, signal, parent } = this;
    const isTooMany = this.web.size > this.options.limits.web;
    const inFront = isTooMany ? await visibleOf(connection, [...this.web.values()], signal, parent) : [];
    this.takesPages = connection.isOpen && !signal.aborted;
    for (const page of inFront) if (this.web.has(page.targetId)) this.addPage(page);
    this.addPages();
  }

  /** Resolves when all targets that are known by now are attached to. */
  async settled(): Promise<void> {
    await Promise.all(this.attaching);
  }

  /** The browser session has ended, and with it all that was attached to in it. */
  end(): void {
    this.takesPages = false;
    this.own.clear();
    for (const target of this.known.values()) this.drop(target);
  }

  private receiveTarget({ method, params }: ProtocolEvent): void {
    if (method === 'Target.targetCreated' || method === 'Target.targetInfoChanged')
      this.updateTarget(params.targetInfo ?? {});
    else if (method === 'Target.attachedToTarget') this.addWorker(params);
    else if (method === 'Target.targetDestroyed') {
      const id = asText(params.targetId) ?? '';
      this.web.delete(id);
      this.own.delete(id);
      const target = this.known.get(id);
      if (target) this.drop(target);
    } else if (method === 'Target.detachedFromTarget') {
      const target = this.bySession.get(asText(params.sessionId) ?? '');
      if (target) this.drop(target);
    }
  }

  private updateTarget(info: Doubtful<Protocol.Target.TargetInfo>): void {
    const target = targetOf(info);
    if (!target?.url || !PAGES.includes(target.type)) return;
    const { targetId: id, url: address, title } = target;
    const page = { targetId: id, url: address, title };
    const known = this.known.get(id);
    const kind = this.kindOf(address);
    if (kind !== 'contentScript') this.web.delete(id);
    else if (this.web.size < MAX_PAGES || this.web.has(id)) this.web.set(id, page);
    if (kind !== 'page') this.own.delete(id);
    else if (this.own.size < MAX_PAGES || this.own.has(id)) this.own.set(id, address);
    if (known && known.kind !== kind) this.detach(known);
    if (kind === undefined) return;
    if (known?.kind === kind) known.url = address;
    else if (kind === 'contentScript') this.addPage(page);
    else this.addOwn(id, address);
  }

  private addOwn(targetId: string, url: string): void {
    if (this.known.has(targetId)) return;
    if (this.hasRoom('page')) return this.begin({ targetId, kind: 'page', url, isWaiting: false });
    this.options.onTooManyOwn?.(this.options.limits.own);
  }

  private addPages(): void {
    for (const page of this.web.values()) this.addPage(page);
  }

  private addPage({ targetId, url }: WebPage): void {
    const { choice, limits, onTooMany } = this.options;
    const isWanted = choice?.get(targetId);
    if (!this.takesPages || isWanted === false || this.known.has(targetId)) return;
    if (isWanted || this.hasRoom('contentScript'))
      this.begin({ targetId, kind: 'contentScript', url, isWaiting: false });
    else onTooMany?.(limits.web);
  }

  /** What a page is to the extension; undefined for one that is not attached to. */
  private kindOf(address: string): TargetKind | undefined {
    const { runsIn, wants } = this.options;
    const isOwn = pathWithin(this.origin, address) !== undefined;
    if (!isOwn && !(URL.canParse(address) && runsIn(new URL(address)))) return undefined;
    const kind = isOwn ? 'page' : 'contentScript';
    return !wants || wants(kind) ? kind : undefined;
  }

  /** A worker that starts is attached to already, whatever it belongs to. */
  private addWorker(attached: Doubtful<Protocol.Target.AttachedToTargetEvent>): void {
    const worker = targetOf(attached.targetInfo ?? {});
    const targetSession = asText(attached.sessionId);
    if (worker?.type !== WORKER || targetSession === undefined) return;
    const { targetId, url } = worker;
    const { wants } = this.options;
    const isWanted = pathWithin(this.origin, url) !== undefined && (!wants || wants('worker'));
    const isWaiting = attached.waitingForDebugger === true;
    const target: KnownTarget = { targetId, kind: 'worker', url, targetSession, isWaiting };
    if (isWanted && this.hasRoom('worker')) return this.begin(target);
    // If the call got no answer, the worker may still be paused, and this lets it run too.
    void runIfWaiting(this.connection, targetSession, this.signal)
      .catch(() => {})
      .then(() => this.detach(target));
  }

  /** Targets of one kind do not take the place of another. */
  private hasRoom(kind: TargetKind): boolean {
    const { own, web } = this.options.limits;
    const alike = [...this.known.values()].filter((target) => target.kind === kind);
    return alike.length < (kind === 'contentScript' ? web : own);
  }

  private begin(target: KnownTarget): void {
    this.known.set(target.targetId, target);
    const work = this.attachIfThere(target).finally(() => this.attaching.delete(work));
    this.attaching.add(work);
  }

  private async attachIfThere(target: KnownTarget): Promise<void> {
    try {
      await this.attach(target);
    } catch (error) {
      // It is tried again when it has changed.
      this.web.delete(target.targetId);
      this.own.delete(target.targetId);
      this.detach(target);
      // A target that has ended meanwhile, or that does not tell, is no error.
      ignoreFailure(error);
    }
  }

  private async attach(target: KnownTarget): Promise<void> {
    const { connection, signal, parent } = this;
    const { targetId, kind, isWaiting } = target;
    const targetSession =
      target.targetSession ?? (await attachToTarget(connection, targetId, { signal, targetSession: parent }));
    if (targetSession === undefined) throw new ProtocolError('no session');
    target.targetSession = targetSession;
    if (this.known.get(targetId) !== target) return this.detach(target);
    const url = (): string => target.url;
    target.attachment = this.options.attached({
      targetId,
      kind,
      targetSession,
      isWaiting,
      get url() {
        return url();
      },
    });
    this.bySession.set(targetSession, target);
    await target.attachment.begin();
  }

  private detach(target: KnownTarget): void {
    this.drop(target);
    const { targetSession } = target;
    if (targetSession !== undefined) detachFrom(this.connection, targetSession, this.parent);
  }

  private drop(target: KnownTarget): void {
    if (this.known.get(target.targetId) === target) this.known.delete(target.targetId);
    if (target.targetSession !== undefined) this.bySession.delete(target.targetSession);
    target.attachment?.end();
    delete target.attachment;
    // There is room for another one now.
    if (target.kind === 'contentScript') this.addPages();
    else if (target.kind === 'page') for (const [id, url] of this.own) this.addOwn(id, url);
  }
}

/** A page of the web that scripts of an extension run in. */
interface WebPage {
  readonly targetId: string;
  readonly url: string;
  readonly title: string;
}

/** Which pages of the web a person wants and does not want. It is kept when the connection breaks. */
export class PageChoice {
  private readonly chosen = new Map<string, boolean>();

  /**
   * @param offered IDs of the pages that the person could choose from: nothing is known of others.
   * @param wanted IDs of those that were chosen.
   */
  set(offered: Iterable<string>, wanted: ReadonlySet<string>): void {
    for (const id of offered) this.chosen.set(id, wanted.has(id));
  }

  /** Whether a page is wanted; undefined if nobody has chosen. */
  get(targetId: string): boolean | undefined {
    return this.chosen.get(targetId);
  }
}
