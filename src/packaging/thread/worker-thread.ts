import { Worker } from 'node:worker_threads';
import { Cancelled, throwIfCancelled } from '../../core/errors';
import type { PackProgress } from '../zip/progress';
import type { JobName } from './jobs';
import { receivedError, type FromThread, type ToThread } from './messages';
import { transfersOf, unpack, type Parcel } from './parcel';
import { SharedPosition, type ThreadData } from './position';
import { TookTooLong } from './too-long';

/** Room for what is soon garbage, which would grow to 16 MB before it is collected. */
const YOUNG_MB = 4;
/** More than any folder needs: one that wants more ends its thread, and not the process. */
const OLD_MB = 1024;

/** What ends a job before its time, where that is not to terminate its thread at once. */
const ENDINGS: Partial<Record<JobName, 'asked' | 'waited for'>> = {
  // Node aborts the whole process where a thread is terminated that has a zlib stream at work.
  zipFiles: 'asked',
  // None may still be writing when the caller removes the folder.
  copyFiles: 'waited for',
};
/** Those that are as long as the files are large: the deadline counts anew for each file. */
const LONG: readonly JobName[] = ['zipFiles', 'copyFiles', 'digestFiles'];

export interface JobRequest {
  readonly job: JobName;
  readonly args: Parcel;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: PackProgress) => void) | undefined;
}

/** A thread, as seen from the one that asks. It does one job at a time; while it has none it keeps no process alive. */
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
    // Without the environment and the options of the extension host: a debugger that attaches to everything comes by
    // them.
    this.worker = new Worker(file, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    });
    this.worker.on('message', (received: FromThread) => this.onMessage(received));
    this.worker.on('error', (error) => this.onEnd(error));
    this.worker.on('exit', (code) => this.onEnd(new Error(`A thread ended with code ${code}.`)));
  }

  /** Whether it can be given another job. */
  get isUsable(): boolean {
    return this.usable;
  }

  /** @returns what the job gives; the caller knows of what type that is. */
  async run<Result>(request: JobRequest): Promise<Result> {
    this.worker.ref();
    this.position.clear();
    let result: Parcel;
    try {
      result = await this.work(request);
    } finally {
      // One that is to end has to come to that before its process exits.
      if (this.usable) this.worker.unref();
    }
    const value = await unpack<Result>(result);
    throwIfCancelled(request.signal);
    return value;
  }

  /** Nothing more is asked of it: it ends by itself, after its job. */
  end(): void {
    this.usable = false;
    this.tell({ kind: 'end' });
  }

  /** Settles at once when it is cancelled or the deadline comes, whatever the thread is doing. */
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
    if (ENDINGS[job] !== 'asked') {
      const terminated = this.worker.terminate();
      if (ENDINGS[job] === 'waited for') await terminated;
      return;
    }
    this.tell({ kind: 'cancel' });
    this.end();
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
