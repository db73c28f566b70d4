import type { ManifestText } from './manifest-text';

/** A file that the manifest names. */
export interface NamedFile {
  /** Path within the folder, with `/`, as Chromium would look for it: without a leading `/` or `./`. */
  readonly path: string;
  /** Where the name stands in the manifest's text. */
  readonly offset: number;
  readonly length: number;
}

/** Every file that the manifest names by its path: what must not be left out. Patterns, as of web accessible resources, are not names. */
export function namedFiles(_manifest: ManifestText): readonly NamedFile[] {
  return [];
}
