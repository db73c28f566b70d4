import { Buffer } from 'node:buffer';
import type { Entry } from 'yauzl';
import { MEGABYTE } from '../../core/format';

/** A zip that is rejected; the message is the reason, for the person who made the zip. */
export class BadZip extends Error {}

/** Limits of the local service: far above what an extension needs, far below what fills a disk. */
export const MAX_ENTRIES = 10_000;
const MAX_FILE_BYTES = 200 * MEGABYTE;
const MAX_TOTAL_BYTES = 500 * MEGABYTE;
/** How many times larger than the zip its content may be. Checked only above `RATIO_FREE` bytes. */
const MAX_RATIO = 200;
const RATIO_FREE = 10 * MEGABYTE;
const MAX_PART_LENGTH = 255;
/** Bytes. Linux allows 4,095 in a path, of which the folder of the extension takes up to 350. */
const MAX_PATH_LENGTH = 3_500;
/** Files and folders: a path with many folders creates all of them. */
const MAX_PLACES = 2 * MAX_ENTRIES;
/** Characters of a name that are shown. */
const MAX_QUOTED_LENGTH = 200;

const FILE_TYPE = 0o170000;
const PLAIN_TYPES = [0, 0o100000, 0o040000];

/**
 * Checks the zip's list of entries before anything is written.
 * @throws BadZip
 */
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
  if (Buffer.byteLength(name) > MAX_PATH_LENGTH)
    throw new BadZip(`a path is longer than ${MAX_PATH_LENGTH} bytes: ${name.slice(0, MAX_QUOTED_LENGTH)}…`);
  if (parts.some((part) => Buffer.byteLength(part) > MAX_PART_LENGTH))
    throw new BadZip(`a file name is longer than ${MAX_PART_LENGTH} bytes`);
}

function checkKind(entry: Entry): void {
  const { fileName, uncompressedSize, externalFileAttributes } = entry;
  if (entry.isEncrypted()) throw new BadZip(`${fileName} is encrypted`);
  if (!PLAIN_TYPES.includes((externalFileAttributes >>> 16) & FILE_TYPE))
    throw new BadZip(`${fileName} is a link or another special file`);
  if (uncompressedSize > MAX_FILE_BYTES) throw new BadZip(`${fileName} is larger than ${MAX_FILE_BYTES / MEGABYTE} MB`);
}

interface Place {
  name: string;
  isFolder: boolean;
  inside: Map<string, Place>;
}

/**
 * The files and folders of a zip. Two names that differ only in case are the same file on many disks, and a path cannot
 * be both a file and a folder.
 */
class Places {
  private readonly root = new Map<string, Place>();
  private count = 0;

  /**
   * Takes time in proportion to the length of the path.
   * @throws BadZip
   */
  claim(entryName: string): void {
    const parts = entryName.replace(/\/$/, '').split('/');
    let inside = this.root;
    for (const [depth, name] of parts.entries()) {
      const place = {
        name,
        isFolder: depth < parts.length - 1 || entryName.endsWith('/'),
        inside: new Map<string, Place>(),
      };
      const key = name.normalize('NFC').toLowerCase();
      const other = inside.get(key);
      if (other) checkSame(other, place, parts.slice(0, depth));
      else this.add(inside, key, place);
      inside = (other ?? place).inside;
    }
  }

  private add(inside: Map<string, Place>, key: string, place: Place): void {
    inside.set(key, place);
    if (++this.count > MAX_PLACES) throw new BadZip(`it holds more than ${MAX_PLACES} files and folders`);
  }
}

/** A folder may occur many times, once for each of its entries. */
function checkSame(one: Place, other: Place, above: readonly string[]): void {
  const shownPath = ({ name, isFolder }: Place): string => [...above, name].join('/') + (isFolder ? '/' : '');
  if (one.name !== other.name || one.isFolder !== other.isFolder)
    throw new BadZip(`${shownPath(one)} and ${shownPath(other)} are the same on some disks`);
  if (!one.isFolder) throw new BadZip(`${shownPath(one)} is there twice`);
}

function checkTotal(entries: readonly Entry[], zipBytes: number): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > MAX_TOTAL_BYTES) throw new BadZip(`its files are larger than ${MAX_TOTAL_BYTES / MEGABYTE} MB together`);
  if (total > RATIO_FREE && total > zipBytes * MAX_RATIO)
    throw new BadZip(`its files are more than ${MAX_RATIO} times larger than the zip`);
}
