import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newIdentifier } from '../identifier';
import { notFound, Problem } from '../problem';

/** An extension of the catalog: its zip, for sessions that are created later. */
export interface CatalogEntry {
  readonly id: string;
  readonly name?: string;
  readonly createdAt: Date;
  readonly sizeBytes: number;
  /** SHA-256 of the zip, in hexadecimal. */
  readonly checksum: string;
  readonly lastUsedAt?: Date;
  readonly zipPath: string;
}

/**
 * The extensions that were uploaded for later use by name. They are independent of the extensions loaded in sessions.
 */
export class Catalog {
  private readonly folder: string;
  private entries: readonly CatalogEntry[] = [];

  constructor(home: string) {
    this.folder = path.join(home, 'catalog');
  }

  list(): readonly CatalogEntry[] {
    return this.entries;
  }

  /** @throws a 404. */
  get(idOrName: string): CatalogEntry {
    const entry = this.entries.find(({ id, name }) => id === idOrName || name === idOrName);
    if (!entry) throw notFound('extension', idOrName);
    return entry;
  }

  /** @throws a 409 when the name is taken. */
  async add(zip: string, name: string | undefined): Promise<CatalogEntry> {
    const id = newIdentifier();
    const zipPath = path.join(this.folder, `${id}.zip`);
    await mkdir(this.folder, { recursive: true });
    try {
      await copyFile(zip, zipPath);
      const entry = {
        id,
        ...(name !== undefined && { name }),
        createdAt: new Date(),
        ...(await measure(zipPath)),
        zipPath,
      };
      this.assertFree(name);
      this.entries = [...this.entries, entry];
      return entry;
    } catch (error) {
      await rm(zipPath, { force: true });
      throw error;
    }
  }

  markUsed(idOrName: string): CatalogEntry {
    const used = { ...this.get(idOrName), lastUsedAt: new Date() };
    this.entries = this.entries.map((entry) => (entry.id === used.id ? used : entry));
    return used;
  }

  /**
   * Sessions that have loaded it keep it.
   * @throws a 404.
   */
  async delete(idOrName: string): Promise<void> {
    const { id, zipPath } = this.get(idOrName);
    this.entries = this.entries.filter((entry) => entry.id !== id);
    await rm(zipPath, { force: true });
  }

  private assertFree(name: string | undefined): void {
    const isTaken = name !== undefined && this.entries.some((other) => other.name === name);
    if (isTaken) throw new Problem(409, 'already_exists', `extension name already exists: ${name}`);
  }
}

async function measure(zipPath: string): Promise<Pick<CatalogEntry, 'sizeBytes' | 'checksum'>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(zipPath), hash);
  return { sizeBytes: (await stat(zipPath)).size, checksum: hash.digest('hex') };
}
