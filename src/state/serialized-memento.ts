import { isDeepStrictEqual } from 'node:util';
import type { KeyValue } from './storage';

/** So often a value is written that did not last: another window may write in the same moment. */
const MAX_TRIES = 3;

/**
 * The editor's storage for plain values, so that what was written is there. VS Code tells each change back to the
 * window that made it, and takes what it is told for the whole state: a value that was set in between is hidden for a
 * moment, or lost. So only one value is written at a time, it is looked at afterwards, and until then it is known here.
 */
export class SerializedMemento implements KeyValue {
  private readonly underWay = new Map<string, unknown>();
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly storage: KeyValue) {}

  get(key: string): unknown {
    return this.underWay.has(key) ? this.underWay.get(key) : this.storage.get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    // As it will come back: without fields that are undefined.
    const plain: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
    this.underWay.set(key, plain);
    const written = this.queue.then(() => this.write(key, plain));
    this.queue = written.catch(() => {});
    return written;
  }

  private async write(key: string, value: unknown): Promise<void> {
    try {
      for (let tries = 0; tries < MAX_TRIES && this.isNewest(key, value); tries++) {
        await this.storage.update(key, value);
        if (isDeepStrictEqual(this.storage.get(key), value)) return;
      }
    } finally {
      if (this.isNewest(key, value)) this.underWay.delete(key);
    }
  }

  /** Not if another value of the key waits to be written. */
  private isNewest(key: string, value: unknown): boolean {
    return this.underWay.get(key) === value;
  }
}
