import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import source from 'inline:./thread';
import type { Compressors } from './compressors';
import type { Batch, Compressed } from './piece';

/** Each takes about 10 MB, and two pack 50 MB in a second or two. */
const MOST_THREADS = Math.min(2, availableParallelism());
/** Room for what is soon garbage, which would grow to 16 MB before it is collected. */
const YOUNG_MB = 2;

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
export class CompressorThreads implements Compressors {
  /** Of small files: about as much work as one piece of a large one. */
  readonly batchPieces = 64;
  private readonly threads: Thread[] = [];

  /** Hands a batch to the thread with the least to do; to a new one where all have something, and there may be more. */
  compress(batch: Batch): Promise<Compressed> {
    const thread = this.leastBusy();
    const compressed = new Promise<Compressed>((resolve, reject) => thread.waiting.push({ resolve, reject }));
    thread.worker.postMessage(batch, [batch.memory]);
    // Whoever asked may have given up because of an earlier batch.
    compressed.catch(() => {});
    return compressed;
  }

  /** The threads end by themselves after what they were given: Node aborts the whole process where terminate() meets a zlib stream half made. */
  close(): void {
    for (const { worker } of this.threads) worker.postMessage(undefined, []);
  }

  private leastBusy(): Thread {
    const [least] = this.threads.toSorted((one, other) => one.waiting.length - other.waiting.length);
    return least && (least.waiting.length === 0 || this.threads.length === MOST_THREADS) ? least : this.start();
  }

  private start(): Thread {
    // Without the environment and the options of the extension host: a debugger that attaches to everything comes by them.
    const worker = new Worker(source, { eval: true, env: {}, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    const waiting: Waiting[] = [];
    const thread: Thread = { worker, waiting };
    worker.on('message', (compressed: Compressed) => waiting.shift()?.resolve(compressed));
    worker.on('error', (error) => waiting.splice(0).forEach(({ reject }) => reject(error)));
    this.threads.push(thread);
    return thread;
  }
}
