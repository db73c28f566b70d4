import { Worker } from 'node:worker_threads';
import { Cancelled, throwIfCancelled } from '../../core/errors';
import type { PackProgress } from '../zip/progress';
import type { JobName } from './jobs';
import { receivedError, type FromThread, type ToThread } from './messages';
import { transfersOf, unpack, type Parcel } from './parcel';
import { SharedPosition, type ThreadData } from './position';
import { TookTooLong } from './too-long';

/** Memory in MB for short-lived objects; by default it would grow to 16 MB before it is collected. */
const YOUNG_MB = 4;
/** Memory in MB, more than any folder needs: a job that needs more ends its thread, but not the process. */
const OLD_MB = 1024;

/** Milliseconds that a job that is asked to end has before its thread is terminated. */
const ENDING_MS = 1000;

/** How a job ends early, if not by terminating its thread immediately. */
const ENDINGS: Partial<Record<JobName, 'asked' | 'asked first' | 'waited for'>> = {
  // A terminated thread on Windows may leave the files open that it was reading; their folder cannot be removed then.
  findSecrets: 'asked first',
  // Node aborts the whole process if a thread is terminated while a zlib stream is working.
  zipFiles: 'asked',
  // No thread may still be writing when the caller removes the folder.
  copyFiles: 'waited for',
};
/** Jobs whose duration depends on the size of the files: the deadline starts again for each file. */
const LONG: readonly JobName[] = ['zipFiles', 'copyFiles', 'digestFiles'];

export interface JobRequest {
  readonly job: JobName;
  readonly args: Parcel;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: PackProgress) => void) | undefined;
}

/**
 * A worker thread, as seen by the thread that started it. It runs one job at a time; without a job it does not keep the
 * process alive.
 */
export class WorkerThread {
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
    let result: Parcel;
    try {
      result = await this.work(request);
    } finally {
      // A thread that is ending must be able to finish before the process exits.
      if (this.usable) this.worker.unref();
    }
    const value = await unpack<Result>(result);
    throwIfCancelled(request.signal);
    return value;
  }

  /** Sends no more jobs: the thread ends by itself, after its current job. */
  end(): void {
    this.usable = false;
    this.tell({ kind: 'end' });
  }

  /** Settles as soon as it is cancelled or the deadline is reached, whatever the thread is doing. */
  private async work({ job, args, signal, onProgress }: JobRequest): Promise<Parcel> {
    let timer: NodeJS.Timeout | undefined;
    let cancel: (() => void) | undefined;
    try {
      return await new Promise<Parcel>((resolve, reject) => {
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
        this.tell({ kind: 'run', job, args }, transfersOf(args));
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
    if (ending === 'asked' || ending === 'asked first') {
      this.tell({ kind: 'cancel' });
      this.end();
      if (ending === 'asked first') setTimeout(() => void this.worker.terminate(), ENDING_MS).unref();
      return;
    }
    const terminated = this.worker.terminate();
    if (ending === 'waited for') await terminated;
  }

  private tell(sent: ToThread, transfers: ArrayBuffer[] = []): void {
    this.worker.postMessage(sent, transfers);
  }
}

function attempt(work: () => void, fail: (reason: Error) => void): void {
  try {
    work();
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)));
  }
}
