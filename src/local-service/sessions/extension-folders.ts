import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../../chromium/home';
import { badRequest } from '../problem';

/** An extension that was unpacked, on its way into a session. */
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

  /** In the order in which they came. */
  get folders(): string[] {
    return this.names.map((name) => this.place(name));
  }

  /** @throws a 400 when an extension of one of these names is there. */
  assertFree(names: readonly string[]): void {
    const taken = names.find((name) => this.names.includes(name));
    if (taken !== undefined) throw badRequest(`extension name already exists: ${taken}`);
  }

  /** Returns where they are now. Those that were moved before one fails stay. */
  async moveIn(extensions: readonly UnpackedExtension[]): Promise<string[]> {
    await mkdir(this.parent, { recursive: true });
    for (const { name, folder } of extensions) {
      await rename(folder, this.place(name));
      this.names = [...this.names, name];
    }
    return extensions.map(({ name }) => this.place(name));
  }

  /** Removes all but those in these folders. */
  async removeOthers(kept: readonly string[]): Promise<void> {
    const others = this.names.filter((name) => !kept.includes(this.place(name)));
    this.names = this.names.filter((name) => !others.includes(name));
    for (const name of others) await removeFolder(this.place(name));
  }

  private place(name: string): string {
    return path.join(this.parent, name);
  }
}
