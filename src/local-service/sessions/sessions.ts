import { notFound } from '../problem';
import { Lease, type Origin } from './lease';
import type { Session } from './session';

/** The sessions that belong to a caller. What waits in a pool is not among them, and so cannot be operated. */
export class Sessions {
  private readonly leases = new Map<string, Lease>();
  private readonly inBackground: (work: () => Promise<void>) => void;

  /** @param inBackground runs what nobody waits for: the end of a session that nobody uses. */
  constructor(inBackground: (work: () => Promise<void>) => void) {
    this.inBackground = inBackground;
  }

  list(): Lease[] {
    return [...this.leases.values()];
  }

  /** @throws a 404. */
  get(id: string): Lease {
    const lease = this.leases.get(id);
    if (!lease) throw notFound('browser session', id);
    return lease;
  }

  lease(session: Session, origin?: Origin): Lease {
    const lease = new Lease(session, () => this.inBackground(() => this.endLease(lease)), origin);
    this.leases.set(session.id, lease);
    return lease;
  }

  /** From here on the id no longer belongs to the caller; what is under way has still to be ended. @throws a 404. */
  revoke(id: string): Lease {
    const lease = this.get(id);
    this.leases.delete(id);
    return lease;
  }

  /** Whether it is this lease, and no later one, under which the session stands. */
  isCurrent(lease: Lease): boolean {
    return this.leases.get(lease.session.id) === lease;
  }

  /** Ends a session. One of a pool is replaced there. @throws a 404. */
  async end(id: string): Promise<void> {
    const { origin } = this.get(id);
    if (origin) return origin.discard(id);
    const lease = this.revoke(id);
    await Promise.all([lease.end('ended'), lease.session.close()]);
  }

  /** Ends the session, unless its lease has ended before. */
  async endLease(lease: Lease): Promise<void> {
    if (this.isCurrent(lease)) await this.end(lease.session.id);
  }

  /** Refuses and cuts off everything, when the service ends. */
  async endAll(): Promise<void> {
    await Promise.all(this.list().map((lease) => lease.end('ended')));
  }
}
