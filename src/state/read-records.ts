import { parseClick } from '../core/click';
import { asCount, asFlag, asId, asPageAddress, asRecord, asSize, asText, asTime } from '../core/json';
import type { ClickRecord, ExtensionRecord, PoolRecord, SessionRecord, UploadRecord } from './records';
import type { Remembered } from './record-store';
import { MAX_RECENT } from './session-store';

/**
 * Readers for stored data, which may come from an older or a newer version, or be damaged. Each reads the fields that
 * are valid, and returns undefined if too few are left.
 */
export type Read<Item> = (value: unknown) => Item | undefined;

type Details<Item extends Remembered> = Omit<Item, keyof Remembered>;

/** Maximum number of uploads remembered for a session: the newest. */
const MAX_UPLOADS = 500;

export const readSession: Read<SessionRecord> = (value) => {
  const fields = asRecord(value);
  const uploads = distinct(asItems(fields['uploads']).map(readUpload), ({ name, at }) => `${at} ${name}`);
  const details: Details<SessionRecord> = {
    alias: readAlias(fields['alias']),
    pool: asId(fields['pool']),
    viewport: asSize(fields['viewport']),
    timeoutSeconds: asCount(fields['timeoutSeconds']),
    createdAt: asTime(fields['createdAt']),
    headless: asFlag(fields['headless']),
    hasLiveView: asFlag(fields['hasLiveView']),
    startUrl: asPageAddress(fields['startUrl']),
    activeAt: asTime(fields['activeAt']),
    uploads: uploads.length > 0 ? uploads.slice(0, MAX_UPLOADS) : undefined,
    lastClick: readClick(fields['lastClick']),
    recentClicks: readRecent(fields['recentClicks']),
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
  const details: Details<ExtensionRecord> = {
    bytes: asCount(fields['bytes']),
    createdAt: asTime(fields['createdAt']),
    lastUsedAt: asTime(fields['lastUsedAt']),
  };
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
  return {
    name: asId(fields['name']),
    gone: asFlag(fields['gone']),
    released: asFlag(fields['released']),
    added: asFlag(fields['added']),
  };
}

/** Without the fields that are undefined. */
function given(fields: object): object {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) known[name] = value;
  return known;
}

const UPLOAD_TEXTS = ['name', 'folder', 'title', 'version', 'sha256', 'digests', 'revision'];

function readUpload(value: unknown): UploadRecord | undefined {
  const fields = asRecord(value);
  const [name, folder, title, version, sha256, digests, revision] = UPLOAD_TEXTS.map((field) => asText(fields[field]));
  const [bytes, at] = [asCount(fields['bytes']), asTime(fields['at'])];
  if (name === undefined || folder === undefined || bytes === undefined || at === undefined) return undefined;
  const rest = {
    title: title ?? name,
    version: version ?? '',
    sha256: sha256 ?? '',
    ...(digests !== undefined && { digests }),
    ...(revision !== undefined && { revision }),
  };
  return { name, ...rest, bytes, at, folder };
}

/** An older version stored only the text. */
function readClick(value: unknown): ClickRecord | undefined {
  const fields = typeof value === 'string' ? { text: value, at: 0 } : asRecord(value);
  const [text, at] = [asText(fields['text']), asTime(fields['at'])];
  return text !== undefined && at !== undefined && 'click' in parseClick(text) ? { text, at } : undefined;
}

function readRecent(value: unknown): readonly string[] | undefined {
  const clicks = distinct(
    readTexts(value).filter((text) => 'click' in parseClick(text)),
    (text) => text,
  );
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
