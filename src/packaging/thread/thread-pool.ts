import { Cancelled, throwIfCancelled } from '../../core/errors';
import type { PackProgress } from '../zip/progress';
import type { JobArguments, JobName, JobResult } from './jobs';
import { pack } from './parcel';
import { MAX_JOB_MS } from './too-long';
import { WorkerThread } from './worker-thread';

/** Each thread takes about 10 MB. With several, a job that hangs does not block the others. */
const MAX_THREADS = 4;
/** Milliseconds without a job after which a thread ends. */
const IDLE_MS = 15_000;

export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PackProgress) => void;
}

type Waiting = (thread: WorkerThread) => void;

/**
 * Threads that start when there is work, run one job at a time, and end after a while without work. While one is kept
 * ready, the last one does not end.
 */
export class ThreadPool {
  private keepers = 0;
  private readonly idle: { readonly thread: WorkerThread; readonly timer: NodeJS.Timeout }[] = [];
  private readonly waiting: Waiting[] = [];
  private threads = 0;

  /**
   * @param file the script that a thread runs.
   * @param maxJobMs milliseconds after which a job is terminated.
   * @param idleMs milliseconds without a job after which a thread ends.
   */
  constructor(
    private readonly file: string,
    private readonly maxJobMs = MAX_JOB_MS,
    private readonly idleMs = IDLE_MS,
  ) {}

  /**
   * Keeps a thread, so that a job after a pause need not wait until one has started and has compiled what it runs.
   * @returns a function that ends it; the thread then ends after a while without work.
   */
  keepReady(): () => void {
    this.keepers += 1;
    if (this.threads === 0) this.keep(this.start());
    let isKept = true;
    return () => {
      if (isKept) this.keepers -= 1;
      isKept = false;
    };
  }

  /**
   * Runs a job in a thread.
   * @throws what the job throws. Immediately, whatever the thread is doing: Cancelled if the signal is aborted, and
   * TookTooLong at the deadline.
   */
  async run<Name extends JobName>(
    job: Name,
    args: JobArguments<Name>,
    { signal = new AbortController().signal, onProgress }: RunOptions = {},
  ): Promise<JobResult<Name>> {
    throwIfCancelled(signal);
    const parcel = await pack(args);
    throwIfCancelled(signal);
    const thread = await this.take(signal);
    try {
      return await thread.run<JobResult<Name>>({ job, args: parcel, signal, onProgress });
    } finally {
      this.giveBack(thread);
    }
  }

  private async take(signal: AbortSignal): Promise<WorkerThread> {
    const idle = this.idle.pop();
    if (idle) clearTimeout(idle.timer);
    if (idle?.thread.isUsable) return idle.thread;
    if (idle) this.threads -= 1;
    if (this.threads < MAX_THREADS) return this.start();
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        this.waiting.splice(this.waiting.indexOf(take), 1);
        reject(new Cancelled());
      };
      const take: Waiting = (thread) => {
        signal.removeEventListener('abort', cancel);
        resolve(thread);
      };
      this.waiting.push(take);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  private start(): WorkerThread {
    const thread = new WorkerThread(this.file, this.maxJobMs);
    this.threads += 1;
    return thread;
  }

  private giveBack(thread: WorkerThread): void {
    if (!thread.isUsable) this.threads -= 1;
    const next = this.waiting.shift();
    if (next) next(thread.isUsable ? thread : this.start());
    else if (thread.isUsable) this.keep(thread);
  }

  private keep(thread: WorkerThread): void {
    const timer = setTimeout(() => {
      if (this.keepers > 0 && this.idle.length === 1 && thread.isUsable) {
        timer.refresh();
        return;
      }
      this.idle.splice(
        this.idle.findIndex((each) => each.thread === thread),
        1,
      );
      this.threads -= 1;
      thread.end();
    }, this.idleMs).unref();
    this.idle.push({ thread, timer });
  }
}
