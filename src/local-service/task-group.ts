import { setMaxListeners } from 'node:events';
import { Problem } from './problem';

/** What is under way for one owner: it can be cut off, and waited for. */
export class TaskGroup {
  private readonly ending = new AbortController();
  private readonly tasks = new Set<Promise<unknown>>();

  constructor() {
    // Each file of an upload listens.
    setMaxListeners(0, this.ending.signal);
  }

  /** Aborted by `end`. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Runs a task, which listens to the signal. @throws the reason of the end, when it has come or cuts the task off. */
  async run<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    const running = task(this.signal);
    this.tasks.add(running);
    try {
      return await running;
    } catch (error) {
      // What is cut off fails in many ways; a Problem says by itself what became of it.
      if (this.signal.aborted && !(error instanceof Problem)) throw this.signal.reason;
      throw error;
    } finally {
      this.tasks.delete(running);
    }
  }

  /** Refuses what comes, cuts off what is under way, and settles when all of that has. Never rejects. */
  async end(reason: Error): Promise<void> {
    this.ending.abort(reason);
    await Promise.allSettled(this.tasks);
  }
}
