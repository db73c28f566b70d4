import { notFound, Problem } from '../problem';
import type { Lease } from '../sessions/lease';
import type { Session } from '../sessions/session';
import type { Sessions } from '../sessions/sessions';
import { Pool, type PoolSettings } from './pool';

/** The pools, by ID and by name. */
export class Pools {
  private readonly sessions: Sessions;
  private readonly newSession: () => Promise<Session>;
  private pools: readonly Pool[] = [];

  constructor(sessions: Sessions, newSession: () => Promise<Session>) {
    this.sessions = sessions;
    this.newSession = newSession;
  }

  list(): readonly Pool[] {
    return this.pools;
  }

  /** @throws a 404. */
  get(idOrName: string): Pool {
    const pool = this.pools.find(({ id, name }) => id === idOrName || name === idOrName);
    if (!pool) throw notFound('browser pool', idOrName);
    return pool;
  }

  ofLease({ origin }: Lease): Pool | undefined {
    return this.pools.find((pool) => pool === origin);
  }

  /** Resolves when all browsers of the pool have started. */
  async create(settings: PoolSettings): Promise<Pool> {
    if (this.pools.some(({ name }) => name === settings.name)) {
      throw new Problem(409, 'already_exists', `browser pool name already exists: ${settings.name}`);
    }
    const pool = new Pool(settings, this.sessions, this.newSession);
    this.pools = [...this.pools, pool];
    try {
      await pool.fill();
    } catch (error) {
      this.pools = this.pools.filter((other) => other !== pool);
      await pool.close();
      throw error;
    }
    return pool;
  }
}
