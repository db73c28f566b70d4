import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { ZipArchive } from 'archiver';
import { Cancelled, throwIfCancelled } from '../../core/errors';
import type { PackedFile } from '../selection/walk';
import { notePosition } from '../thread/position';
import { digestOf, type DigestList } from './digests';
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

/** What is in a zip: for `changedFiles`, when the same folder is packed again. */
interface Archived {
  readonly zip: Buffer;
  readonly digests: DigestList;
}

/**
 * Writes files into a zip, in their order. When it settles, zlib has always ended, because a thread that ends while a
 * deflate stream is working aborts the whole process.
 * @throws UserError if a file does not exist any more, cannot be read, or has changed since the inspection.
 */
export async function archive(files: readonly PackedFile[], signal: AbortSignal, counter: Counter): Promise<Archived> {
  const writer = new ZipArchive({ zlib: { level: 6 } });
  const pieces: Uint8Array[] = [];
  const written = new Promise((resolve, reject) =>
    writer
      // A copy, because zlib's pieces would keep many times their size in memory.
      .on('data', (piece: Buffer) => pieces.push(Uint8Array.from(piece)))
      .on('end', resolve)
      .on('error', reject),
  );
  const feeder = new Feeder(writer, signal, counter);
  // An error while finishing is also reported by `written`.
  const end = (): void => void writer.finalize().catch(() => {});
  const [fed, finished] = await Promise.allSettled([feeder.feed(files).finally(end), written]);
  if (fed.status === 'rejected') throw fed.reason;
  if (finished.status === 'rejected') throw finished.reason;
  // In memory of its own, which can be handed to another thread.
  const zip = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    zip.set(piece, at);
    at += piece.length;
  }
  return { zip, digests: fed.value };
}

/** Adds files to an archive, a few ahead of the one that is being written, and stops at the first error. */
class Feeder {
  private readonly waiting: PackedFile[] = [];
  private readonly checksums = new Map<PackedFile, number>();
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

  async feed(files: readonly PackedFile[]): Promise<DigestList> {
    for (const file of files) {
      await this.until(AHEAD);
      notePosition(file.source);
      this.waiting.push(file);
      this.writer.append(isStreamed(file) ? Readable.from(this.streamOf(file)) : this.whole(file), {
        name: file.path,
        store: isCompressed(file),
        ...SAME,
      });
    }
    await this.until(0);
    return files.map((file) => digestOf(file.path, { crc: this.checksums.get(file) ?? 0, bytes: file.bytes })).join('');
  }

  private whole(file: PackedFile): Buffer {
    const content = contentOf(file);
    this.checksums.set(file, crc32(content));
    return content;
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
        this.checksums.set(file, crc32(piece, this.checksums.get(file)));
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
