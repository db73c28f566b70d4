import type { PackedFile } from '../selection/walk';
import { DIGEST_LENGTH, type Digests } from './digests';

/** Files of all folders together; beyond that, all are forgotten. */
const MAX_FILES = 50_000;

/** The digests of files that have not changed since they were read, so that they need not be read again. */
export class KnownDigests {
  private readonly known = new Map<string, { readonly stamp: string; readonly digest: Digests }>();

  /**
   * @param read calculates the digests of files, in their order.
   * @returns the digests of all files.
   */
  async of(files: readonly PackedFile[], read: (files: readonly PackedFile[]) => Promise<Digests>): Promise<Digests> {
    const unknown = files.filter((file) => this.find(file) === undefined);
    const digests = unknown.length > 0 ? await read(unknown) : '';
    const fresh = new Map(
      unknown.map((file, index) => [file, digests.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH)]),
    );
    for (const [file, digest] of fresh) this.keep(file, digest);
    return files.map((file) => fresh.get(file) ?? this.find(file) ?? '').join('');
  }

  private find(file: PackedFile): Digests | undefined {
    const known = this.known.get(keyOf(file));
    return known && known.stamp === file.stamp ? known.digest : undefined;
  }

  private keep(file: PackedFile, digest: Digests): void {
    if (file.stamp === undefined) return;
    if (this.known.size >= MAX_FILES) this.known.clear();
    this.known.set(keyOf(file), { stamp: file.stamp, digest });
  }
}

/** A file that is linked to may be in a zip under several names. */
function keyOf({ path, source }: PackedFile): string {
  return `${path}\0${source}`;
}
