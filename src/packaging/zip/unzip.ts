import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { Cancelled, codeOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { BadZip, checkEntries, MAX_ENTRIES } from './zip-entries';

/**
 * Unpacks an untrusted zip into a new folder. yauzl rejects names that are absolute or lead out of the folder, and
 * sizes that differ from the zip's headers; `checkEntries` and the checksum check the rest.
 * @param check checks the names of all entries, before anything is written.
 * @throws BadZip with the reason. The folder may then contain some of the files.
 */
export async function unzip(
  zipPath: string,
  folder: string,
  signal: AbortSignal,
  check: (names: readonly string[]) => void = () => undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const zip = await explainFailure(yauzl.openPromise(zipPath, { autoClose: false, strictFileNames: true }));
  try {
    const entries = await explainFailure(readEntries(zip));
    checkEntries(entries, zip.fileSize);
    check(entries.map(({ fileName }) => fileName));
    for (const entry of entries) await extract(zip, entry, folder, signal).catch(explainLongName);
  } finally {
    zip.close();
  }
}

/** The same for a zip that a person has named. @throws UserError with the reason; Cancelled. */
export async function unzipChosen(zipPath: string, folder: string, signal: AbortSignal): Promise<void> {
  try {
    await unzip(zipPath, folder, signal);
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (!(error instanceof BadZip)) throw error;
    throw new UserError(message('{0} can’t be unpacked: {1}.', path.basename(zipPath), error.message));
  }
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > MAX_ENTRIES) throw new BadZip(`it holds more than ${MAX_ENTRIES} files`);
  }
  return entries;
}

async function extract(zip: ZipFile, entry: Entry, folder: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const target = path.join(folder, entry.fileName);
  if (entry.fileName.endsWith('/')) {
    await mkdir(target, { recursive: true });
    return;
  }
  await mkdir(path.dirname(target), { recursive: true });
  const content = await explainFailure(zip.openReadStreamPromise(entry));
  await explainFailure(
    pipeline(content, new ChecksumCheck(entry), createWriteStream(target, { flags: 'wx' }), { signal }),
  );
}

/** Not every file system supports names as long as Linux does. */
function explainLongName(error: unknown): never {
  throw codeOf(error) === 'ENAMETOOLONG'
    ? new BadZip('a path is too long for the disk of the service', { cause: error })
    : error;
}

/** Passes bytes on, and fails at the end if their checksum is not that of the zip. */
class ChecksumCheck extends Transform {
  private readonly entry: Entry;
  private checksum = 0;

  constructor(entry: Entry) {
    super();
    this.entry = entry;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.checksum = crc32(chunk, this.checksum);
    done(null, chunk);
  }

  override _flush(done: (error?: Error) => void): void {
    if (this.checksum === this.entry.crc32) done();
    else done(new BadZip(`the checksum of ${this.entry.fileName} is wrong`));
  }
}

/** Errors of a library are blamed on the zip; errors of the disk (ENOSPC, …) and an abort are not. */
async function explainFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BadZip || !(error instanceof Error) || 'syscall' in error || error.name === 'AbortError')
      throw error;
    throw new BadZip(error.message, { cause: error });
  }
}
