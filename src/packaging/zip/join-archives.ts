import { digestOf, type DigestList } from './digests';

/**
 * The records at the end of a zip (PKWARE's APPNOTE.TXT, 4.3.12 and 4.3.16), as far as joining needs them: no zip64, no
 * comment.
 */
const END_BYTES = 22;
const END_ENTRIES_ON_DISK = 8;
const END_ENTRIES = 10;
const END_DIRECTORY_BYTES = 12;
const END_DIRECTORY_OFFSET = 16;
const HEADER_BYTES = 46;
const HEADER_CRC = 16;
const HEADER_FILE_BYTES = 24;
const HEADER_NAME_BYTES = 28;
const HEADER_EXTRA_BYTES = 30;
const HEADER_COMMENT_BYTES = 32;
const HEADER_FILE_OFFSET = 42;

/** A zip in consecutive blocks. */
export type Archive = readonly Uint8Array[];

/** The positions of the parts of an archive. */
interface ArchiveSections {
  readonly entries: number;
  /**
   * The headers of the central directory, which are last except for the end record. Before them are the contents of the
   * files.
   */
  readonly directory: Buffer;
  readonly contentBytes: number;
}

/**
 * Joins archives into one zip: the files of the first, then those of the second, and so on. The result has exactly the
 * bytes that a single archive of all these files would have. The archives must be from `archiver`: without a comment,
 * and together below the limits of a zip without zip64.
 */
export function joinArchives(archives: readonly Archive[]): { readonly zip: Buffer; readonly digests: DigestList } {
  const parts = archives.map(sectionsOf);
  const directoryOffset = sum(parts, ({ contentBytes }) => contentBytes);
  const zip = Buffer.allocUnsafeSlow(directoryOffset + sum(parts, ({ directory }) => directory.length) + END_BYTES);
  const digests: DigestList[] = [];
  let contentEnd = 0;
  let end = directoryOffset;
  for (const [index, { directory, contentBytes }] of parts.entries()) {
    copyStart(archives[index] ?? [], zip.subarray(contentEnd, contentEnd + contentBytes));
    directory.copy(zip, end);
    digests.push(...moveFiles(zip.subarray(end, end + directory.length), contentEnd));
    contentEnd += contentBytes;
    end += directory.length;
  }
  writeEnd(zip, end, { entries: sum(parts, ({ entries }) => entries), directoryOffset });
  return { zip, digests: digests.join('') };
}

function sectionsOf(archive: Archive): ArchiveSections {
  const end = lastOf(archive, END_BYTES);
  return {
    entries: end.readUInt16LE(END_ENTRIES),
    directory: lastOf(archive, end.readUInt32LE(END_DIRECTORY_BYTES) + END_BYTES).subarray(0, -END_BYTES),
    contentBytes: end.readUInt32LE(END_DIRECTORY_OFFSET),
  };
}

function lastOf(archive: Archive, bytes: number): Buffer {
  const last: Uint8Array[] = [];
  for (let [index, missing] = [archive.length - 1, bytes]; missing > 0 && index >= 0; index--) {
    const part = archive[index]?.subarray(-missing) ?? new Uint8Array();
    last.unshift(part);
    missing -= part.length;
  }
  return Buffer.concat(last);
}

/** Fills the target with the beginning of the archive. */
function copyStart(archive: Archive, target: Buffer): void {
  let end = 0;
  for (const block of archive) {
    const part = block.subarray(0, target.length - end);
    target.set(part, end);
    end += part.length;
  }
}

/**
 * Corrects the offsets of the files in a directory after `by` bytes were inserted before them.
 * @returns the digest of each file.
 */
function moveFiles(directory: Buffer, by: number): DigestList[] {
  const digests: DigestList[] = [];
  for (let at = 0; at < directory.length;) {
    const nameBytes = directory.readUInt16LE(at + HEADER_NAME_BYTES);
    const name = directory.subarray(at + HEADER_BYTES, at + HEADER_BYTES + nameBytes);
    digests.push(
      digestOf(name, {
        crc: directory.readUInt32LE(at + HEADER_CRC),
        bytes: directory.readUInt32LE(at + HEADER_FILE_BYTES),
      }),
    );
    directory.writeUInt32LE(directory.readUInt32LE(at + HEADER_FILE_OFFSET) + by, at + HEADER_FILE_OFFSET);
    at +=
      HEADER_BYTES +
      nameBytes +
      sum([HEADER_EXTRA_BYTES, HEADER_COMMENT_BYTES], (field) => directory.readUInt16LE(at + field));
  }
  return digests;
}

function writeEnd(
  zip: Buffer,
  at: number,
  { entries, directoryOffset }: { entries: number; directoryOffset: number },
): void {
  zip.fill(0, at);
  zip.write('PK\u0005\u0006', at, 'latin1');
  zip.writeUInt16LE(entries, at + END_ENTRIES_ON_DISK);
  zip.writeUInt16LE(entries, at + END_ENTRIES);
  zip.writeUInt32LE(at - directoryOffset, at + END_DIRECTORY_BYTES);
  zip.writeUInt32LE(directoryOffset, at + END_DIRECTORY_OFFSET);
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
