import { createHash } from 'node:crypto';
import { UserError } from '../../core/errors';
import { formatOver, inMegabytes } from '../../core/format';
import { message } from '../../core/message';
import type { PackedFile } from '../selection/walk';
import { archive } from './archive';
import type { DigestList } from './digests';
import { type Archive, joinArchives } from './join-archives';
import { type Counter, type PackProgress, progressOf } from './progress';

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
 * While one archive waits for a file to be deflated in another thread, the others continue. More would only take
 * memory.
 */
const MAX_ARCHIVES = 3;

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
  const { zip, digests } = joinArchives(await archiveAll(files, signal, progressOf(files, onProgress)));
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

/**
 * Distributes the files over several archives, in order. One archive deflates one file after another, so several are
 * faster.
 */
async function archiveAll(files: readonly PackedFile[], signal: AbortSignal, counter: Counter): Promise<Archive[]> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const errors: unknown[] = [];
  const archives = await Promise.all(
    sharesOf(files, MAX_ARCHIVES).map((share) =>
      archive(share, either, counter).catch((error: unknown) => {
        errors.push(error);
        failed.abort();
        return [];
      }),
    ),
  );
  // The other archives only stopped because of this error.
  if (errors.length > 0) throw errors[0];
  return archives;
}

/** The fixed cost of a file, as the number of bytes that take the same time. */
const FILE_COST = 16 * 1024;

/**
 * Divides the files, in order, into at most `count` parts with about the same amount of work. No part is empty, unless
 * there are no files at all.
 */
function sharesOf(files: readonly PackedFile[], count: number): readonly (readonly PackedFile[])[] {
  const share = files.reduce((total, file) => total + costOf(file), 0) / count;
  const parts: PackedFile[][] = [];
  let before = 0;
  for (const file of files) {
    const part = Math.floor(before / share);
    if (part > parts.length - 1) parts.push([file]);
    else parts.at(-1)?.push(file);
    before += costOf(file);
  }
  return parts.length > 0 ? parts : [[]];
}

function costOf({ bytes }: PackedFile): number {
  return bytes + FILE_COST;
}
