import { rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../core/errors';
import { makeProcessFolder, removeFolder } from '../chromium/process-folders';

/** Bytes of all files together; the oldest go first. */
const MAX_TOTAL = 200_000_000;

/** The files of results that are too long, in a folder that only this user can read. They go when the work ends. */
export class ResultFiles {
  private folder: Promise<string> | undefined;
  private made: string | undefined;
  private count = 0;
  private isDisposed = false;
  private kept: { readonly file: string; readonly size: number }[] = [];

  /** @param parent the folder in which the folder of the files is made. */
  constructor(
    private readonly parent?: string,
    private readonly maxTotal = MAX_TOTAL,
  ) {}

  /**
   * @returns the path of the file.
   * @throws an error of the system.
   */
  readonly write = async (name: string, content: string | Buffer): Promise<string> => {
    const folder = await this.folderNow();
    try {
      return await this.writeIn(folder, name, content);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    // What cleans the temporary folder has removed ours. A call at the same time may have made the new one.
    if (this.made === folder) {
      this.folder = undefined;
      this.made = undefined;
      await removeFolder(folder);
    }
    return this.writeIn(await this.folderNow(), name, content);
  };

  dispose(): void {
    this.isDisposed = true;
    if (this.made !== undefined) rmSync(this.made, { recursive: true, force: true });
    this.folder = undefined;
    this.made = undefined;
  }

  private folderNow(): Promise<string> {
    this.folder ??= this.make().catch((error: unknown) => {
      this.folder = undefined;
      throw error;
    });
    return this.folder;
  }

  private async make(): Promise<string> {
    const folder = await makeProcessFolder(this.parent);
    if (this.isDisposed) await removeFolder(folder);
    else this.made = folder;
    return folder;
  }

  private async writeIn(folder: string, name: string, content: string | Buffer): Promise<string> {
    const file = path.join(folder, `${++this.count}-${name}`);
    try {
      await writeFile(file, content, { mode: 0o600 });
    } catch (error) {
      // A part of it would take the room that is missing.
      await rm(file, { force: true });
      throw error;
    }
    this.kept.push({ file, size: Buffer.byteLength(content) });
    await this.removeOldest();
    return file;
  }

  private async removeOldest(): Promise<void> {
    let total = this.kept.reduce((sum, { size }) => sum + size, 0);
    while (total > this.maxTotal && this.kept.length > 1) {
      const oldest = this.kept.shift();
      if (!oldest) return;
      total -= oldest.size;
      await rm(oldest.file, { force: true });
    }
  }
}
