import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Cancelled } from '../../core/errors';
import source from 'inline:./thread';
import { BATCH_MEMORY, type Compressed, type Piece } from './piece';

/** Each takes about 12 MB, and two pack 50 MB in a second or two. */
const MOST_THREADS = Math.min(2, availableParallelism());
/** So many batches keep all threads busy: one that is done need not wait for us, who may be busy, for its next. More only take memory. */
export const BATCHES_AHEAD = 2 * MOST_THREADS;

interface Waiting {
  readonly resolve: (compressed: Compressed) => void;
  readonly reject: (reason: unknown) => void;
}

/** Answers come in the order of the batches. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: Waiting[];
}

/**
 * Threads that read and compress. Reading file by file in a thread that may block is several times as fast as asking for each step
 * and waiting for it, and the extension host, which all extensions share, stays free.
 */
export class CompressorThreads {
  private readonly threads: Thread[] = [];
  private readonly memories: ArrayBuffer[] = [];
  private readonly onAbort = (): void => this.end(new Cancelled());

  /** With an aborted signal every batch is answered with Cancelled, at once, and the threads end. */
  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', this.onAbort);
  }

  /** Hands a batch to the thread with the least to do; to a new one where all have something, and there may be more. */
  compress(pieces: readonly Piece[]): Promise<Compressed> {
    const memory = this.memories.pop() ?? new ArrayBuffer(BATCH_MEMORY);
    const thread = this.leastBusy();
    const compressed = new Promise<Compressed>((resolve, reject) => thread.waiting.push({ resolve, reject }));
    thread.worker.postMessage({ pieces, memory }, [memory]);
    // Whoever asked may have given up because of an earlier batch.
    compressed.catch(() => {});
    return compressed;
  }

  /** Takes back the memory of an answer that has been looked at. */
  release(compressed: Compressed): void {
    if ('memory' in compressed) this.memories.push(compressed.memory);
  }

  close(): void {
    this.end(new Cancelled());
  }

  private leastBusy(): Thread {
    const [least] = this.threads.toSorted((one, other) => one.waiting.length - other.waiting.length);
    return least && (least.waiting.length === 0 || this.threads.length === MOST_THREADS) ? least : this.start();
  }

  private start(): Thread {
    // Without the environment and the options of the extension host: a debugger that attaches to everything comes by them.
    const worker = new Worker(source, { eval: true, env: {}, execArgv: [] });
    const thread: Thread = { worker, waiting: [] };
    worker.on('message', (compressed: Compressed) => thread.waiting.shift()?.resolve(compressed));
    worker.on('error', (error) => this.end(error));
    this.threads.push(thread);
    return thread;
  }

  private end(reason: unknown): void {
    this.signal.removeEventListener('abort', this.onAbort);
    for (const { worker, waiting } of this.threads) {
      void worker.terminate();
      for (const { reject } of waiting.splice(0)) reject(reason);
    }
  }
}
