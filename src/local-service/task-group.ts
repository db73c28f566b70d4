import { setMaxListeners } from 'node:events';
import { Problem } from './problem';

/** The running tasks of one owner, which can be aborted and waited for. */
export class TaskGroup {
  private readonly ending = new AbortController();
  private readonly tasks = new Set<Promise<unknown>>();

  constructor() {
    // Every file of an upload adds a listener.
    setMaxListeners(0, this.ending.signal);
  }

  /** Aborted by `end`. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /**
   * Runs a task, which must listen to the signal.
   * @throws the reason of the end, if the group has ended or ends while the task runs.
   */
  async run<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    const running = task(this.signal);
    this.tasks.add(running);
    try {
      return await running;
    } catch (error) {
      // A task that is aborted fails in various ways; a Problem already says what happened.
      if (this.signal.aborted && !(error instanceof Problem)) throw this.signal.reason;
      throw error;
    } finally {
      this.tasks.delete(running);
    }
  }

  /** Rejects new tasks, aborts the running ones, and settles when all of them have ended. Never rejects. */
  async end(reason: Error): Promise<void> {
    this.ending.abort(reason);
    await Promise.allSettled(this.tasks);
  }
}
