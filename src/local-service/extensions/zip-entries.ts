import { Buffer } from 'node:buffer';
import type { Entry } from 'yauzl';
import { MEGABYTE } from '../../core/wording';

/** A zip that is refused; the message is the reason, for the person who made it. */
export class BadZip extends Error {}

/** Caps of the local service: far above what an extension needs, far below what fills a disk. */
export const MOST_ENTRIES = 10_000;
const LARGEST_FILE = 200 * MEGABYTE;
const LARGEST_TOTAL = 500 * MEGABYTE;
/** How many times larger than the zip its content may be, once it is over `RATIO_FREE` bytes. */
const LARGEST_RATIO = 200;
const RATIO_FREE = 10 * MEGABYTE;
const LONGEST_PART = 255;
/** Bytes. Linux bears 4,095 in a path, of which the folder of the extension takes up to 350. */
const LONGEST_PATH = 3_500;
/** Files and folders: a path of many folders makes all of them. */
const MOST_PLACES = 2 * MOST_ENTRIES;
/** Characters of a name that is told. */
const LONGEST_TOLD = 200;

const FILE_TYPE = 0o170000;
const PLAIN_TYPES = [0, 0o100000, 0o040000];

/** Checks what a zip says that it holds, before anything is written. @throws BadZip */
export function checkEntries(entries: readonly Entry[], zipBytes: number): void {
  const places = new Places();
  for (const entry of entries) {
    checkName(entry.fileName);
    checkKind(entry);
    places.claim(entry.fileName);
  }
  checkTotal(entries, zipBytes);
}

function checkName(name: string): void {
  const parts = name.replace(/\/$/, '').split('/');
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f:]/.test(name))
    throw new BadZip(`a file name has a character that is not allowed: ${JSON.stringify(name)}`);
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new BadZip(`invalid relative path: ${name}`);
  if (Buffer.byteLength(name) > LONGEST_PATH)
    throw new BadZip(`a path is longer than ${LONGEST_PATH} bytes: ${name.slice(0, LONGEST_TOLD)}…`);
  if (parts.some((part) => Buffer.byteLength(part) > LONGEST_PART))
    throw new BadZip(`a file name is longer than ${LONGEST_PART} bytes`);
}

function checkKind(entry: Entry): void {
  const { fileName, uncompressedSize, externalFileAttributes } = entry;
  if (entry.isEncrypted()) throw new BadZip(`${fileName} is encrypted`);
  if (!PLAIN_TYPES.includes((externalFileAttributes >>> 16) & FILE_TYPE))
    throw new BadZip(`${fileName} is a link or another special file`);
  if (uncompressedSize > LARGEST_FILE) throw new BadZip(`${fileName} is larger than ${LARGEST_FILE / MEGABYTE} MB`);
}

interface Place {
  name: string;
  isFolder: boolean;
  inside: Map<string, Place>;
}

/**
 * The files and folders of a zip. Two names that differ only in case are one file on many disks, and a file cannot be a
 * folder as well.
 */
class Places {
  readonly #root = new Map<string, Place>();
  #count = 0;

  /** Works in time with the length of the path. @throws BadZip */
  claim(entryName: string): void {
    const parts = entryName.replace(/\/$/, '').split('/');
    let inside = this.#root;
    for (const [depth, name] of parts.entries()) {
      const place = {
        name,
        isFolder: depth < parts.length - 1 || entryName.endsWith('/'),
        inside: new Map<string, Place>(),
      };
      const key = name.normalize('NFC').toLowerCase();
      const other = inside.get(key);
      if (other) checkSame(other, place, parts.slice(0, depth));
      else this.#add(inside, key, place);
      inside = (other ?? place).inside;
    }
  }

  #add(inside: Map<string, Place>, key: string, place: Place): void {
    inside.set(key, place);
    if (++this.#count > MOST_PLACES) throw new BadZip(`it holds more than ${MOST_PLACES} files and folders`);
  }
}

/** A folder may be named often, by all that is in it. */
function checkSame(one: Place, other: Place, above: readonly string[]): void {
  const told = ({ name, isFolder }: Place): string => [...above, name].join('/') + (isFolder ? '/' : '');
  if (one.name !== other.name || one.isFolder !== other.isFolder)
    throw new BadZip(`${told(one)} and ${told(other)} are the same on some disks`);
  if (!one.isFolder) throw new BadZip(`${told(one)} is there twice`);
}

function checkTotal(entries: readonly Entry[], zipBytes: number): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > LARGEST_TOTAL) throw new BadZip(`its files are larger than ${LARGEST_TOTAL / MEGABYTE} MB together`);
  if (total > RATIO_FREE && total > zipBytes * LARGEST_RATIO)
    throw new BadZip(`its files are more than ${LARGEST_RATIO} times larger than the zip`);
}
