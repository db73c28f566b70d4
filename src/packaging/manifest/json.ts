import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { SourceText, type TextRange } from '../source-text';

/** A JSON file other than the manifest, parsed the way Chromium parses it. */
type JsonFile = { readonly text: SourceText; readonly root: Node } | NoJson;

/** Where the text stops being JSON. The text is empty if the file is not UTF-8. */
export interface NoJson {
  readonly text: SourceText;
  readonly brokenAt: number;
  /** The JSON is valid but nested more deeply than Chromium reads. */
  readonly isTooDeep?: true;
}

interface JsonOptions {
  /** Rule files are parsed strictly; messages files may contain comments. */
  readonly comments: boolean;
  /** A storage schema may contain trailing commas. */
  readonly trailingCommas?: boolean;
}

export function parseJson(bytes: Uint8Array, { comments, trailingCommas = false }: JsonOptions): JsonFile {
  const written = decode(bytes);
  const text = new SourceText(written ?? '');
  if (written === undefined) return { text, brokenAt: 0 };
  const errors: ParseError[] = [];
  const plain = withoutNonStrict(written, comments);
  const tooDeep = tooDeepAt(plain);
  const root = parseTree(plain.slice(0, tooDeep), errors, {
    allowTrailingComma: trailingCommas,
    disallowComments: !comments,
    allowEmptyContent: false,
  });
  const first = errors.find(({ offset }) => tooDeep === undefined || offset < tooDeep);
  if (first || !root) return { text, brokenAt: first?.offset ?? 0 };
  return tooDeep === undefined ? { text, root } : { text, brokenAt: tooDeep, isTooDeep: true };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Chromium accepts a line break inside a string, and in most files comments. They are replaced with spaces of the same
 * length, which keeps every offset.
 */
function withoutNonStrict(text: string, comments: boolean): string {
  return mask(
    text,
    findNonStrict(text).filter(({ kind }) => kind === 'line-break' || (comments && kind === 'comment')),
  );
}

/** A place where Chromium accepts something that strict JSON does not allow, and how strict JSON would write it. */
export interface NonStrictSyntax {
  readonly kind: 'comment' | 'line-break' | 'hex-escape';
  readonly offset: number;
  readonly length: number;
  readonly strict: string;
}

/**
 * All such places of a text, in order: comments, line breaks inside a string, and `\x41`. Tested with Chromium 150; it
 * parses with `base::JSONReader` and the options that it uses for extensions.
 */
export function findNonStrict(text: string): NonStrictSyntax[] {
  const found: NonStrictSyntax[] = [];
  for (const { offset, end } of stringsAndComments(text)) {
    const token = text.slice(offset, end);
    if (token.startsWith('"')) for (const each of withinString(token, offset)) found.push(each);
    else found.push({ kind: 'comment', offset, length: token.length, strict: '' });
  }
  return found;
}

/** The search ends at a string or comment that is not closed, because it extends to the end of the text. */
function* stringsAndComments(text: string): Generator<{ readonly offset: number; readonly end: number }> {
  const start = /"|\/[/*]/g;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const end = found[0] === '"' ? endOfString(text, found.index) : endOfComment(text, found.index);
    if (end < 0) return;
    yield { offset: found.index, end };
    start.lastIndex = end;
  }
}

/**
 * The offset after the closing quote; -1 if the string is not closed. A single regular expression for the whole string
 * would need too much memory for a long text.
 */
function endOfString(text: string, offset: number): number {
  const mark = /["\\]/g;
  mark.lastIndex = offset + 1;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '"') return found.index + 1;
    mark.lastIndex = found.index + 2;
  }
  return -1;
}

function endOfComment(text: string, offset: number): number {
  if (text[offset + 1] === '/') {
    const lineEnd = text.indexOf('\n', offset);
    return lineEnd < 0 ? text.length : lineEnd;
  }
  // Chromium treats `/*/` as a complete comment.
  if (text[offset + 2] === '/') return offset + 3;
  const end = text.indexOf('*/', offset + 2);
  return end < 0 ? -1 : end + 2;
}

const WITHIN_STRING = /\\\\|\r\n|\n|\r|\\x([0-9A-Fa-f]{2})/g;

function withinString(token: string, start: number): NonStrictSyntax[] {
  return [...token.matchAll(WITHIN_STRING)].flatMap(({ 0: found, 1: digits, index }): NonStrictSyntax[] => {
    if (found === '\\\\') return [];
    const place = { offset: start + index, length: found.length };
    return digits === undefined
      ? [{ kind: 'line-break', ...place, strict: JSON.stringify(found).slice(1, -1) }]
      : [{ kind: 'hex-escape', ...place, strict: `\\u00${digits}` }];
  });
}

/** The text with each of these places replaced with spaces, so that offsets stay valid. */
export function mask(text: string, found: readonly NonStrictSyntax[]): string {
  return replaceEach(text, found, ({ length }) => ' '.repeat(length));
}

/**
 * A range of the text in strict JSON.
 * @param found the non-strict syntax within the range.
 */
export function toStrictJson(text: string, found: readonly NonStrictSyntax[], { offset, length }: TextRange): string {
  return replaceEach(
    text.slice(offset, offset + length),
    found.map((each) => ({ ...each, offset: each.offset - offset })),
    ({ strict }) => strict,
  );
}

/** Replaces each range of a text; the ranges must be in order and must not overlap. */
export function replaceEach<T extends TextRange>(text: string, ranges: readonly T[], by: (range: T) => string): string {
  let from = 0;
  const parts = ranges.map((range) => {
    const part = text.slice(from, range.offset) + by(range);
    from = range.offset + range.length;
    return part;
  });
  return parts.join('') + text.slice(from);
}

/**
 * How many nested objects and arrays Chromium reads, including the outermost, in the manifest and in every other JSON
 * file.
 */
export const MAX_DEPTH = 199;

const CLOSING: ReadonlyMap<string | undefined, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/**
 * The offset of the first object or array that is nested too deeply; undefined if there is none. Check this before
 * calling a parser that recurses for each level. A closing bracket without an opening one is skipped, as a parser does
 * that continues after an error; that parser never nests deeper than this count.
 */
export function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  const open: string[] = [];
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const begin = text[scanner.getTokenOffset()];
    const end = CLOSING.get(begin);
    if (end !== undefined && open.push(end) > MAX_DEPTH) return scanner.getTokenOffset();
    if (begin === open.at(-1)) open.pop();
  }
  return undefined;
}

/** The beginning of a text that can safely be parsed. */
export function readablePart(text: string): string {
  return text.slice(0, tooDeepAt(text));
}
