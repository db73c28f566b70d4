import { Buffer } from 'node:buffer';
import type { Entry } from 'yauzl';

/** A zip that is refused; the message is the reason, for the person who made it. */
export class BadZip extends Error {}

/** Caps of the local service: far above what an extension needs, far below what fills a disk. */
export const MOST_ENTRIES = 10_000;
const MIB = 1024 * 1024;
const LARGEST_FILE = 200 * MIB;
const LARGEST_TOTAL = 500 * MIB;
/** How many times larger than the zip its content may be, once it is over `RATIO_FREE` bytes. */
const LARGEST_RATIO = 200;
const RATIO_FREE = 10 * MIB;
const LONGEST_PART = 255;

const FILE_TYPE = 0o170000;
const PLAIN_TYPES = [0, 0o100000, 0o040000];

/** Checks what a zip says that it holds, before anything is written. @throws BadZip */
export function checkEntries(entries: readonly Entry[], zipBytes: number): void {
  const names = new Map<string, string>();
  for (const entry of entries) {
    checkName(entry.fileName);
    checkKind(entry);
    claim(names, entry.fileName);
  }
  checkTotal(entries, zipBytes);
}

function checkName(name: string): void {
  const parts = name.replace(/\/$/, '').split('/');
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f:]/.test(name)) throw new BadZip(`a file name has a character that is not allowed: ${JSON.stringify(name)}`);
  if (parts.some((part) => part === '' || part === '.' || part === '..')) throw new BadZip(`invalid relative path: ${name}`);
  if (parts.some((part) => Buffer.byteLength(part) > LONGEST_PART)) throw new BadZip(`a file name is longer than ${LONGEST_PART} bytes`);
}

function checkKind(entry: Entry): void {
  const { fileName, uncompressedSize, externalFileAttributes } = entry;
  if (entry.isEncrypted()) throw new BadZip(`${fileName} is encrypted`);
  if (!PLAIN_TYPES.includes((externalFileAttributes >>> 16) & FILE_TYPE)) throw new BadZip(`${fileName} is a link or another special file`);
  if (uncompressedSize > LARGEST_FILE) throw new BadZip(`${fileName} is larger than ${LARGEST_FILE / MIB} MiB`);
}

/** Two names that differ only in case are one file on many disks, and a file cannot be a folder as well. */
function claim(names: Map<string, string>, name: string): void {
  const parts = name.split('/');
  for (let depth = 1; depth < parts.length; depth++) claimOne(names, `${parts.slice(0, depth).join('/')}/`);
  if (!name.endsWith('/')) claimOne(names, name);
}

function claimOne(names: Map<string, string>, name: string): void {
  const key = name.replace(/\/$/, '').normalize('NFC').toLowerCase();
  const other = names.get(key);
  if (other === name && !name.endsWith('/')) throw new BadZip(`${name} is there twice`);
  if (other !== undefined && other !== name) throw new BadZip(`${other} and ${name} are the same on some disks`);
  names.set(key, name);
}

function checkTotal(entries: readonly Entry[], zipBytes: number): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > LARGEST_TOTAL) throw new BadZip(`its files are larger than ${LARGEST_TOTAL / MIB} MiB together`);
  if (total > RATIO_FREE && total > zipBytes * LARGEST_RATIO) throw new BadZip(`its files are more than ${LARGEST_RATIO} times larger than the zip`);
}
