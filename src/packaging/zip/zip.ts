import { createHash } from 'node:crypto';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { formatOver, inMegabytes } from '../../core/wording';
import type { PackedFile } from '../selection/walk';
import { archiveAll } from './archive-all';
import type { Digests } from './digests';
import { progressOf, type PackProgress } from './progress';

export interface Package {
  readonly zip: Buffer;
  /** Of the zip, in hex: the same folder gives the same. */
  readonly sha256: string;
  /** Number of files in it. */
  readonly files: number;
  /** For `changedFiles`, when the same folder is packed again. */
  readonly digests: Digests;
}

/** Most that the format holds without zip64. */
const MAX_ENTRIES = 0xffff;
/** Files of more than this together do not shrink to what any service takes, and the format ends at 4 GiB. */
const MAX_BYTES = 2 ** 30;

/**
 * Zips files, the folder's contents at the root: sorted, with fixed dates and modes, so that the same folder gives the same bytes.
 * Blocks while it reads, and so wants a thread of its own. `onProgress` comes at most about 20 times a second, and at the end. Throws
 * UserError where a file is gone, cannot be read, or is not as it was inspected, and where the files are too many.
 */
export async function zipFiles(files: readonly PackedFile[], signal: AbortSignal, onProgress: (progress: PackProgress) => void): Promise<Package> {
  requirePackable(files);
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const { zip, digests } = await archiveAll(sorted, signal, progressOf(sorted, onProgress));
  return { zip, sha256: createHash('sha256').update(zip).digest('hex'), files: sorted.length, digests };
}

function requirePackable(files: readonly PackedFile[]): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length <= MAX_ENTRIES && bytes <= MAX_BYTES) return;
  throw new UserError(message(
    'These are {0} files of {1} together, and at most {2} files of {3} go into a zip. Nothing was sent. Leave out what the extension does not need.',
    files.length, formatOver(bytes, MAX_BYTES), MAX_ENTRIES, inMegabytes(MAX_BYTES),
  ));
}
