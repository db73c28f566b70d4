import { isUtf8 } from 'node:buffer';
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { message, sentences, type Message } from '../../core/message';
import type { Problem } from '../problem';
import { SourceText } from '../source-text';
import { findNonStrict, type NonStrictSyntax, mask, MAX_DEPTH, replaceEach, toStrictJson, tooDeepAt } from './json';

export const MANIFEST = 'manifest.json';

/**
 * A manifest that is JSON as Chromium reads it: a byte order mark and comments are allowed, trailing commas are not.
 */
export interface ManifestText {
  readonly text: SourceText;
  /** The root, an object. */
  readonly root: Node;
  /** The values of the root's keys. */
  readonly keys: ReadonlyMap<unknown, Node>;
  /** The places that are not strict JSON, in order. */
  readonly nonStrict: readonly NonStrictSyntax[];
  readonly byteOrderMark: boolean;
}

/**
 * Parses the bytes of a manifest.
 * @returns its tree, or the one problem that prevents reading it.
 */
export function parseManifest(bytes: Uint8Array): ManifestText | Problem {
  const text = decode(bytes);
  if (text === undefined)
    return problem('manifest-encoding', message('{0} isn’t UTF-8. Save it in UTF-8.', MANIFEST), new SourceText(''), 0);
  const source = new SourceText(text);
  const found = findNonStrict(text);
  const { root, first, tooDeep } = parse(mask(text, found));
  if (first) return problem('manifest-not-json', notJson(syntaxFault(text, first)), source, first.offset);
  if (tooDeep === undefined && root.type !== 'object')
    return problem('manifest-not-object', message('{0} must contain one object: { … }.', MANIFEST), source, 0);
  const nodes = nodesOf(root);
  readMaskedTexts(
    nodes,
    text,
    found.filter(({ kind }) => kind !== 'comment'),
  );
  const unread =
    firstUnread(nodes) ??
    (tooDeep === undefined
      ? undefined
      : { offset: tooDeep, fault: message('It’s nested more than {0} levels deep.', MAX_DEPTH) });
  if (unread) return problem('manifest-not-json', notJson(unread.fault), source, unread.offset);
  return {
    text: source,
    root,
    keys: keysOf(root),
    nonStrict: found,
    byteOrderMark: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf,
  };
}

/**
 * Parses a text up to the place where it is nested too deeply. Returns the tree, and the first error before that place.
 */
function parse(text: string): {
  readonly root: Node;
  readonly first: ParseError | undefined;
  readonly tooDeep: number | undefined;
} {
  const errors: ParseError[] = [];
  const tooDeep = tooDeepAt(text);
  const root = parseTree(text.slice(0, tooDeep), errors, {
    allowTrailingComma: false,
    disallowComments: false,
    allowEmptyContent: false,
  });
  return {
    root: root ?? { type: 'null', offset: 0, length: 0 },
    tooDeep,
    first: errors.find(({ offset }) => tooDeep === undefined || offset < tooDeep),
  };
}

/** A node and all nodes below it, in the order of the text. */
function nodesOf(root: Node): readonly Node[] {
  const nodes: Node[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    nodes.push(node);
    for (const child of (node.children ?? []).toReversed()) waiting.push(child);
  }
  return nodes;
}

/** Restores the values of strings that were masked for the parser. Both lists are in the order of the text. */
function readMaskedTexts(nodes: readonly Node[], text: string, masked: readonly NonStrictSyntax[]): void {
  let next = 0;
  for (const node of nodes) {
    if (node.type !== 'string') continue;
    const first = next;
    while ((masked[next]?.offset ?? Infinity) < node.offset + node.length) next++;
    if (next > first) Object.assign(node, { value: JSON.parse(toStrictJson(text, masked.slice(first, next), node)) });
  }
}

/** What jsonc-parser accepts and Chromium does not. */
function firstUnread(nodes: readonly Node[]): { readonly offset: number; readonly fault: Message } | undefined {
  const found = nodes.find((node) => hasHalfPair(node) || (node.type === 'number' && !Number.isFinite(node.value)));
  return (
    found && {
      offset: found.offset,
      fault: hasHalfPair(found)
        ? message('A string has an unpaired \\u surrogate.')
        : message('A number is too large.'),
    }
  );
}

function hasHalfPair({ type, value }: Node): boolean {
  return type === 'string' && /\p{Surrogate}/u.test(String(value));
}

/** The values of the root's keys. If a key occurs twice, the last one counts, as in Chromium. */
function keysOf({ children = [] }: Node): ReadonlyMap<unknown, Node> {
  return new Map(
    children.flatMap(({ children: [key, value] = [] }) => (key && value ? [[key.value, value] as const] : [])),
  );
}

/** The value of a key at the root. */
export function property({ keys }: Pick<ManifestText, 'keys'>, key: string): Node | undefined {
  return keys.get(key);
}

/**
 * The value of a key of an object; undefined if the node is not an object. If a key occurs twice, the last one counts,
 * as in Chromium.
 */
export function member(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object') return undefined;
  const found = node.children?.findLast((child) => child.children?.[0]?.value === key);
  return found?.children?.[1];
}

/**
 * The keys of an object with their values, in order; empty if the node is not an object. If a key occurs twice, only
 * the last one counts.
 */
export function members(node: Node | undefined): readonly { readonly key: Node; readonly value: Node }[] {
  const all = (node?.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [{ key, value }] : [],
  );
  return [...new Map(all.map((each) => [String(each.key.value), each])).values()];
}

/**
 * The index of a node among the children of its parent, from 0. The children are in the order of the text, which allows
 * a binary search.
 */
export function indexInParent({ parent, offset }: Node): number {
  const siblings = parent?.children ?? [];
  let [low, high] = [0, siblings.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((siblings[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The elements of an array; empty if the node is not an array. */
export function elements(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** The texts among the first elements of an array, with their nodes. */
export function textsIn(list: Node | undefined, most: number): readonly (readonly [string, Node])[] {
  return elements(list)
    .slice(0, most)
    .flatMap((node) => (typeof node.value === 'string' ? [[node.value, node] as const] : []));
}

function problem(code: Problem['code'], text: Message, source: SourceText, offset: number): Problem {
  return { severity: 'error', code, message: text, file: MANIFEST, ...source.positionAt(offset) };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(withPlainComments(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Chromium ignores the encoding inside comments. All delimiters are ASCII, so decoding each byte as one character is
 * enough.
 */
function withPlainComments(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  if (isUtf8(bytes) || !/\/[/*]/.test(text)) return bytes;
  const comments = findNonStrict(text).filter(({ kind }) => kind === 'comment');
  return Buffer.from(
    replaceEach(text, comments, ({ offset, length }) =>
      text.slice(offset, offset + length).replaceAll(/[\x80-\xff]/g, '?'),
    ),
    'latin1',
  );
}

/** @param fault what is wrong, as a sentence. */
function notJson(fault: Message): Message {
  return sentences(message('{0} isn’t valid JSON.', MANIFEST), fault);
}

const SYNTAX: Record<string, Message> = {
  InvalidSymbol: message('Expected a value or a key in double quotes.'),
  InvalidNumberFormat: message('A number is invalid.'),
  PropertyNameExpected: message('Expected a key in double quotes; the comma before it may be extra.'),
  ValueExpected: message('Expected a value; the comma before it may be extra.'),
  ColonExpected: message('A colon is missing.'),
  CommaExpected: message('A comma is missing before this.'),
  CloseBraceExpected: message('A closing brace } is missing.'),
  CloseBracketExpected: message('A closing bracket ] is missing.'),
  EndOfFileExpected: message('There is text after the end.'),
  UnexpectedEndOfComment: message('A comment isn’t closed.'),
  UnexpectedEndOfString: message('A string isn’t closed.'),
  UnexpectedEndOfNumber: message('A number is incomplete.'),
  InvalidUnicode: message('\\u must be followed by four hexadecimal digits.'),
  InvalidEscapeCharacter: message('An escape sequence is invalid.'),
  InvalidCharacter: message('A string has a control character that isn’t escaped.'),
};

function syntaxFault(text: string, { error, offset }: ParseError): Message {
  if (text.trim() === '') return message('The file is empty.');
  if (text[offset] === "'") return message('Strings must use double quotes, not single quotes.');
  return SYNTAX[printParseErrorCode(error)] ?? message('It can’t be read.');
}
