import { parseClick } from '../core/click';
import {
  asCount,
  asFlag,
  asId,
  asPageAddress,
  asSha256,
  asSize,
  asText,
  asTime,
  readerOf,
  type Read,
} from '../core/json';
import { message, type Message } from '../core/message';
import type { Size } from '../core/screen/geometry';
import { shortId } from '../core/short-id';
import { asTags, type Tags } from '../core/tags';
import type { Remembered } from './record-store';

/** A session that is shown by its ID or was used by a command. */
export interface SessionRecord extends Remembered {
  /** Name or ID of its pool. */
  readonly pool?: string;
  /** The size of its display, as reported by the service. */
  readonly viewport?: Size;
  /** Seconds without use after which the session ends; 0 if it does not. */
  readonly timeoutSeconds?: number;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  readonly headless?: boolean;
  /** The page that it started with. */
  readonly startUrl?: string;
  /** Whether a person can watch it, as reported by the service. */
  readonly hasLiveView?: boolean;
  readonly tags?: Tags;
  /** Name of the profile that it started from, or its ID. */
  readonly profile?: string;
  /** Whether its changes are saved there when it ends; undefined if that is not known. */
  readonly savesChanges?: boolean;
  /** When it was last used from here, apart from uploads and clicks. Milliseconds since 1970. */
  readonly activeAt?: number;
  /** The uploads into it, the newest first. */
  readonly uploads?: readonly UploadRecord[];
  readonly lastClick?: ClickRecord;
  /** The last clicks, each once, as the user enters them; the newest first. */
  readonly recentClicks?: readonly string[];
}

/** Whether a session may belong to a pool: of one that is shown by its ID, that is not known. */
export function mayHavePool({ pool, shownById }: Pick<SessionRecord, 'pool' | 'shownById'>): boolean {
  return pool !== undefined || shownById === true;
}

export interface ClickRecord {
  /** As the user enters it: `640, 360 right x2`. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** An extension that was uploaded into a session; not an extension of the catalog. */
export interface UploadRecord {
  /** The folder name in the browser. */
  readonly name: string;
  /** Name and version from the manifest. */
  readonly title: string;
  readonly version: string;
  /** Size of the zip. */
  readonly bytes: number;
  /** Of the zip, in hexadecimal. */
  readonly sha256: string;
  /** Digests of the files, to count later which have changed; only for the last upload of a folder. */
  readonly digests?: string;
  /** Name of the file that the last upload in place left in the session's copy; none after a normal upload. */
  readonly revision?: string;
  /** The user took it out of the browser; if the browser reports it nevertheless, it has loaded it again. */
  readonly removed?: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The folder on this machine that was uploaded. */
  readonly folder: string;
}

export interface PoolRecord extends Remembered {
  /** As reported by the service at the last refresh. */
  readonly available?: number;
  readonly acquired?: number;
}

/** An extension in the catalog. */
export interface ExtensionRecord extends Remembered {
  readonly bytes?: number;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  /** When it was last loaded into a new session. Milliseconds since 1970. */
  readonly lastUsedAt?: number;
  /** SHA-256 of its zip, in hexadecimal, as reported by the service. */
  readonly checksum?: string;
}

/** A name from outside, or a sentence of ours with one. */
export type Label = string | Message;

/**
 * The label of a session in rows, questions and messages: the user's name for it, its own name, or the beginning of its
 * ID. Text from the service is unchanged, and must be made plain where it is shown.
 * @param length characters of the ID, where four do not tell it from others.
 */
export function labelOf({ id, name, alias }: Pick<SessionRecord, 'id' | 'name' | 'alias'>, length?: number): Label {
  const known = alias ?? name;
  if (known !== undefined) return known;
  const short = shortId(id, length);
  return short === undefined ? id : message('Session {0}', short);
}

/** The same for a pool or an extension: its name or its ID, unchanged. */
export function nameOf({ id, name }: PoolRecord | ExtensionRecord): string {
  return name ?? id;
}

/** How many of a pool's browsers are free; undefined if the service has not told. */
export function countsOf({ available, acquired }: PoolRecord): Message | undefined {
  if (available === undefined || acquired === undefined) return undefined;
  return message('{0} free, {1} in use', available, acquired);
}

/** How many different clicks are remembered for a session. */
export const MAX_RECENT = 10;

/** Maximum number of uploads remembered for a session: the newest. */
const MAX_UPLOADS = 500;

/** The fields of what is remembered, but its ID. In this order they are stored. */
const REMEMBERED = { name: asId, gone: asFlag, released: asFlag, shownById: asFlag, alias: readAlias };

const readStoredUpload = readerOf<Pick<UploadRecord, 'name' | 'folder' | 'bytes' | 'at'> & Partial<UploadRecord>>(
  { name: asText, folder: asText, bytes: asCount, at: asTime },
  { title: asText, version: asText, sha256: asText, digests: asText, revision: asText, removed: asFlag },
);

export const readSession = readerOf<SessionRecord>(
  { id: asId },
  {
    ...REMEMBERED,
    pool: asId,
    viewport: asSize,
    timeoutSeconds: asCount,
    createdAt: asTime,
    headless: asFlag,
    hasLiveView: asFlag,
    startUrl: asPageAddress,
    tags: (value) => asTags(value),
    profile: asId,
    savesChanges: asFlag,
    activeAt: asTime,
    uploads: readUploads,
    lastClick: readerOf<ClickRecord>({ text: asClickText, at: asTime }, {}),
    recentClicks: readRecent,
  },
);

export const readPool = readerOf<PoolRecord>({ id: asId }, { ...REMEMBERED, available: asCount, acquired: asCount });

export const readExtension = readerOf<ExtensionRecord>(
  { id: asId },
  { ...REMEMBERED, bytes: asCount, createdAt: asTime, lastUsedAt: asTime, checksum: asSha256 },
);

/** Reads the valid items, each ID once: the editor cannot show two rows with the same ID. */
export function readAll<Item extends Remembered>(stored: unknown, read: Read<Item>): Item[] {
  return distinct(asItems(stored).map(read), ({ id }) => id);
}

function readUploads(value: unknown): readonly UploadRecord[] | undefined {
  const uploads = distinct(asItems(value).map(readUpload), ({ name, at }) => `${at} ${name}`);
  return uploads.length > 0 ? uploads.slice(0, MAX_UPLOADS) : undefined;
}

function readUpload(value: unknown): UploadRecord | undefined {
  const upload = readStoredUpload(value);
  return upload && { title: upload.name, version: '', sha256: '', ...upload };
}

function asClickText(value: unknown): string | undefined {
  const text = asText(value);
  return text !== undefined && 'click' in parseClick(text) ? text : undefined;
}

function readRecent(value: unknown): readonly string[] | undefined {
  const clicks = distinct(asItems(value).map(asClickText), (text) => text);
  return clicks.length > 0 ? clicks.slice(0, MAX_RECENT) : undefined;
}

/** Characters of a name that the user gives; more would not fit into a row. */
export const MAX_ALIAS = 100;

function readAlias(value: unknown): string | undefined {
  const alias = asText(value);
  return alias !== undefined && alias.length <= MAX_ALIAS ? alias : undefined;
}

function asItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The first item for each key; undefined items are skipped. */
function distinct<Item>(items: readonly (Item | undefined)[], keyOf: (item: Item) => string): Item[] {
  const found = new Map<string, Item>();
  for (const item of items) if (item !== undefined && !found.has(keyOf(item))) found.set(keyOf(item), item);
  return [...found.values()];
}
