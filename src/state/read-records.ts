import { parseClick } from '../core/click';
import { asCount, asId, asRecord, asText } from '../core/json';
import type { ClickRecord, ExtensionRecord, PoolRecord, SessionRecord, UploadRecord } from './records';
import type { Remembered } from './record-store';

/**
 * Readers for stored data, which may come from an older or a newer version, or be damaged. Each reads the fields that
 * are valid, and returns undefined if too few are left.
 */
export type Read<Item> = (value: unknown) => Item | undefined;

type Details<Item extends Remembered> = Omit<Item, keyof Remembered>;

/** Maximum number of uploads remembered for a session: the newest. */
const MAX_UPLOADS = 500;
/** The largest time, in milliseconds since 1970, that a Date can represent. */
const MAX_TIME = 8_640_000_000_000_000;

export const readSession: Read<SessionRecord> = (value) => {
  const fields = asRecord(value);
  const uploads = distinct(asItems(fields['uploads']).map(readUpload), ({ name, at }) => `${at} ${name}`);
  const details: Details<SessionRecord> = {
    pool: asId(fields['pool']),
    uploads: uploads.length > 0 ? uploads.slice(0, MAX_UPLOADS) : undefined,
    lastClick: readClick(fields['lastClick']),
  };
  return ofId(fields, (id) => ({ id, ...given({ ...commonOf(fields), ...details }) }));
};

export const readPool: Read<PoolRecord> = (value) => {
  const fields = asRecord(value);
  const details: Details<PoolRecord> = {
    available: asCount(fields['available']),
    acquired: asCount(fields['acquired']),
  };
  return ofId(fields, (id) => ({ id, ...given({ ...commonOf(fields), ...details }) }));
};

export const readExtension: Read<ExtensionRecord> = (value) => {
  const fields = asRecord(value);
  const details: Details<ExtensionRecord> = { bytes: asCount(fields['bytes']) };
  return ofId(fields, (id) => ({ id, ...given({ ...commonOf(fields), ...details }) }));
};

/** Reads the valid items, each ID once: the editor cannot show two rows with the same ID. */
export function readAll<Item extends Remembered>(stored: unknown, read: Read<Item>): Item[] {
  return distinct(asItems(stored).map(read), ({ id }) => id);
}

/** Reads the items of a stored list that are texts. */
export function readTexts(stored: unknown): string[] {
  return asItems(stored).filter((item) => typeof item === 'string');
}

function ofId<Item extends Remembered>(fields: Record<string, unknown>, make: (id: string) => Item): Item | undefined {
  const id = asId(fields['id']);
  return id === undefined ? undefined : make(id);
}

function commonOf(fields: Record<string, unknown>): Omit<Remembered, 'id'> {
  return { name: asId(fields['name']), gone: asFlag(fields['gone']), released: asFlag(fields['released']) };
}

/** Without the fields that are undefined. */
function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const UPLOAD_TEXTS = ['name', 'folder', 'title', 'version', 'sha256', 'digests'];

function readUpload(value: unknown): UploadRecord | undefined {
  const fields = asRecord(value);
  const [name, folder, title, version, sha256, digests] = UPLOAD_TEXTS.map((field) => asText(fields[field]));
  const [bytes, at] = [asCount(fields['bytes']), asTime(fields['at'])];
  if (name === undefined || folder === undefined || bytes === undefined || at === undefined) return undefined;
  const rest = {
    title: title ?? name,
    version: version ?? '',
    sha256: sha256 ?? '',
    ...(digests !== undefined && { digests }),
  };
  return { name, ...rest, bytes, at, folder };
}

/** An older version stored only the text. */
function readClick(value: unknown): ClickRecord | undefined {
  const fields = typeof value === 'string' ? { text: value, at: 0 } : asRecord(value);
  const [text, at] = [asText(fields['text']), asTime(fields['at'])];
  return text !== undefined && at !== undefined && 'click' in parseClick(text) ? { text, at } : undefined;
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function asTime(value: unknown): number | undefined {
  const time = asCount(value);
  return time !== undefined && time <= MAX_TIME ? time : undefined;
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
