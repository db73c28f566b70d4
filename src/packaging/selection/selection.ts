import path from 'node:path';
import type { NamedFile } from '../manifest/named-files';
import type { Problem } from '../problem';
import type { LeftOutFile } from './left-out';
import { walk, type PackedFile } from './walk';

/** What goes into the zip, and what does not. */
export interface Selection {
  /** A build folder is what a build tool wrote: everything in it goes in, whatever git ignores. */
  readonly kind: 'source' | 'build';
  /** Sorted by path, so that the same folder gives the same zip. */
  readonly files: readonly PackedFile[];
  /** Sorted by path. A folder that stays out stands here once, and is not entered. */
  readonly leftOut: readonly LeftOutFile[];
  /** What stays out although it may be needed. */
  readonly problems: readonly Problem[];
  /** Absolute path of the `.extensionignore` for this folder, whether it is there or not: a build folder's lies in its project. */
  readonly ignoreFile: string;
}

export interface SelectOptions {
  /** Source maps of a source folder go in; left out by default. */
  readonly sourceMaps?: boolean;
}

/** Own rules, in the syntax of gitignore. They have the last word. */
export const OWN_IGNORE_FILE = '.extensionignore';

/** Chooses the files of the folder that go into the zip. What the manifest names is never left out in silence. */
export async function selectFiles(folder: string, _options: SelectOptions, _named: readonly NamedFile[], signal: AbortSignal): Promise<Selection> {
  return { kind: 'source', ...(await walk(folder, signal)), ignoreFile: path.join(path.resolve(folder), OWN_IGNORE_FILE) };
}
