import { EventEmitter, once } from 'node:events';
import { newIdentifier } from '../identifier';
import { badRequest } from '../problem';
import type { Session } from '../sessions/session';
import type { Origin, Sessions } from '../sessions/sessions';

/** Each browser takes about 200 MB. */
export const LARGEST_POOL = 8;

export interface PoolSettings {
  name: string;
  size: number;
}

/** Browsers that wait for somebody. One that is acquired becomes a session of `sessions`, until it is released. */
export class Pool implements Origin {
  readonly id = newIdentifier();
  readonly createdAt = new Date();
  readonly name: string;
  readonly size: number;
  readonly #sessions: Sessions;
  readonly #newSession: () => Promise<Session>;
  readonly #changes = new EventEmitter();
  #free: readonly Session[] = [];
  #acquired: ReadonlySet<string> = new Set();
  #starting = 0;

  constructor({ name, size }: PoolSettings, sessions: Sessions, newSession: () => Promise<Session>) {
    this.name = name;
    this.size = size;
    this.#sessions = sessions;
    this.#newSession = newSession;
  }

  get available(): number {
    return this.#free.length;
  }

  get acquired(): number {
    return this.#acquired.size;
  }

  /** Starts the browsers that are missing: at first all, later those that could not be started when they were needed. */
  async fill(): Promise<void> {
    const missing = this.size - this.#free.length - this.#acquired.size - this.#starting;
    await Promise.all(Array.from({ length: missing }, () => this.#startOne()));
  }

  /** Hands out a browser, or undefined when none is free before `patience` ends. */
  async acquire(patience: AbortSignal): Promise<Session | undefined> {
    await this.fill();
    for (;;) {
      const [session, ...others] = this.#free;
      if (session) {
        this.#free = others;
        this.#acquired = new Set([...this.#acquired, session.id]);
        this.#sessions.hand(session, this);
        return session;
      }
      if (patience.aborted) return undefined;
      await once(this.#changes, 'free', { signal: patience }).catch(() => undefined);
    }
  }

  /** With `reuse` the very browser waits for the next caller, under the id it has: its cookies, its pages and its logins. */
  async release(sessionId: string, reuse: boolean): Promise<void> {
    this.#assertAcquired(sessionId);
    const session = this.#sessions.takeBack(sessionId);
    this.#acquired = new Set([...this.#acquired].filter((id) => id !== sessionId));
    if (reuse) return this.#offer(session);
    await session.close();
    await this.fill();
  }

  discard(sessionId: string): Promise<void> {
    return this.release(sessionId, false);
  }

  async close(): Promise<void> {
    const free = this.#free;
    this.#free = [];
    await Promise.all(free.map((session) => session.close()));
  }

  #offer(session: Session): void {
    this.#free = [...this.#free, session];
    this.#changes.emit('free');
  }

  async #startOne(): Promise<void> {
    this.#starting++;
    try {
      this.#offer(await this.#newSession());
    } finally {
      this.#starting--;
    }
  }

  #assertAcquired(sessionId: string): void {
    if (this.#acquired.has(sessionId)) return;
    if (this.#free.some(({ id }) => id === sessionId)) throw badRequest(`session ${sessionId} was already released to pool ${this.name}`);
    const { origin } = this.#sessions.get(sessionId);
    throw badRequest(`session ${sessionId} ${origin ? `belongs to pool ${origin.name}` : 'belongs to no pool'}, not to pool ${this.name}`);
  }
}
