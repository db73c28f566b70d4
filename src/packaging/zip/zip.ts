import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ZipArchive } from 'archiver';
import { stopIfCancelled, UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { Inspection } from '../inspect';
import { digestsOf } from './digests';
import type { PackedFile } from '../selection/walk';

/** The only file that loads archiver, and only for the first zip: the start of the editor does not wait for it. */

export interface Package {
  readonly zip: Buffer;
  /** Of the zip, in hex: the same folder gives the same. */
  readonly sha256: string;
  /** Number of files in it. */
  readonly files: number;
  readonly digests: string;
}

export interface PackProgress {
  /** Files done, out of `files`. */
  readonly done: number;
  readonly files: number;
}

/** Fixed, so that the same folder gives the same bytes: the earliest date of the format, and a mode that everybody may read. */
const DATE = new Date(Date.UTC(1980, 0, 1));
const MODE = 0o644;

/** Zips what the inspection lists, the folder's contents at the root. Throws UserError where a file is gone or cannot be read. */
export async function packExtension(inspection: Inspection, signal: AbortSignal, onProgress: (progress: PackProgress) => void = () => {}): Promise<Package> {
  const archiver = await import('archiver');
  const archive = new archiver.ZipArchive({ zlib: { level: 6 } });
  const chunks: Buffer[] = [];
  archive.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { files } = inspection;
  const contents: { path: string; content: Buffer }[] = [];
  for (const [index, file] of files.entries()) {
    stopIfCancelled(signal);
    contents.push({ path: file.path, content: await add(archive, file) });
    onProgress({ done: index + 1, files: files.length });
  }
  stopIfCancelled(signal);
  await archive.finalize();
  const zip = Buffer.concat(chunks);
  return { zip, sha256: createHash('sha256').update(zip).digest('hex'), files: files.length, digests: digestsOf(contents) };
}

async function add(archive: ZipArchive, { path, source }: PackedFile): Promise<Buffer> {
  const content = await readFile(source).catch(() => {
    throw new UserError(message('{0} is gone or cannot be read. Nothing was sent.', path));
  });
  const added = once(archive, 'entry');
  archive.append(content, { name: path, date: DATE, mode: MODE });
  await added;
  return content;
}
