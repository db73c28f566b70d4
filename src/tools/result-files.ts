import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The files of results that are too long, in a folder that only this user can read. They go when the work ends. */
export class ResultFiles {
  private folder: string | undefined;
  private count = 0;

  /** @returns the path of the file. */
  readonly write = async (name: string, content: string | Buffer): Promise<string> => {
    this.folder ??= mkdtempSync(path.join(tmpdir(), 'browser-sessions-'));
    const file = path.join(this.folder, `${++this.count}-${name}`);
    await writeFile(file, content, { mode: 0o600 });
    return file;
  };

  dispose(): void {
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
    this.folder = undefined;
  }
}
