import { Readable } from 'node:stream';
import { ZipArchive } from 'archiver';
import { Cancelled, throwIfCancelled } from '../../core/errors';
import type { PackedFile } from '../selection/walk';
import { notePosition } from '../thread/position';
import { Collector } from './collector';
import type { Archive } from './join-archives';
import type { Counter } from './progress';
import { contentOf, piecesOf } from './read-file';

/** Files that are read while another is deflated. More only take memory. */
const AHEAD = 4;
/** A file of more is not read as a whole before it is deflated. */
const LARGE_BYTES = 1024 * 1024;
/**
 * The same for every file, so that the same folder gives the same bytes: the format's earliest date, and a plain file
 * that all may read.
 */
const SAME = { date: new Date(Date.UTC(1980, 0, 1)), mode: 0o100644 };
/** Deflating these gains nothing. WebAssembly is not among them: it shrinks to about a third. */
const COMPRESSED_KINDS = /\.(?:png|jpe?g|gif|webp|avif|woff2?|zip|crx|xpi|gz|br|mp3|mp4|m4a|ogg|webm)$/i;

/**
 * Writes files into a zip, in their order. However it ends, zlib has ended before: a thread that ends in the middle of
 * a deflate stream aborts the whole process.
 * @throws UserError where a file is gone, cannot be read, or is not as it was inspected.
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
  // What goes wrong in the end is told by `written` too.
  const end = (): void => void writer.finalize().catch(() => {});
  const [fed, finished] = await Promise.allSettled([feeder.feed(files).finally(end), written]);
  if (fed.status === 'rejected') throw fed.reason;
  if (finished.status === 'rejected') throw finished.reason;
  return zip.blocks();
}

/** Gives files to an archive, a few more than it has done, and ends early with the first that fails. */
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

  /** Waits until no more than so many files are waiting. */
  private async until(files: number): Promise<void> {
    while (this.waiting.length > files && this.failure === undefined)
      await new Promise<void>((resolve) => (this.next = resolve));
    throwIfCancelled(this.signal);
    if (this.failure !== undefined) throw this.failure;
  }

  /** Ends early where something is wrong: the archive is thrown away then. */
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

/** What is stored has its checksum in front of it, and so has to be there as a whole. */
function isStreamed(file: PackedFile): boolean {
  return file.bytes > LARGE_BYTES && !isCompressed(file);
}
