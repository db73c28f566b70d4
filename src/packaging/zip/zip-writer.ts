import { CENTRAL_HEADER_BYTES, END_RECORD_BYTES, LOCAL_HEADER_BYTES, writeCentralHeader, writeEndRecord, writeLocalHeader } from './container';
import type { PackedFile } from '../selection/walk';

/** What deflate adds at most to what it cannot shrink: 5 bytes a block, and the end of each piece. */
function mostPackedBytes(bytes: number): number {
  return bytes + Math.ceil(bytes / 1000) + 64;
}

/**
 * Puts a zip together in memory, file after file. All the memory it may need is asked for at the start: the system gives it page by
 * page, as it is written to, so growing costs neither copies nor twice the memory.
 */
export class ZipWriter {
  private readonly zip: Buffer;
  private readonly directory: Buffer;
  private entries = 0;
  private directoryEnd = 0;
  private end = 0;
  private current: { readonly name: Buffer; readonly offset: number; readonly content: number } | undefined;

  constructor(files: readonly PackedFile[]) {
    let contentBytes = 0;
    let directoryBytes = 0;
    for (const { path, bytes } of files) {
      const nameBytes = Buffer.byteLength(path);
      contentBytes += LOCAL_HEADER_BYTES + nameBytes + mostPackedBytes(bytes);
      directoryBytes += CENTRAL_HEADER_BYTES + nameBytes;
    }
    this.directory = Buffer.allocUnsafeSlow(directoryBytes);
    this.zip = Buffer.allocUnsafeSlow(contentBytes + directoryBytes + END_RECORD_BYTES);
  }

  /** Adds to the content of the file that is being written; begins it if there is none. */
  append(path: string, content: Uint8Array): void {
    this.current ??= this.begin(Buffer.from(path));
    this.zip.set(content, this.end);
    this.end += content.length;
  }

  /** The content is complete: now its header can be written. */
  finish({ crc, deflated, bytes }: { crc: number; deflated: boolean; bytes: number }): void {
    if (!this.current) throw new Error('no file was begun');
    const { name, offset, content } = this.current;
    const entry = { name, offset, crc, deflated, bytes, packedBytes: this.end - content };
    writeLocalHeader(this.zip, entry);
    this.directoryEnd = writeCentralHeader(this.directory, this.directoryEnd, entry);
    this.entries += 1;
    this.current = undefined;
  }

  /** All files are in. @returns the zip. */
  close(): Buffer {
    this.directory.copy(this.zip, this.end);
    writeEndRecord(this.zip, this.end + this.directoryEnd, { entries: this.entries, directoryBytes: this.directoryEnd });
    return this.zip.subarray(0, this.end + this.directoryEnd + END_RECORD_BYTES);
  }

  private begin(name: Buffer): { name: Buffer; offset: number; content: number } {
    const offset = this.end;
    this.end += LOCAL_HEADER_BYTES + name.length;
    return { name, offset, content: this.end };
  }
}
