import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asRecord, parseJson } from '../core/json';
import type { ListedKeyValue } from '../state';

/**
 * Plain values in a file of the user, so that the next run knows what was uploaded where. It never holds a token.
 * Others write it too, such as a command that watches a folder: it is read again whenever they did. Of two who write in
 * the same moment, the last one wins: what is lost costs an upload that sends all files once more.
 */
export class FileStorage implements ListedKeyValue {
  private values = new Map<string, unknown>();
  /** Which version of the file was read, or written here. */
  private version: string | undefined;
  private queue: Promise<void> = Promise.resolve();
  /** How many changes are not in the file yet. */
  private unwritten = 0;

  constructor(private readonly file: string) {}

  keys(): readonly string[] {
    return [...this.read().keys()];
  }

  get(key: string): unknown {
    return this.read().get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    const values = this.read();
    if (value === undefined) values.delete(key);
    else values.set(key, structuredClone(value));
    this.unwritten += 1;
    this.queue = this.queue
      .then(() => this.write())
      .catch(() => {})
      .finally(() => (this.unwritten -= 1));
    return this.queue;
  }

  private read(): Map<string, unknown> {
    const now = this.unwritten > 0 ? this.version : versionOf(this.file);
    if (now === this.version) return this.values;
    this.version = now;
    let text = '';
    try {
      text = readFileSync(this.file, 'utf8');
    } catch {
      // There is none yet, or none any more.
    }
    this.values = new Map(Object.entries(asRecord(parseJson(text))));
    return this.values;
  }

  private async write(): Promise<void> {
    mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    const beside = `${this.file}.${process.pid}`;
    await writeFile(beside, JSON.stringify(Object.fromEntries(this.values)), { mode: 0o600 });
    const version = versionOf(beside);
    await rename(beside, this.file);
    this.version = version;
  }
}

/** Changes whenever the file is replaced; undefined if there is none. */
function versionOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
}
