import { mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asRecord, parseJson } from '../core/json';
import type { ListedKeyValue } from '../state';

/**
 * Plain values in a file of the user, so that the next run knows what was uploaded where. It never holds a token.
 * Whoever writes last wins: what is lost costs an upload that sends all files once more.
 */
export class FileStorage implements ListedKeyValue {
  private values: Map<string, unknown> | undefined;
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly file: string) {}

  keys(): readonly string[] {
    return [...this.read().keys()];
  }

  get(key: string): unknown {
    return this.read().get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.read().delete(key);
    else this.read().set(key, structuredClone(value));
    this.queue = this.queue.then(() => this.write()).catch(() => {});
    return this.queue;
  }

  private read(): Map<string, unknown> {
    if (this.values) return this.values;
    let text = '';
    try {
      text = readFileSync(this.file, 'utf8');
    } catch {
      // There is none yet.
    }
    this.values = new Map(Object.entries(asRecord(parseJson(text))));
    return this.values;
  }

  private async write(): Promise<void> {
    mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    const beside = `${this.file}.${process.pid}`;
    await writeFile(beside, JSON.stringify(Object.fromEntries(this.read())), { mode: 0o600 });
    await rename(beside, this.file);
  }
}
