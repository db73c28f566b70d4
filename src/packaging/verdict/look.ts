import { open } from 'node:fs/promises';
import type { ManifestText } from '../manifest/manifest-text';
import type { Selection } from '../selection/selection';
import type { PackedFile } from '../selection/walk';

/** The folder as it will be in the zip, to be asked for single files. */
export class Look {
  readonly #byPath: ReadonlyMap<string, PackedFile>;

  /** @param folder where the files lie. */
  constructor(readonly folder: string, readonly manifest: ManifestText, readonly selection: Selection) {
    this.#byPath = new Map(selection.files.map((file) => [file.path, file]));
  }

  file(path: string): PackedFile | undefined {
    return this.#byPath.get(path);
  }

  /** Chromium takes a folder for a file in most places. */
  has(path: string): boolean {
    return this.#byPath.has(path) || this.selection.files.some((file) => file.path.startsWith(`${path}/`));
  }

  /** A file whose name differs just in capital and small letters, or in how accents are written. */
  inOtherCase(path: string): string | undefined {
    const wanted = folded(path);
    return this.selection.files.find((file) => folded(file.path) === wanted)?.path;
  }

  /** The first bytes of a file; undefined where it is not in, cannot be read, or holds more than that. */
  async read(path: string, most: number): Promise<Buffer | undefined> {
    const file = this.file(path);
    if (!file || file.bytes > most) return undefined;
    const handle = await open(file.source).catch(() => undefined);
    try {
      const content = Buffer.alloc(file.bytes);
      const read = await handle?.read(content, 0, file.bytes, 0);
      return read && content.subarray(0, read.bytesRead);
    } catch {
      return undefined;
    } finally {
      await handle?.close();
    }
  }
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
