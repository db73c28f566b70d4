import { createHash } from 'node:crypto';
import { UserError } from '../../core/errors';
import { formatOver, inMegabytes } from '../../core/format';
import { message } from '../../core/message';
import type { PackedFile } from '../selection/walk';
import { archive } from './archive';
import type { DigestList } from './digests';
import { type PackProgress, progressOf } from './progress';

export interface Package {
  readonly zip: Buffer;
  /** Of the zip, in hexadecimal: the same folder gives the same value. */
  readonly sha256: string;
  /** Number of files in it. */
  readonly files: number;
  /** For `changedFiles`, when the same folder is packed again. */
  readonly digests: DigestList;
}

/** The maximum of the format without zip64. */
const MAX_ENTRIES = 0xffff;
/** Bytes. Larger files do not shrink to a size that any service accepts, and the format ends at 4 GiB. */
const MAX_BYTES = 2 ** 30;

/**
 * Zips files, in their order, with fixed dates and modes, so that the same folder gives the same bytes. Blocks while it
 * reads, so it needs a thread of its own. `onProgress` is called at most about 20 times a second, and at the end.
 * @throws UserError if a file does not exist any more, cannot be read, or has changed since the inspection, or if there
 * are too many files.
 */
export async function zipFiles(
  files: readonly PackedFile[],
  signal: AbortSignal,
  onProgress: (progress: PackProgress) => void,
): Promise<Package> {
  requirePackable(files);
  const { zip, digests } = await archive(files, signal, progressOf(files, onProgress));
  return { zip, sha256: createHash('sha256').update(zip).digest('hex'), files: files.length, digests };
}

function requirePackable(files: readonly PackedFile[]): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length <= MAX_ENTRIES && bytes <= MAX_BYTES) return;
  throw new UserError(
    message(
      'Too many files ({0}, {1}; limit {2}, {3}). Nothing was sent. Exclude unneeded files.',
      files.length,
      formatOver(bytes, MAX_BYTES),
      MAX_ENTRIES,
      inMegabytes(MAX_BYTES),
    ),
  );
}
