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

/** Reads each field; in this order the fields of a record are stored. */
type Fields<Item> = { readonly [Field in keyof Item]-?: (value: unknown) => Item[Field] | undefined };

/** Maximum number of uploads remembered for a session: the newest. */
const MAX_UPLOADS = 500;

const REMEMBERED: Fields<Remembered> = { id: asId, name: asId, gone: asFlag, released: asFlag, added: asFlag };

export const readSession = readerOf<SessionRecord>({
  ...REMEMBERED,
  alias: readAlias,
  pool: asId,
  viewport: asSize,
  timeoutSeconds: asCount,
  createdAt: asTime,
  headless: asFlag,
  hasLiveView: asFlag,
  startUrl: asPageAddress,
  activeAt: asTime,
  uploads: readUploads,
  lastClick: readClick,
  recentClicks: readRecent,
});

export const readPool = readerOf<PoolRecord>({ ...REMEMBERED, available: asCount, acquired: asCount });

export const readExtension = readerOf<ExtensionRecord>({
  ...REMEMBERED,
  bytes: asCount,
  createdAt: asTime,
  lastUsedAt: asTime,
});

function readerOf<Item extends Remembered>(fields: Fields<Item>): Read<Item> {
  const readers = Object.entries<(value: unknown) => unknown>(fields);
  return (value) => {
    const stored = asRecord(value);
    const item: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      // Most fields of most records are missing, and there are thousands of records.
      const valid = stored[name] === undefined ? undefined : read(stored[name]);
      if (valid !== undefined) item[name] = valid;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `fields` says what each reader returns
    return 'id' in item ? (item as unknown as Item) : undefined;
  };
}

/** Reads the valid items, each ID once: the editor cannot show two rows with the same ID. */
export function readAll<Item extends Remembered>(stored: unknown, read: Read<Item>): Item[] {
  return distinct(asItems(stored).map(read), ({ id }) => id);
}

/** Reads the items of a stored list that are texts. */
export function readTexts(stored: unknown): string[] {
  return asItems(stored).filter((item) => typeof item === 'string');
}

function readUploads(value: unknown): readonly UploadRecord[] | undefined {
  const uploads = distinct(asItems(value).map(readUpload), ({ name, at }) => `${at} ${name}`);
  return uploads.length > 0 ? uploads.slice(0, MAX_UPLOADS) : undefined;
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
    ...(asFlag(fields['removed']) && { removed: true }),
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
