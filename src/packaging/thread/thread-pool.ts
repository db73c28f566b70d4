import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Cancelled, throwIfCancelled, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { PackProgress } from '../zip/progress';
import type { JobArguments, JobName, JobResult } from './jobs';
import { type FromThread, receivedError, type ToThread } from './messages';
import { type Position, SharedPosition, type ThreadData } from './position';

/** Each thread takes about 10 MB. With several, a job that hangs does not block the others. */
const MAX_THREADS = 4;
/** Milliseconds without a job after which a thread ends. */
const IDLE_MS = 15_000;

interface RunOptions {
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
    const thread = await this.take(signal);
    try {
      return await thread.run<JobResult<Name>>({ job, args, signal, onProgress });
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

/** Memory in MB for short-lived objects; by default it would grow to 16 MB before it is collected. */
const YOUNG_MB = 4;
/** Memory in MB, more than any folder needs: a job that needs more ends its thread, but not the process. */
const OLD_MB = 1024;

/** Milliseconds that a job that is asked to end has before its thread is terminated. */
const ENDING_MS = 1000;

/** How a job ends early, if not by terminating its thread immediately. */
const ENDINGS: Partial<Record<JobName, 'cancel' | 'cancel-then-terminate' | 'terminate-and-wait'>> = {
  // A terminated thread on Windows may leave the files open that it was reading; their folder cannot be removed then.
  findSecrets: 'cancel-then-terminate',
  // Node aborts the whole process if a thread is terminated while a zlib stream is working.
  zipFiles: 'cancel',
  unzip: 'cancel',
  // No thread may still be writing when the caller removes the folder.
  copyFiles: 'terminate-and-wait',
};
/** Jobs whose duration depends on the size of the files: the deadline starts again for each file. */
const LONG: readonly JobName[] = ['zipFiles', 'copyFiles', 'digestFiles'];

interface JobRequest {
  readonly job: JobName;
  readonly args: readonly unknown[];
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: PackProgress) => void) | undefined;
}

/**
 * A worker thread, as seen by the thread that started it. It runs one job at a time; without a job it does not keep the
 * process alive.
 */
class WorkerThread {
  private readonly position = new SharedPosition();
  private readonly worker: Worker;
  private usable = true;
  private onMessage: (received: FromThread) => void = () => {};
  private onEnd: (error: unknown) => void = () => {};

  constructor(
    file: string,
    private readonly maxJobMs: number,
  ) {
    const workerData: ThreadData = { packagingPosition: this.position.memory };
    // Without the environment and the options of the extension host, because they would make a debugger attach to every
    // thread.
    this.worker = new Worker(file, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    });
    this.worker.unref();
    this.worker.on('message', (received: FromThread) => this.onMessage(received));
    this.worker.on('error', (error) => this.onEnd(error));
    this.worker.on('exit', (code) => this.onEnd(new Error(`A thread ended with code ${code}.`)));
  }

  /** Whether it can run another job. */
  get isUsable(): boolean {
    return this.usable;
  }

  /** @returns the result of the job; the caller knows its type. */
  async run<Result>(request: JobRequest): Promise<Result> {
    this.worker.ref();
    this.position.clear();
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread runs the job of that name
      return (await this.work(request)) as Result;
    } finally {
      // A thread that is ending must be able to finish before the process exits.
      if (this.usable) this.worker.unref();
    }
  }

  /** Sends no more jobs: the thread ends by itself, after its current job. */
  end(): void {
    this.usable = false;
    this.post({ kind: 'end' });
  }

  /** Settles as soon as it is cancelled or the deadline is reached, whatever the thread is doing. */
  private async work({ job, args, signal, onProgress }: JobRequest): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    let cancel: (() => void) | undefined;
    try {
      return await new Promise<unknown>((resolve, reject) => {
        const stop = (reason: Error): void => void this.stop(job).then(() => reject(reason));
        cancel = () => stop(new Cancelled());
        if (signal.aborted) return cancel();
        signal.addEventListener('abort', cancel, { once: true });
        timer = this.atDeadline(job, stop);
        this.onEnd = (error) => {
          this.usable = false;
          reject(error instanceof Error ? error : new Error(String(error)));
        };
        this.onMessage = (received) => {
          if (received.kind === 'progress') attempt(() => onProgress?.(received.progress), stop);
          else if (received.kind === 'done') resolve(received.result);
          else reject(receivedError(received.error));
        };
        this.post({ kind: 'run', job, args });
      });
    } finally {
      clearInterval(timer);
      if (cancel) signal.removeEventListener('abort', cancel);
      this.onMessage = () => {};
      this.onEnd = () => (this.usable = false);
    }
  }

  private atDeadline(job: JobName, stop: (reason: Error) => void): NodeJS.Timeout {
    let { count } = this.position;
    let since = performance.now();
    return setInterval(() => {
      const now = performance.now();
      if (LONG.includes(job) && count !== this.position.count) [count, since] = [this.position.count, now];
      else if (now - since >= this.maxJobMs) stop(new TookTooLong(this.position.read(), this.maxJobMs));
    }, this.maxJobMs / 10).unref();
  }

  private async stop(job: JobName): Promise<void> {
    this.usable = false;
    this.onMessage = () => {};
    this.onEnd = () => {};
    const ending = ENDINGS[job];
    if (ending === 'cancel' || ending === 'cancel-then-terminate') {
      this.post({ kind: 'cancel' });
      this.end();
      if (ending === 'cancel-then-terminate') setTimeout(() => void this.worker.terminate(), ENDING_MS).unref();
      return;
    }
    const terminated = this.worker.terminate();
    if (ending === 'terminate-and-wait') await terminated;
  }

  private post(sent: ToThread): void {
    this.worker.postMessage(sent, []);
  }
}

function attempt(work: () => void, fail: (reason: Error) => void): void {
  try {
    work();
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Milliseconds that a job may take; for a job that makes progress from file to file, the limit for a single file. */
export const MAX_JOB_MS = 30_000;

/** The job was terminated at its deadline. */
export class TookTooLong extends UserError {
  override readonly name = 'TookTooLong';
  /** The ignore file whose rules took so long, if it was that. */
  readonly rules: string | undefined;

  constructor(at: Position | undefined, milliseconds: number) {
    super(tookTooLongMessage(at, milliseconds / 1000));
    this.rules = at?.rules;
  }
}

function tookTooLongMessage(at: Position | undefined, seconds: number): Message {
  if (at?.rules !== undefined)
    return message(
      'The rules in {0} took longer than {1} s (at “{2}”). Simplify them.',
      path.basename(at.rules),
      seconds,
      at.file,
    );
  if (at)
    return message(
      'Stopped after {0} seconds at {1}. Remove that file from the folder or simplify it.',
      seconds,
      at.file,
    );
  return message('Stopped after {0} seconds. Choose a smaller folder or a faster disk.', seconds);
}
