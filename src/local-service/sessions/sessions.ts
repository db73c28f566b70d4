import { notFound } from '../problem';
import { IdleTimer } from './idle-timer';
import type { Session } from './session';

/** The pool that a session came from. */
export interface Origin {
  readonly id: string;
  readonly name: string;
  /** Ends the session and puts a new one in its place. */
  discard(sessionId: string): Promise<void>;
}

/** A session in somebody's hands. */
export interface Lease {
  readonly session: Session;
  readonly origin?: Origin;
}

interface TimedLease extends Lease {
  readonly idle?: IdleTimer;
}

/** The sessions that belong to a caller. What waits in a pool is not among them, and so cannot be operated. */
export class Sessions {
  readonly #leases = new Map<string, TimedLease>();

  list(): Lease[] {
    return [...this.#leases.values()];
  }

  /** @throws a 404. */
  get(id: string): Lease {
    return this.#lease(id);
  }

  hand(session: Session, origin?: Origin): void {
    const { timeoutSeconds } = session.settings;
    const idle = timeoutSeconds !== undefined && new IdleTimer(timeoutSeconds, () => void this.end(session.id));
    this.#leases.set(session.id, { session, ...(origin && { origin }), ...(idle && { idle }) });
  }

  /** From here on the id no longer belongs to the caller. */
  takeBack(id: string): Session {
    const { session, idle } = this.#lease(id);
    idle?.stop();
    this.#leases.delete(id);
    return session;
  }

  /** Works with a session, which does not end of idleness meanwhile. */
  async use<T>(id: string, work: (session: Session) => Promise<T>): Promise<T> {
    const { session, idle } = this.#lease(id);
    idle?.pause();
    try {
      return await work(session);
    } finally {
      idle?.start();
    }
  }

  /** Ends a session. One of a pool is replaced there. */
  async end(id: string): Promise<void> {
    const { origin } = this.#lease(id);
    if (origin) return origin.discard(id);
    await this.takeBack(id).close();
  }

  #lease(id: string): TimedLease {
    const lease = this.#leases.get(id);
    if (!lease) throw notFound('browser session', id);
    return lease;
  }
}
