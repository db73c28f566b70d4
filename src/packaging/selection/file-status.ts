import { statSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { codeOf } from '../../core/errors';
import { openRegularFile } from '../regular-file';

const EVERYONE_READS = 0o444;

/** Milliseconds. A file may change again without another stamp shortly after it has changed. */
const SETTLED_AFTER = 2000;

export interface ReadableFile {
  /** Size. */
  readonly bytes: number;
  /** Another one after every change of the file; undefined if it has just changed, and may do so again. */
  readonly stamp?: string;
}

/** A file that can be read; `unreadable`, or `gone` if it disappeared after its folder was listed. */
export async function readableFile(file: string): Promise<ReadableFile | 'unreadable' | 'gone'> {
  const status = statusOf(file);
  if (typeof status === 'string') return status;
  const isReadable = (status.mode & EVERYONE_READS) === EVERYONE_READS || (await canBeOpened(file));
  if (!isReadable) return 'unreadable';
  const { ino, size, mtimeMs, ctimeMs } = status;
  // A copy may keep the time of its contents, but not that of its status.
  const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > SETTLED_AFTER;
  return { bytes: size, ...(isSettled && { stamp: `${ino} ${size} ${mtimeMs} ${ctimeMs}` }) };
}

async function canBeOpened(file: string): Promise<boolean> {
  const handle = await openRegularFile(file).catch(() => undefined);
  await handle?.close();
  return handle !== undefined;
}

/** Follows links. Blocks: in a thread of its own that takes a tenth of the time of an asynchronous look-up. */
export function statusOf(file: string): Stats | 'unreadable' | 'gone' {
  try {
    return statSync(file);
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : 'unreadable';
  }
}

/**
 * Whether a name may be one that could not be converted to text: on Linux a name consists of bytes, and bytes that are
 * not UTF-8 become this character.
 */
export function mayBeBroken(name: string): boolean {
  return name.includes('\uFFFD');
}

/** Whether the name exists, even as a broken link. */
export async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
