import type { Stats } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';
import { codeOf } from '../../core/errors';

const EVERYONE_READS = 0o444;

/** Size of a file that can be read; `unreadable`, or `gone` if it disappeared after its folder was listed. */
export async function readableSize(file: string): Promise<number | 'unreadable' | 'gone'> {
  const status = await statusOf(file);
  if (typeof status === 'string') return status;
  const isReadable = (status.mode & EVERYONE_READS) === EVERYONE_READS || (await canBeOpened(file));
  return isReadable ? status.size : 'unreadable';
}

async function canBeOpened(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  await handle?.close();
  return handle !== undefined;
}

/** Follows links. */
export async function statusOf(file: string): Promise<Stats | 'unreadable' | 'gone'> {
  return stat(file).catch((error: unknown) => (codeOf(error) === 'ENOENT' ? 'gone' : 'unreadable'));
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
