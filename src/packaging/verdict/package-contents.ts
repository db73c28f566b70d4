import type { ManifestText } from '../manifest/manifest-text';
import type { Page } from '../manifest/pages';
import { foldersAbove } from '../paths';
import { readRegularFile } from '../regular-file';
import type { ExcludedFile } from '../selection/rule';
import { MAX_PATH } from '../selection/scope';
import type { Selection } from '../selection/selection';
import type { PackedFile } from '../selection/walk';

/** The folder as it will be in the zip, with look-ups of single files. */
export class PackageContents {
  private readonly byPath: ReadonlyMap<string, PackedFile>;
  /** Every folder that contains a file, as a path without `/` at the end. */
  private folders: ReadonlySet<string> | undefined;
  /** The first file for each name, ignoring case and the encoding of accents. */
  private byFolded: ReadonlyMap<string, string> | undefined;
  private readonly texts = new Map<string, Promise<string | undefined>>();
  private excludedByPath: ReadonlyMap<string, ExcludedFile> | undefined;

  /** @param folder the folder that contains the files. */
  constructor(
    readonly folder: string,
    readonly manifest: ManifestText,
    readonly selection: Selection,
    /** The extension's pages that were read. */
    readonly pages: readonly Page[],
  ) {
    this.byPath = new Map(selection.files.map((file) => [file.path, file]));
  }

  file(path: string): PackedFile | undefined {
    return this.byPath.get(path);
  }

  /** Whether a file or a folder has this path: in most places, Chromium accepts a folder as a file. */
  has(path: string): boolean {
    this.folders ??= new Set(this.selection.files.flatMap((file) => foldersAbove(file.path)));
    return this.byPath.has(path) || this.folders.has(path);
  }

  /** A file whose name differs only in case, or in the encoding of accents. */
  inOtherCase(path: string): string | undefined {
    this.byFolded ??= new Map(this.selection.files.toReversed().map((file) => [folded(file.path), file.path]));
    return this.byFolded.get(folded(path));
  }

  /** The entry that excludes a file: its own, or that of the outermost excluded folder above it. */
  excluded(path: string): ExcludedFile | undefined {
    if (path.length > MAX_PATH) return undefined;
    const excluded = (this.excludedByPath ??= new Map(
      this.selection.excluded.toReversed().map((entry) => [entry.path, entry]),
    ));
    const entry = [...foldersAbove(path), path].find((each) => excluded.has(each));
    return entry === undefined ? undefined : excluded.get(entry);
  }

  /**
   * The content of a file; undefined if it is not included, cannot be read, is longer than at the inspection, or has
   * more than `most` bytes.
   */
  async read(path: string, most: number): Promise<Buffer | undefined> {
    const file = this.file(path);
    if (!file || file.bytes > most) return undefined;
    return readRegularFile(file.source, file.bytes).catch(() => undefined);
  }

  /** The same as a text, of a file that several checks look at: it is read once. */
  async text(path: string, most: number): Promise<string | undefined> {
    if ((this.file(path)?.bytes ?? 0) > most) return undefined;
    const text = this.texts.get(path) ?? this.read(path, most).then((content) => content?.toString());
    this.texts.set(path, text);
    return text;
  }
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
