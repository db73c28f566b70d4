/** The zip format (APPNOTE.TXT of PKWARE, 4.3), as much of it as a folder needs: no zip64, no encryption, no extra fields. */

/** Most that the format holds without zip64. */
export const MOST_ENTRIES = 0xffff;

/** One file of the zip. */
export interface Entry {
  /** Its path, in UTF-8. */
  readonly name: Buffer;
  /** Where its local header begins. */
  readonly offset: number;
  readonly crc: number;
  readonly deflated: boolean;
  /** Size before and in the zip, in bytes. */
  readonly bytes: number;
  readonly packedBytes: number;
}

/** Both come with the name of the file behind them. */
export const LOCAL_HEADER_BYTES = 30;
export const CENTRAL_HEADER_BYTES = 46;
export const END_RECORD_BYTES = 22;

/** 2.0: deflate, and names with `/`. */
const VERSION_NEEDED = 20;
/** Made on Unix: only then do readers look at the mode. */
const VERSION_MADE_BY = (3 << 8) | VERSION_NEEDED;
/** Bit 11: names are UTF-8. */
const FLAGS = 1 << 11;
const STORED = 0;
const DEFLATED = 8;
/** 1 January 1980, the earliest date of the format, at 0:00: the format knows no time zone, and the same folder gives the same bytes. */
const DATE = (1 << 5) | 1;
/** A plain file that everybody may read. */
const ATTRIBUTES = 0o100644 * 0x10000;

/** Writes what stands before the content of a file. */
export function writeLocalHeader(zip: Buffer, entry: Entry): void {
  zip.writeUInt32LE(0x04034b50, entry.offset);
  writeShared(zip, entry.offset + 4, entry);
  entry.name.copy(zip, entry.offset + LOCAL_HEADER_BYTES);
}

/** Writes the row of a file in the directory at the end. @returns where the next one begins. */
export function writeCentralHeader(directory: Buffer, at: number, entry: Entry): number {
  directory.writeUInt32LE(0x02014b50, at);
  directory.writeUInt16LE(VERSION_MADE_BY, at + 4);
  writeShared(directory, at + 6, entry);
  // No comment, first disk, no internal attributes.
  directory.fill(0, at + 32, at + 38);
  directory.writeUInt32LE(ATTRIBUTES, at + 38);
  directory.writeUInt32LE(entry.offset, at + 42);
  entry.name.copy(directory, at + CENTRAL_HEADER_BYTES);
  return at + CENTRAL_HEADER_BYTES + entry.name.length;
}

/** What both headers of a file have in common. */
function writeShared(into: Buffer, at: number, { name, crc, deflated, bytes, packedBytes }: Entry): void {
  into.writeUInt16LE(VERSION_NEEDED, at);
  into.writeUInt16LE(FLAGS, at + 2);
  into.writeUInt16LE(deflated ? DEFLATED : STORED, at + 4);
  into.writeUInt16LE(0, at + 6);
  into.writeUInt16LE(DATE, at + 8);
  into.writeUInt32LE(crc, at + 10);
  into.writeUInt32LE(packedBytes, at + 14);
  into.writeUInt32LE(bytes, at + 18);
  into.writeUInt16LE(name.length, at + 22);
  into.writeUInt16LE(0, at + 24);
}

/** Writes what stands last in a zip; `at` is where it begins, right behind the directory. */
export function writeEndRecord(zip: Buffer, at: number, { entries, directoryBytes }: { entries: number; directoryBytes: number }): void {
  zip.fill(0, at, at + END_RECORD_BYTES);
  zip.writeUInt32LE(0x06054b50, at);
  zip.writeUInt16LE(entries, at + 8);
  zip.writeUInt16LE(entries, at + 10);
  zip.writeUInt32LE(directoryBytes, at + 12);
  zip.writeUInt32LE(at - directoryBytes, at + 16);
}
