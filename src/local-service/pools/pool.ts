import { EventEmitter, once } from 'node:events';
import { newIdentifier } from '../identifier';
import { badRequest } from '../problem';
import type { Lease, Origin } from '../sessions/lease';
import type { Session } from '../sessions/session';
import type { Sessions } from '../sessions/sessions';

/** Each browser takes about 200 MB. */
export const MAX_POOL_SIZE = 8;

export interface PoolSettings {
  name: string;
  size: number;
}

/** Browsers that are ready to be acquired. An acquired one is a session of `sessions` until it is released. */
export class Pool implements Origin {
  readonly id = newIdentifier();
  readonly createdAt = new Date();
  readonly name: string;
  readonly size: number;
  private readonly sessions: Sessions;
  private readonly newSession: () => Promise<Session>;
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private free: readonly Session[] = [];
  private acquiredIds: ReadonlySet<string> = new Set();
  /** Released, but not yet free or ended. */
  private returning: ReadonlySet<string> = new Set();
  private starting = 0;
  private closed = false;

  constructor({ name, size }: PoolSettings, sessions: Sessions, newSession: () => Promise<Session>) {
    this.name = name;
    this.size = size;
    this.sessions = sessions;
    this.newSession = newSession;
  }

  get available(): number {
    return this.free.length;
  }

  get acquired(): number {
    return this.acquiredIds.size;
  }

  /**
   * Starts the missing browsers: all of them at first, later those that could not be started when they were needed.
   * Waits for all of them.
   */
  async fill(): Promise<void> {
    const started = await Promise.allSettled(Array.from({ length: this.missing }, () => this.startOne()));
    for (const each of started) if (each.status === 'rejected') throw each.reason;
  }

  /**
   * Hands out a browser. Undefined if none becomes free before `patience` is aborted, or if the caller has gone,
   * possibly while a browser was starting.
   */
  async acquire(patience: AbortSignal, isGone: () => boolean): Promise<Lease | undefined> {
    for (;;) {
      const [session, ...others] = this.free;
      if (isGone()) return undefined;
      if (session) {
        this.free = others;
        this.acquiredIds = including(this.acquiredIds, session.id);
        return this.sessions.lease(session, this);
      }
      if (patience.aborted) return undefined;
      if (this.missing > 0) await this.fill();
      else await once(this.changes, 'change', { signal: patience }).catch(() => undefined);
    }
  }

  /**
   * Ends all work in progress and takes the browser back. With `reuse`, the same browser waits for the next caller,
   * with its ID, cookies, pages and logins, but only after the old caller's last work has ended.
   */
  async release(sessionId: string, reuse: boolean): Promise<void> {
    this.assertAcquired(sessionId);
    const lease = this.sessions.revoke(sessionId);
    this.acquiredIds = without(this.acquiredIds, sessionId);
    this.returning = including(this.returning, sessionId);
    try {
      await Promise.all([lease.end('released'), reuse || lease.session.close()]);
    } finally {
      this.returning = without(this.returning, sessionId);
      this.changes.emit('change');
    }
    if (reuse) this.offer(lease.session);
    // The release succeeds whether or not another browser starts: the next acquire tries again, and reports an error.
    else await this.fill().catch(() => undefined);
  }

  /** Ends the free browsers and starts new ones. Those that are acquired stay. */
  async flush(): Promise<void> {
    const free = this.free;
    this.free = [];
    await Promise.allSettled(free.map((session) => session.close()));
    // The flush succeeds whether or not other browsers start: the next acquire tries again, and reports an error.
    await this.fill().catch(() => undefined);
  }

  discard(sessionId: string): Promise<void> {
    return this.release(sessionId, false);
  }

  /** Takes back a browser that its caller never received, unless it was released meanwhile. */
  async giveBack(lease: Lease): Promise<void> {
    if (this.sessions.isCurrent(lease)) await this.release(lease.session.id, true);
  }

  async close(): Promise<void> {
    this.closed = true;
    const free = this.free;
    this.free = [];
    await Promise.all(free.map((session) => session.close()));
  }

  private get missing(): number {
    return this.closed ? 0 : this.size - this.free.length - this.acquiredIds.size - this.returning.size - this.starting;
  }

  private offer(session: Session): void {
    this.free = [...this.free, session];
    this.changes.emit('change');
  }

  private async startOne(): Promise<void> {
    this.starting++;
    try {
      const session = await this.newSession();
      if (this.closed) await session.close();
      else this.offer(session);
    } finally {
      this.starting--;
      this.changes.emit('change');
    }
  }

  private assertAcquired(sessionId: string): void {
    if (this.acquiredIds.has(sessionId)) return;
    const isBack = this.returning.has(sessionId) || this.free.some(({ id }) => id === sessionId);
    if (isBack) throw badRequest(`session ${sessionId} was already released to pool ${this.name}`);
    const { origin } = this.sessions.get(sessionId);
    throw badRequest(
      `session ${sessionId} ${origin ? `belongs to pool ${origin.name}` : 'belongs to no pool'}, not to pool ${this.name}`,
    );
  }
}

function including(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids, id]);
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id));
}
