import { workerData } from 'node:worker_threads';

/** What a thread is processing. */
export interface Position {
  readonly file: string;
  /** The ignore file whose rules are being matched. */
  readonly rules?: string;
}

/** Enough for two paths of the maximum length of any system. */
const TEXT_BYTES = 16 * 1024;
const HEADER_BYTES = 8;
const COUNT = 0;
const LENGTH = 1;

/**
 * What a thread is processing, in shared memory that another thread can read at any time, because a thread that hangs
 * does not answer.
 */
export class SharedPosition {
  private readonly header: Int32Array;
  private readonly text: Buffer;

  constructor(readonly memory = new SharedArrayBuffer(HEADER_BYTES + TEXT_BYTES)) {
    this.header = new Int32Array(memory, 0, HEADER_BYTES / Int32Array.BYTES_PER_ELEMENT);
    this.text = Buffer.from(memory, HEADER_BYTES);
  }

  /** How often a position was noted: as long as it grows, the thread makes progress. */
  get count(): number {
    return Atomics.load(this.header, COUNT);
  }

  note(file: string, rules = ''): void {
    Atomics.store(this.header, LENGTH, 0);
    Atomics.store(this.header, LENGTH, this.text.write(`${file}\0${rules}`));
    Atomics.add(this.header, COUNT, 1);
  }

  clear(): void {
    Atomics.store(this.header, LENGTH, 0);
  }

  /** Undefined if nothing was noted yet. */
  read(): Position | undefined {
    const [file, rules] = this.text.toString('utf8', 0, Atomics.load(this.header, LENGTH)).split('\0');
    if (!file) return undefined;
    return rules ? { file, rules } : { file };
  }
}

/** What a worker thread receives when it starts. */
export interface ThreadData {
  readonly packagingPosition: SharedArrayBuffer;
}

const shared = sharedPosition(workerData);

function sharedPosition(data: Partial<ThreadData> | null): SharedPosition | undefined {
  return data?.packagingPosition && new SharedPosition(data.packagingPosition);
}

/**
 * Notes what is read or matched next, for the case that the thread has to be terminated. Cheap enough to call for each
 * file; does nothing outside a worker thread.
 */
export function notePosition(file: string, rules?: string): void {
  shared?.note(file, rules);
}
