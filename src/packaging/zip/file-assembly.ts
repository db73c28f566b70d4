import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { PackedFile } from '../selection/walk';
import { joinCrc } from './crc';
import { digestOf, type Digests } from './digests';
import { isLast, type Compressed, type CompressedPiece, type Piece } from './piece';
import { ZipWriter } from './zip-writer';

/** How much has been put into the zip. */
export interface Done {
  readonly files: number;
  /** Before they were compressed. */
  readonly bytes: number;
}

/** Makes files of pieces, in the order of the files, and a zip of the files. */
export class FileAssembly {
  private readonly writer: ZipWriter;
  private readonly digests: Digests[] = [];
  private bytes = 0;
  /** Of the pieces so far of the file that is being put together. */
  private begun: { readonly crc: number; readonly stamp: string } | undefined;

  constructor(private readonly files: readonly PackedFile[]) {
    this.writer = new ZipWriter(files);
  }

  get done(): Done {
    return { files: this.digests.length, bytes: this.bytes };
  }

  /** Takes what became of the next pieces. Throws UserError where a thread could not read one of them. */
  add(batch: readonly Piece[], compressed: Compressed): void {
    const { pieces, memory } = this.requireRead(batch, compressed);
    let at = 0;
    for (const [index, piece] of batch.entries()) {
      const result = pieces[index];
      if (!result) throw new Error('a piece is missing');
      this.addPiece(piece, result, new Uint8Array(memory, at, result.packedBytes));
      at += result.packedBytes;
    }
  }

  close(): { zip: Buffer; digests: Digests } {
    return { zip: this.writer.close(), digests: this.digests.join('') };
  }

  private addPiece(piece: Piece, { pathDigest, crc, stamp, deflated }: CompressedPiece, content: Uint8Array): void {
    const path = this.current();
    if (this.begun && this.begun.stamp !== stamp) throw changed(path);
    this.begun = { stamp, crc: this.begun ? joinCrc(this.begun.crc, crc, piece.bytes) : crc };
    this.writer.append(path, content);
    this.bytes += piece.bytes;
    if (!isLast(piece)) return;
    const whole = { crc: this.begun.crc, deflated, bytes: piece.fileBytes };
    this.writer.finish(whole);
    this.digests.push(digestOf(pathDigest, whole));
    this.begun = undefined;
  }

  private requireRead(batch: readonly Piece[], compressed: Compressed): Extract<Compressed, { memory: unknown }> {
    if ('memory' in compressed) return compressed;
    const path = this.current(batch.slice(0, compressed.failed).filter(isLast).length);
    if (compressed.why === 'changed') throw changed(path);
    throw new UserError(message('{0} is gone or cannot be read. Nothing was sent.', path));
  }

  /** The file whose turn it is, or the one so many files further on. */
  private current(further = 0): string {
    return this.files[this.digests.length + further]?.path ?? '';
  }
}

function changed(path: string): UserError {
  return new UserError(message('{0} changed while it was zipped. Nothing was sent. Try again.', path));
}
