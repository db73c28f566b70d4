/** The records that end a zip (PKWARE's APPNOTE.TXT, 4.3.12 and 4.3.16), as much of them as joining takes: no zip64, no comment. */
const END_BYTES = 22;
const END_ENTRIES_ON_DISK = 8;
const END_ENTRIES = 10;
const END_DIRECTORY_BYTES = 12;
const END_DIRECTORY_OFFSET = 16;
const HEADER_BYTES = 46;
const HEADER_NAME_BYTES = 28;
const HEADER_EXTRA_BYTES = 30;
const HEADER_COMMENT_BYTES = 32;
const HEADER_FILE_OFFSET = 42;

/** Where the parts of a zip are. */
interface Parts {
  readonly entries: number;
  /** Where the central directory begins: before it is the content of the files. */
  readonly directoryOffset: number;
  readonly directoryBytes: number;
}

/**
 * Joins zips to one: the files of the first, then those of the second, … The result has the very bytes that one archive of all these
 * files would have. The zips are those of `archiver`: without comment, and together below the limits of a zip without zip64.
 */
export function joinZips(zips: readonly Buffer[]): Buffer {
  const [only, ...others] = zips;
  if (only && others.length === 0) return only;
  const parts = zips.map(partsOf);
  const joined = Buffer.allocUnsafeSlow(sum(zips, ({ length }) => length - END_BYTES) + END_BYTES);
  let end = 0;
  const offsets = zips.map((zip, index) => {
    const offset = end;
    end += zip.copy(joined, end, 0, parts[index]?.directoryOffset);
    return offset;
  });
  const directoryOffset = end;
  for (const [index, zip] of zips.entries()) {
    const directory = joined.subarray(end, end + (parts[index]?.directoryBytes ?? 0));
    end += zip.copy(directory, 0, parts[index]?.directoryOffset, zip.length - END_BYTES);
    moveFiles(directory, offsets[index] ?? 0);
  }
  writeEnd(joined, end, { entries: sum(parts, ({ entries }) => entries), directoryOffset, directoryBytes: end - directoryOffset });
  return joined;
}

function partsOf(zip: Buffer): Parts {
  const end = zip.subarray(zip.length - END_BYTES);
  return {
    entries: end.readUInt16LE(END_ENTRIES),
    directoryOffset: end.readUInt32LE(END_DIRECTORY_OFFSET),
    directoryBytes: end.readUInt32LE(END_DIRECTORY_BYTES),
  };
}

/** Corrects where the files are that a directory lists, now that so many bytes come before them. */
function moveFiles(directory: Buffer, by: number): void {
  for (let at = 0; at < directory.length;) {
    directory.writeUInt32LE(directory.readUInt32LE(at + HEADER_FILE_OFFSET) + by, at + HEADER_FILE_OFFSET);
    at += HEADER_BYTES + sum([HEADER_NAME_BYTES, HEADER_EXTRA_BYTES, HEADER_COMMENT_BYTES], (field) => directory.readUInt16LE(at + field));
  }
}

function writeEnd(joined: Buffer, at: number, { entries, directoryOffset, directoryBytes }: Parts): void {
  joined.fill(0, at);
  joined.write('PK\u0005\u0006', at, 'latin1');
  joined.writeUInt16LE(entries, at + END_ENTRIES_ON_DISK);
  joined.writeUInt16LE(entries, at + END_ENTRIES);
  joined.writeUInt32LE(directoryBytes, at + END_DIRECTORY_BYTES);
  joined.writeUInt32LE(directoryOffset, at + END_DIRECTORY_OFFSET);
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
