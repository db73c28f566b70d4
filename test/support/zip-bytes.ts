import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a handmade zip. Fields that are not given have correct values. */
export interface ZipEntry {
  name: string;
  content?: string | Buffer;
  isStored?: boolean;
  /** Unix mode, including the file type. */
  mode?: number;
  /** Bit 0: encrypted. */
  flags?: number;
  claimedChecksum?: number;
  /** The uncompressed size that its header claims. */
  claimedSize?: number;
}

/** The bytes of a zip with these entries, even if they are invalid. */
export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { common, name, data } = encode(entry);
    const file = Buffer.concat([number(0x04034b50, 4), common, name, data]);
    const attributes = number((entry.mode ?? 0o100644) * 0x10000, 4);
    // Version made by (Unix), then the fields of the file's own header; comment, disk and internal attributes are
    // empty.
    directory.push(
      Buffer.concat([
        number(0x02014b50, 4),
        number(0x0314, 2),
        common,
        Buffer.alloc(6),
        attributes,
        number(offset, 4),
        name,
      ]),
    );
    files.push(file);
    offset += file.length;
  }
  const listing = Buffer.concat(directory);
  const count = number(entries.length, 2);
  return Buffer.concat([
    ...files,
    listing,
    number(0x06054b50, 4),
    Buffer.alloc(4),
    count,
    count,
    number(listing.length, 4),
    number(offset, 4),
    Buffer.alloc(2),
  ]);
}

/** The part of a header that both headers have: from "version needed" to the length of the extra field. */
function encode(entry: ZipEntry): { common: Buffer; name: Buffer; data: Buffer } {
  const content = Buffer.from(entry.content ?? '');
  const data = entry.isStored ? content : deflateRawSync(content);
  const name = Buffer.from(entry.name);
  const common = Buffer.concat([
    number(20, 2),
    number((entry.flags ?? 0) | 0x800, 2),
    number(entry.isStored ? 0 : 8, 2),
    Buffer.alloc(4),
    number(entry.claimedChecksum ?? crc32(content), 4),
    number(data.length, 4),
    number(entry.claimedSize ?? content.length, 4),
    number(name.length, 2),
    number(0, 2),
  ]);
  return { common, name, data };
}

function number(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
