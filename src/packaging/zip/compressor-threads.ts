import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Cancelled } from '../../core/errors';
import source from 'inline:./thread';
import { BATCH_MEMORY, type Compressed, type Piece } from './piece';

/** Each takes about 12 MB, and two pack 50 MB in a second or two. */
const MOST_THREADS = 2;
/** A thread that is done need not wait for us, who may be busy: its next batch is there already. */
const BATCHES_PER_THREAD = 2;

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
  /** So many batches keep all threads busy; more only take memory. */
  readonly ahead: number;
  private readonly threads: readonly Thread[];
  private readonly memories: ArrayBuffer[] = [];
  private readonly onAbort = (): void => this.end(new Cancelled());

  /** With an aborted signal every batch is answered with Cancelled, at once, and the threads end. */
  constructor(batches: number, private readonly signal: AbortSignal) {
    this.threads = Array.from({ length: Math.min(batches, MOST_THREADS, availableParallelism()) }, () => this.start());
    this.ahead = this.threads.length * BATCHES_PER_THREAD;
    signal.addEventListener('abort', this.onAbort);
  }

  /** Hands a batch to the thread with the least to do. */
  compress(pieces: readonly Piece[]): Promise<Compressed> {
    const memory = this.memories.pop() ?? new ArrayBuffer(BATCH_MEMORY);
    const [thread] = this.threads.toSorted((one, other) => one.waiting.length - other.waiting.length);
    const compressed = new Promise<Compressed>((resolve, reject) => thread?.waiting.push({ resolve, reject }));
    thread?.worker.postMessage({ pieces, memory }, [memory]);
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

  private start(): Thread {
    // Without the environment and the options of the extension host: a debugger that attaches to everything comes by them.
    const worker = new Worker(source, { eval: true, env: {}, execArgv: [] });
    const thread: Thread = { worker, waiting: [] };
    worker.on('message', (compressed: Compressed) => thread.waiting.shift()?.resolve(compressed));
    worker.on('error', (error) => this.end(error));
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
