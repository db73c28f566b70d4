import { isDeepStrictEqual } from 'node:util';
/** What the state needs of the editor's storage for plain values. */
export interface KeyValue {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The same, with a list of what it has. */
export interface ListedKeyValue extends KeyValue {
  keys(): readonly string[];
}

/** What is not kept beyond this process. */
export function inMemory(): ListedKeyValue {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key) => values.get(key),
    update: async (key, value) => void values.set(key, value),
  };
}

/** What the state needs of the editor's storage for secrets. */
export interface SecretBox {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/**
 * Identifies a connection as the owner of tokens and records: they mean nothing to another account or at another
 * address.
 */
export interface ConnectionKey {
  readonly name: string;
  readonly address: string;
}

/** The connection's key, unique among all connections. An address contains no spaces. */
export function keyOf({ name, address }: ConnectionKey): string {
  return `${address} ${name}`;
}

/** Key of a session of a connection, unique among all sessions of all connections. An ID may contain spaces. */
export function keyOfSession(connection: ConnectionKey, session: string): string {
  return `${session.length} ${session} ${keyOf(connection)}`;
}

/** How often a value is written if it did not stay: another window may write at the same moment. */
const MAX_TRIES = 3;

/**
 * The editor's storage for plain values, with writes that are certain to stay. VS Code reports each change back to the
 * window that made it, and replaces the window's state with what it reports: a value that was set in between is hidden
 * for a moment, or lost. So only one value is written at a time, it is read back afterwards, and until then it is kept
 * here.
 */
export class SerializedMemento implements ListedKeyValue {
  private readonly underWay = new Map<string, unknown>();
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly storage: ListedKeyValue) {}

  keys(): readonly string[] {
    return [...new Set([...this.storage.keys(), ...this.underWay.keys()])];
  }

  get(key: string): unknown {
    return this.underWay.has(key) ? this.underWay.get(key) : this.storage.get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    // The value as the storage will return it: without undefined fields.
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

  /** False if another value of the same key is waiting to be written. */
  private isNewest(key: string, value: unknown): boolean {
    return this.underWay.get(key) === value;
  }
}
