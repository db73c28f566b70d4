import { createHash } from 'node:crypto';
import type { PackedFile } from '../selection/walk';

/**
 * The contents of a zip, short enough to be stored (10,000 files: 160 kB): for each file 8 characters for its path and
 * 8 for its content (CRC-32 and size). It allows counting changes but not naming them; two different contents look the
 * same in one of 4,000,000,000 cases.
 */
export type Digests = string;

const PART = 8;

/** Characters for one file. */
export const DIGEST_LENGTH = 2 * PART;

/**
 * The part of Digests for one file.
 * @param path in UTF-8.
 */
export function digestOf(path: Uint8Array | string, { crc, bytes }: { crc: number; bytes: number }): Digests {
  const content = Buffer.alloc(6);
  content.writeUInt32LE(crc);
  content.writeUInt16LE(bytes % 0x10000, 4);
  return pathDigest(path) + content.toString('base64url');
}

function pathDigest(path: Uint8Array | string): string {
  return createHash('sha256').update(path).digest().toString('base64url', 0, 6);
}

/** The difference between a folder here and its copy in another place. */
export interface Difference {
  /** Those that are new or other. */
  readonly changed: readonly PackedFile[];
  /** Whether the copy has, or may have, files that the folder does not have. */
  readonly hasRemoved: boolean;
  /** Whether a file of the copy is one of them. */
  readonly isRemoved: (path: string) => boolean;
}

/**
 * @param before the digests of the copy; undefined if they are unknown.
 * @param now the digests of `files`.
 */
export function differenceSince(before: Digests | undefined, files: readonly PackedFile[], now: Digests): Difference {
  const later = contents(now);
  const isRemoved = (path: string): boolean => !later.has(pathDigest(path));
  if (before === undefined) return { changed: files, hasRemoved: true, isRemoved };
  const earlier = contents(before);
  const isChanged = ({ path }: PackedFile): boolean => {
    const key = pathDigest(path);
    return earlier.get(key) !== later.get(key);
  };
  return {
    changed: files.filter(isChanged),
    hasRemoved: [...earlier.keys()].some((path) => !later.has(path)),
    isRemoved,
  };
}

/** How many files of a zip were added, changed or removed, compared with an earlier one. */
export interface ChangedFiles {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Counts what changed between two zips. A file that was rewritten with the same bytes, or has another date, has not
 * changed.
 */
export function changedFiles(before: Digests, now: Digests): ChangedFiles {
  const earlier = contents(before);
  const later = contents(now);
  const kept = [...later].filter(([path]) => earlier.has(path));
  return {
    added: later.size - kept.length,
    changed: kept.filter(([path, content]) => earlier.get(path) !== content).length,
    removed: earlier.size - kept.length,
  };
}

function contents(digests: Digests): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < digests.length; at += DIGEST_LENGTH)
    found.set(digests.slice(at, at + PART), digests.slice(at + PART, at + DIGEST_LENGTH));
  return found;
}
