import { notFound, Problem } from '../problem';
import { Lease, type Origin } from './lease';
import type { Session } from './session';

/**
 * The sessions that are leased to a caller. Browsers that wait in a pool are not included, so they cannot be operated.
 */
export class Sessions {
  private readonly leases = new Map<string, Lease>();
  private readonly inBackground: (work: () => Promise<void>) => void;

  /** @param inBackground runs work that nobody waits for: ending an idle session. */
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

  /** @throws a 409 if a session has this name. Source: docs/service.md, "Optional operations". */
  assertFree(name: string | undefined): void {
    const isTaken = name !== undefined && this.list().some(({ session }) => session.settings.name === name);
    if (isTaken) throw new Problem(409, 'already_exists', `browser name already exists: ${name}`);
  }

  lease(session: Session, origin?: Origin): Lease {
    // The browser of a pool is not named for the next caller.
    if (origin) session.label({});
    const lease = new Lease(session, () => this.inBackground(() => this.endLease(lease)), origin);
    this.leases.set(session.id, lease);
    return lease;
  }

  /**
   * Takes the session from the caller: its ID is no longer valid, but work in progress still has to be ended.
   * @throws a 404.
   */
  revoke(id: string): Lease {
    const lease = this.get(id);
    this.leases.delete(id);
    return lease;
  }

  /** Whether this is still the session's current lease. */
  isCurrent(lease: Lease): boolean {
    return this.leases.get(lease.session.id) === lease;
  }

  /**
   * Ends a session. The session of a pool is replaced there.
   * @throws a 404.
   */
  async end(id: string): Promise<void> {
    const { origin } = this.get(id);
    if (origin) return origin.discard(id);
    const lease = this.revoke(id);
    await Promise.all([lease.end('ended'), lease.session.close()]);
  }

  /** Ends the session, unless its lease has already ended. */
  async endLease(lease: Lease): Promise<void> {
    if (this.isCurrent(lease)) await this.end(lease.session.id);
  }

  /** Closes the sessions whose changes are saved to a profile, when the service ends. */
  async saveAll(): Promise<void> {
    const saving = this.list().filter(({ session }) => session.savesChanges);
    for (const ended of await Promise.allSettled(saving.map(({ session }) => session.close())))
      if (ended.status === 'rejected') console.error(ended.reason);
  }

  /** Rejects new work and aborts all running work, when the service ends. */
  async endAll(): Promise<void> {
    await Promise.all(this.list().map((lease) => lease.end('ended')));
  }
}
