import type { Size } from './screen/geometry';

/** Reads JSON that another program wrote, without assuming anything about its shape. */

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a terminal obeys or shows elsewhere: control characters but for our line breaks, and those that are not seen. */
const UNSEEN = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** `##` begins a command for the runners of several CI services. Marks on a `#` don’t part them for all. */
const COMMAND = /#(?=\p{M}*#)/gu;

/**
 * JSON that may be printed: no text in it moves or colors anything, or gives a command to a CI job. Parsed, it is what
 * `JSON.stringify` gives.
 * @param indent spaces; without it, one line.
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = indent === undefined ? JSON.stringify(value) : indentedJson(value, indent);
  return text.replace(UNSEEN, escaped).replace(COMMAND, escaped);
}

/** Levels that are indented. A value from outside may have a hundred, and each line as many spaces. */
const MAX_INDENTED = 5;

/**
 * JSON for a person, as `JSON.stringify` indents it. What is deeper stands on one line, so that the text has a few times
 * the length of the value at the most.
 * @param value of JSON.
 * @param indent spaces of a level.
 */
export function indentedJson(value: unknown, indent = 2, depth = 0): string {
  const isList = Array.isArray(value);
  if (!isRecord(value) || depth >= MAX_INDENTED) return JSON.stringify(value);
  const items = isList
    ? value.map((each) => indentedJson(each ?? null, indent, depth + 1))
    : Object.entries(value).flatMap(([key, each]) =>
        each === undefined ? [] : [`${JSON.stringify(key)}: ${indentedJson(each, indent, depth + 1)}`],
      );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return open + close;
  const line = `\n${' '.repeat(indent * (depth + 1))}`;
  return `${open}${line}${items.join(`,${line}`)}\n${' '.repeat(indent * depth)}${close}`;
}

/** Each UTF-16 unit as an escape, which JSON, JavaScript and a person read alike. */
export function escaped(text: string): string {
  return text.replace(/[^]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The fields of an object; no fields if the value is not an object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Reads a value from outside; undefined if it is not valid. */
export type Read<Value> = (value: unknown) => Value | undefined;

/** The fields that an item of a type may be without. */
type OptionalOf<Item> = keyof { [Field in keyof Item as undefined extends Item[Field] ? Field : never]: never };

type Readers<Item> = { readonly [Field in keyof Item]-?: Read<Item[Field]> };

/**
 * Reads an object that another program, or another version, wrote: each field by its reader, in this order. Fields that
 * are not valid are left out, and so are all others.
 * @returns what reads it; that returns undefined if one of the required fields is not valid.
 */
export function readerOf<Item extends object>(
  required: Readers<Omit<Item, OptionalOf<Item>>>,
  optional: Readers<Pick<Item, OptionalOf<Item>>>,
): Read<Item> {
  const needed = Object.keys(required);
  const readers = Object.entries<Read<unknown>>({ ...required, ...optional });
  return (value) => {
    const given = asRecord(value);
    const item: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      // Most fields of most records are missing, and there are thousands of records.
      const valid = given[name] === undefined ? undefined : read(given[name]);
      if (valid !== undefined) item[name] = valid;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the tables say what each reader returns
    return needed.every((name) => name in item) ? (item as Item) : undefined;
  };
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts of a list; none if the value is no list. */
export function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The text of a primitive value. Objects have none: they may be nested too deeply, or have a `toString` of their own. */
export function textOfPrimitive(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value);
}

/** The value if it is a finite number, else undefined. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The value if it is a non-negative integer, else undefined. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The value if it is true or false, else undefined. */
export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** The largest time, in milliseconds since 1970, that a Date can represent. */
const MAX_TIME = 8_640_000_000_000_000;

/** The value if it is a time in milliseconds since 1970, else undefined. */
export function asTime(value: unknown): number | undefined {
  const time = asCount(value);
  return time !== undefined && time <= MAX_TIME ? time : undefined;
}

/** A time that is written as in RFC 3339 (`2026-01-31T12:00:00Z`), in milliseconds since 1970. */
export function asWrittenTime(value: unknown): number | undefined {
  const isWritten = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isWritten ? asTime(Date.parse(value)) : undefined;
}

/** The value if it is a size of a display in pixels, else undefined. */
export function asSize(value: unknown): Size | undefined {
  const fields = asRecord(value);
  const [width, height] = [asCount(fields['width']), asCount(fields['height'])];
  return width && height ? { width, height } : undefined;
}

/** Characters. No page that a person starts with has a longer address. */
const MAX_ADDRESS_LENGTH = 2000;

/** The value if it is the address of a page, without a user name or password, else undefined. */
export function asPageAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS_LENGTH || !URL.canParse(value)) return undefined;
  const { username, password } = new URL(value);
  return username || password ? undefined : value;
}

/** The value if it can be an ID or a name at the service, else undefined. */
export function asId(value: unknown): string | undefined {
  return typeof value === 'string' && isId(value) ? value : undefined;
}

/** The value if it is a SHA-256 as 64 lowercase hexadecimal digits, else undefined. */
export function asSha256(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\da-f]{64}$/.test(value) ? value : undefined;
}

/** Characters. No service accepts a path that is much longer. */
const MAX_ID_LENGTH = 1000;

/**
 * Whether a text can be an ID or a name at the service: one segment of a path. `.` and `..` would lead to another
 * operation, and half a surrogate pair cannot be sent.
 */
export function isId(text: string): boolean {
  return text.length <= MAX_ID_LENGTH && !/^\.{0,2}$/.test(text) && !/\p{Surrogate}/u.test(text);
}
