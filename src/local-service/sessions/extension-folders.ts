import { cp, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../../chromium/process-folders';
import { codeOf } from '../../core/errors';
import { whileLocked } from '../../core/while-locked';
import { badRequest } from '../problem';

/** An unpacked extension that is about to be added to a session. */
export interface UnpackedExtension {
  name: string;
  folder: string;
}

/** The extensions of a session on the disk: each in a folder of its name. */
export class ExtensionFolders {
  private readonly parent: string;
  private names: readonly string[] = [];

  constructor(parent: string) {
    this.parent = parent;
  }

  /** In the order in which they were added. */
  get folders(): string[] {
    return this.names.map((name) => this.place(name));
  }

  /** @throws a 400 if an extension with one of these names is already loaded. */
  assertFree(names: readonly string[]): void {
    const taken = names.find((name) => this.names.includes(name));
    if (taken !== undefined) throw badRequest(`extension name already exists: ${taken}`);
  }

  /** @returns their new folders. If one cannot be moved, those that were moved before stay. */
  async moveIn(extensions: readonly UnpackedExtension[]): Promise<string[]> {
    await mkdir(this.parent, { recursive: true });
    for (const { name, folder } of extensions) {
      await whileLocked(() => move(folder, this.place(name)));
      this.names = [...this.names, name];
    }
    return extensions.map(({ name }) => this.place(name));
  }

  /** Removes all extensions except those in these folders. */
  async removeOthers(kept: readonly string[]): Promise<void> {
    const others = this.names.filter((name) => !kept.includes(this.place(name)));
    this.names = this.names.filter((name) => !others.includes(name));
    for (const name of others) await removeFolder(this.place(name));
  }

  private place(name: string): string {
    return path.join(this.parent, name);
  }
}

/** The folder of a profile may be on another disk than that of the service. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true });
    await removeFolder(from);
  }
}
