import { throwIfCancelled } from '../../core/errors';

/**
 * Limits how many tasks run at the same time; the others wait for their turn.
 * @throws Cancelled instead of starting a task, once the signal is aborted.
 */
export class ConcurrencyLimit {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    atOnce: number,
    private readonly signal: AbortSignal,
  ) {
    this.free = atOnce;
  }

  async take<T>(task: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      throwIfCancelled(this.signal);
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
