import { Problem } from '../problem';
import { newSecret } from '../secret';
import { TaskGroup } from '../task-group';
import type { Session } from './session';

/** The pool that a session came from. */
export interface Origin {
  readonly id: string;
  readonly name: string;
  /** Ends the session and replaces it with a new one. */
  discard(sessionId: string): Promise<void>;
}

/**
 * A session that is in use by one caller. Requests made under a lease end with it, and never reach the browser under
 * the next lease: a browser of a pool keeps its ID, as in the cloud service.
 */
export class Lease {
  /** What the address of its DevTools ends in. */
  readonly devToolsSecret = newSecret();
  private readonly tasks = new TaskGroup();
  private readonly idle: IdleTimer | undefined;
  private used = false;

  /** @param expired called when the session was not used for its timeout. */
  constructor(
    readonly session: Session,
    expired: () => void,
    readonly origin?: Origin,
  ) {
    const { timeoutSeconds } = session.settings;
    if (timeoutSeconds !== undefined) this.idle = new IdleTimer(timeoutSeconds, expired);
  }

  /** Whether the session was ever used under this lease. */
  get wasUsed(): boolean {
    return this.used;
  }

  /**
   * Works with the session, which does not become idle meanwhile.
   * @throws a 404 if the lease ends before the work has begun in the browser.
   */
  async use<T>(work: (session: Session, signal: AbortSignal) => Promise<T>): Promise<T> {
    this.used = true;
    this.idle?.pause();
    try {
      return await this.tasks.run((signal) => work(this.session, signal));
    } finally {
      this.idle?.start();
    }
  }

  /** Rejects new work, aborts work that has not begun in the browser yet, and waits for the rest. */
  async end(why: 'released' | 'ended'): Promise<void> {
    this.idle?.stop();
    const words = `browser session not found: ${this.session.id} (it was ${why} while this was under way; nothing was done)`;
    await this.tasks.end(new Problem(404, 'not_found', words));
  }
}

/**
 * Calls `expired` once, when a session has not been used for a while. Time during which it is in use does not count.
 */
class IdleTimer {
  private readonly milliseconds: number;
  private readonly expired: () => void;
  private users = 0;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(seconds: number, expired: () => void) {
    this.milliseconds = seconds * 1000;
    this.expired = expired;
    this.run();
  }

  pause(): void {
    this.users++;
    clearTimeout(this.timer);
  }

  start(): void {
    this.users--;
    this.run();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private run(): void {
    clearTimeout(this.timer);
    if (this.users === 0 && !this.stopped) this.timer = setTimeout(this.expired, this.milliseconds);
  }
}
