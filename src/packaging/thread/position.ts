import { workerData } from 'node:worker_threads';

/** What a thread is at. */
export interface Position {
  readonly file: string;
  /** The ignore file against whose rules the file is held. */
  readonly rules?: string;
}

/** Enough for the longest path of any system, twice. */
const TEXT_BYTES = 16 * 1024;
const HEADER_BYTES = 8;
const COUNT = 0;
const LENGTH = 1;

/** What a thread is at, in memory that another can read at any time: one that hangs answers nothing. */
export class SharedPosition {
  private readonly header: Int32Array;
  private readonly text: Buffer;

  constructor(readonly memory = new SharedArrayBuffer(HEADER_BYTES + TEXT_BYTES)) {
    this.header = new Int32Array(memory, 0, HEADER_BYTES / Int32Array.BYTES_PER_ELEMENT);
    this.text = Buffer.from(memory, HEADER_BYTES);
  }

  /** How often something was noted: while it rises, the thread gets on. */
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

  /** Undefined where nothing was noted yet. */
  read(): Position | undefined {
    const [file, rules] = this.text.toString('utf8', 0, Atomics.load(this.header, LENGTH)).split('\0');
    if (!file) return undefined;
    return rules ? { file, rules } : { file };
  }
}

/** What is handed to a thread of ours when it starts. */
export interface ThreadData {
  readonly packagingPosition: SharedArrayBuffer;
}

const shared = sharedPosition(workerData);

function sharedPosition(data: Partial<ThreadData> | null): SharedPosition | undefined {
  return data?.packagingPosition && new SharedPosition(data.packagingPosition);
}

/**
 * Notes what is read or matched next, for whoever may have to end it. Cheap enough for each file; nothing outside a
 * thread of ours.
 */
export function notePosition(file: string, rules?: string): void {
  shared?.note(file, rules);
}
