import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { PackedFile } from '../selection/walk';
import { notePosition } from '../thread/position';
import { piecesOf } from './read-file';

/**
 * The contents of a zip, short enough to be stored (10,000 files: 160 kB): for each file 8 characters for its path and
 * 8 for its content (CRC-32 and size). It allows counting changes but not naming them; two different contents look the
 * same in one of 4,000,000,000 cases.
 */
export type DigestList = string;

const PART = 8;

/** Characters for one file. */
const DIGEST_LENGTH = 2 * PART;

/**
 * The part of a DigestList for one file.
 * @param path in UTF-8.
 */
export function digestOf(path: Uint8Array | string, { crc, bytes }: { crc: number; bytes: number }): DigestList {
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
  /** Files that are new, or have other contents. */
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
export function differenceSince(
  before: DigestList | undefined,
  files: readonly PackedFile[],
  now: DigestList,
): Difference {
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
interface ChangedFiles {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Counts what changed between two zips. A file that was rewritten with the same bytes, or has another date, has not
 * changed.
 */
export function changedFiles(before: DigestList, now: DigestList): ChangedFiles {
  const earlier = contents(before);
  const later = contents(now);
  const kept = [...later].filter(([path]) => earlier.has(path));
  return {
    added: later.size - kept.length,
    changed: kept.filter(([path, content]) => earlier.get(path) !== content).length,
    removed: earlier.size - kept.length,
  };
}

function contents(digests: DigestList): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < digests.length; at += DIGEST_LENGTH)
    found.set(digests.slice(at, at + PART), digests.slice(at + PART, at + DIGEST_LENGTH));
  return found;
}

/**
 * The digests that a zip of the files would have, without the zip. Blocks while it reads, and so wants a thread of its
 * own.
 * @throws UserError if a file is gone, cannot be read, or has changed since it was inspected.
 */
export function digestFiles(files: readonly PackedFile[]): DigestList {
  return files.map((file) => digestOf(file.path, { crc: checksumOf(file), bytes: file.bytes })).join('');
}

/**
 * The SHA-256 of each file in hexadecimal, in their order. Blocks while it reads.
 * @throws as `digestFiles`.
 */
export function hashFiles(files: readonly PackedFile[]): string[] {
  return files.map((file) => {
    const hash = createHash('sha256');
    for (const piece of piecesOf(file)) {
      notePosition(file.source);
      hash.update(piece);
    }
    return hash.digest('hex');
  });
}

function checksumOf(file: PackedFile): number {
  let crc = 0;
  for (const piece of piecesOf(file)) {
    notePosition(file.source);
    crc = crc32(piece, crc);
  }
  return crc;
}

/** Files of all folders together; beyond that, all are forgotten. */
const MAX_FILES = 50_000;

/** The digests of files that have not changed since they were read, so that they need not be read again. */
export class KnownDigests {
  private readonly known = new Map<string, { readonly stamp: string; readonly digest: DigestList }>();

  /**
   * @param read calculates the digests of files, in their order.
   * @returns the digests of all files.
   */
  async of(
    files: readonly PackedFile[],
    read: (files: readonly PackedFile[]) => Promise<DigestList>,
  ): Promise<DigestList> {
    const unknown = files.filter((file) => this.find(file) === undefined);
    const digests = unknown.length > 0 ? await read(unknown) : '';
    const fresh = new Map(
      unknown.map((file, index) => [file, digests.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH)]),
    );
    for (const [file, digest] of fresh) this.keep(file, digest);
    return files.map((file) => fresh.get(file) ?? this.find(file) ?? '').join('');
  }

  private find(file: PackedFile): DigestList | undefined {
    const known = this.known.get(keyOf(file));
    return known && known.stamp === file.stamp ? known.digest : undefined;
  }

  private keep(file: PackedFile, digest: DigestList): void {
    if (file.stamp === undefined) return;
    if (this.known.size >= MAX_FILES) this.known.clear();
    this.known.set(keyOf(file), { stamp: file.stamp, digest });
  }
}

/** A file that is linked to may be in a zip under several names. */
function keyOf({ path, source }: PackedFile): string {
  return `${path}\0${source}`;
}
