import { Readable } from 'node:stream';
import { ZipArchive } from 'archiver';
import { Cancelled, throwIfCancelled } from '../../core/errors';
import type { PackedFile } from '../selection/walk';
import { notePosition } from '../thread/position';
import type { Archive } from './join-archives';
import type { Counter } from './progress';
import { contentOf, piecesOf } from './read-file';

/** Files that are read while another is deflated. More would only take memory. */
const AHEAD = 4;
/** A larger file is not read completely before it is deflated. */
const LARGE_BYTES = 1024 * 1024;
/**
 * The same for every file, so that the same folder gives the same bytes: the earliest date of the format, and a regular
 * file that everyone may read.
 */
const SAME = { date: new Date(Date.UTC(1980, 0, 1)), mode: 0o100644 };
/** Compressing these gains nothing. WebAssembly is not included: it shrinks to about a third. */
const COMPRESSED_KINDS = /\.(?:png|jpe?g|gif|webp|avif|woff2?|zip|crx|xpi|gz|br|mp3|mp4|m4a|ogg|webm)$/i;

/**
 * Writes files into a zip, in their order. When it settles, zlib has always ended, because a thread that ends while a
 * deflate stream is working aborts the whole process.
 * @throws UserError if a file does not exist any more, cannot be read, or has changed since the inspection.
 */
export async function archive(files: readonly PackedFile[], signal: AbortSignal, counter: Counter): Promise<Archive> {
  const writer = new ZipArchive({ zlib: { level: 6 } });
  const zip = new Collector();
  const written = new Promise((resolve, reject) =>
    writer
      .on('data', (piece: Buffer) => zip.add(piece))
      .on('end', resolve)
      .on('error', reject),
  );
  const feeder = new Feeder(writer, signal, counter);
  // An error while finishing is also reported by `written`.
  const end = (): void => void writer.finalize().catch(() => {});
  const [fed, finished] = await Promise.allSettled([feeder.feed(files).finally(end), written]);
  if (fed.status === 'rejected') throw fed.reason;
  if (finished.status === 'rejected') throw finished.reason;
  return zip.blocks();
}

/** Adds files to an archive, a few ahead of the one that is being written, and stops at the first error. */
class Feeder {
  private readonly waiting: PackedFile[] = [];
  private failure: unknown;
  private next: () => void = () => {};

  constructor(
    private readonly writer: ZipArchive,
    private readonly signal: AbortSignal,
    private readonly counter: Counter,
  ) {
    writer.on('entry', () => {
      const file = this.waiting.shift();
      counter(file && !isStreamed(file) ? file.bytes : 0, 1);
      this.next();
    });
  }

  async feed(files: readonly PackedFile[]): Promise<void> {
    for (const file of files) {
      await this.until(AHEAD);
      notePosition(file.source);
      this.waiting.push(file);
      this.writer.append(isStreamed(file) ? Readable.from(this.streamOf(file)) : contentOf(file), {
        name: file.path,
        store: isCompressed(file),
        ...SAME,
      });
    }
    await this.until(0);
  }

  /** Waits until at most this many files are pending. */
  private async until(files: number): Promise<void> {
    while (this.waiting.length > files && this.failure === undefined)
      await new Promise<void>((resolve) => (this.next = resolve));
    throwIfCancelled(this.signal);
    if (this.failure !== undefined) throw this.failure;
  }

  /** Ends early after an error: the archive is then discarded. */
  private *streamOf(file: PackedFile): Generator<Buffer> {
    try {
      for (const piece of piecesOf(file)) {
        if (this.signal.aborted) throw new Cancelled();
        notePosition(file.source);
        yield piece;
        this.counter(piece.length, 0);
      }
    } catch (error) {
      this.failure = error;
    }
  }
}

function isCompressed({ path }: PackedFile): boolean {
  return COMPRESSED_KINDS.test(path);
}

/**
 * Whether a file is streamed. A stored file is not: its checksum is written before it, so it must be read completely.
 */
function isStreamed(file: PackedFile): boolean {
  return file.bytes > LARGE_BYTES && !isCompressed(file);
}

const BLOCK_BYTES = 1024 * 1024;

/**
 * Collects many small pieces in blocks. Each piece is copied, because zlib's pieces would keep many times their size in
 * memory.
 */
class Collector {
  private readonly full: Buffer[] = [];
  private block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  private used = 0;

  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length;) {
      if (this.used === BLOCK_BYTES) this.next();
      const part = piece.subarray(at, at + BLOCK_BYTES - this.used);
      this.block.set(part, this.used);
      this.used += part.length;
      at += part.length;
    }
  }

  /** Everything that was added, in order. */
  blocks(): Uint8Array[] {
    return [...this.full, this.block.subarray(0, this.used)];
  }

  private next(): void {
    this.full.push(this.block);
    this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.used = 0;
  }
}
