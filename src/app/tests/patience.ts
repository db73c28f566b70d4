import { UserError } from '../../core/errors';
import { ConnectionError, isAskedToRetry, ServiceError } from '../../core/service-error';

/** Milliseconds before the service is asked again for a browser that it had none of. */
const ASK_AGAIN = 1000;
/** Milliseconds. A service that asks for a longer wait is not waited for. */
const MAX_ASKED = 300_000;
/** Milliseconds: others use what we would have, and a failure that passes. */
const LONG = 600_000;
const SHORT = 30_000;
/** Statuses with which a service says that its plan has no more, if it gave some before. */
const PLAN = new Set([402, 403, 409]);

/** How long a service is asked again that gives no browser. */
export class Patience {
  /** Whether it has given one. */
  hasBegun = false;
  /** Since when all that was tried was refused, while none of ours was in use. */
  private stuckSince: number | undefined;

  /** Milliseconds since then. */
  get stuckFor(): number {
    return this.stuckSince === undefined ? 0 : performance.now() - this.stuckSince;
  }

  gotOne(): void {
    this.hasBegun = true;
    this.stuckSince = undefined;
  }

  /**
   * Milliseconds until it makes sense to ask again; undefined: never.
   * @param inUse how many browsers are ours: they make room when they end.
   */
  pauseAfter(error: unknown, inUse: number): number | undefined {
    const patience = this.patienceWith(error);
    const asked = error instanceof ServiceError ? (error.retryAfter ?? 0) : 0;
    if (patience === undefined || asked > MAX_ASKED) return undefined;
    if (inUse > 0) this.stuckSince = undefined;
    else this.stuckSince ??= performance.now();
    return this.stuckFor > patience ? undefined : Math.max(ASK_AGAIN, asked);
  }

  /** Milliseconds for which a refusal may last while none of ours is in use; undefined: it will not pass. */
  private patienceWith(error: unknown): number | undefined {
    if (error instanceof ServiceError) {
      if (isAskedToRetry(error)) return LONG;
      return this.hasBegun && (PLAN.has(error.status) || error.status >= 500) ? SHORT : undefined;
    }
    if (error instanceof ConnectionError) return this.hasBegun ? SHORT : undefined;
    // A pool without a free browser says so with a warning.
    return error instanceof UserError && error.severity === 'warning' ? LONG : undefined;
  }
}
