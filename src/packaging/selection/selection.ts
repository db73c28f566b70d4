import type { NamedFile } from '../manifest/named-files';
import type { Problem } from '../problem';
import type { LeftOutFile } from './left-out';
import { walk, type PackedFile } from './walk';

/** What goes into the zip, and what does not. */
export interface Selection {
  /** Sorted by path, so that the same folder gives the same zip. */
  readonly files: readonly PackedFile[];
  /** Sorted by path. A folder that stays out stands here once, and is not entered. */
  readonly leftOut: readonly LeftOutFile[];
  /** What stays out although it may be needed. */
  readonly problems: readonly Problem[];
}

export interface SelectOptions {
}

/** Chooses the files of the folder that go into the zip. What the manifest names is never left out in silence. */
export async function selectFiles(folder: string, _options: SelectOptions, _named: readonly NamedFile[], signal: AbortSignal): Promise<Selection> {
  return walk(folder, signal);
}
