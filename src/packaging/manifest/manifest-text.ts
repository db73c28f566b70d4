import { isUtf8 } from 'node:buffer';
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { message, type Message } from '../../core/message';
import { position, type Problem } from '../problem';
import { liberties, mask, strictly, type Liberty } from './json-liberties';

export const MANIFEST = 'manifest.json';

/** As many objects and lists within each other Chromium reads, the outermost counted. */
const DEEPEST = 199;

/** A manifest that is JSON, as Chromium reads it: a byte order mark and comments pass, trailing commas do not. */
export interface ManifestText {
  readonly text: string;
  /** The root, an object. */
  readonly root: Node;
  /** Where it is no strict JSON, in order. */
  readonly liberties: readonly Liberty[];
  readonly byteOrderMark: boolean;
}

/** Parses the bytes of a manifest. @returns its tree, or the one problem that keeps it from being read. */
export function parseManifest(bytes: Uint8Array): ManifestText | Problem {
  const text = decode(bytes);
  if (text === undefined) return problem('manifest-encoding', message('{0} is not UTF-8. Save it with the encoding UTF-8.', MANIFEST), '', 0);
  const errors: ParseError[] = [];
  const found = liberties(text);
  const root = parseTree(mask(text, found), errors, { allowTrailingComma: false, disallowComments: false, allowEmptyContent: false });
  const [first] = errors;
  if (first) return problem('manifest-not-json', message('{0} is not valid JSON: {1}.', MANIFEST, syntaxWords(text, first)), text, first.offset);
  if (root?.type !== 'object') return problem('manifest-not-object', message('{0} must hold one object: { … }.', MANIFEST), text, 0);
  readMaskedTexts(root, text, found);
  const unread = findUnread(root, DEEPEST);
  if (unread) return problem('manifest-not-json', message('{0} is not valid JSON: {1}.', MANIFEST, unread.words), text, unread.node.offset);
  return { text, root, liberties: found, byteOrderMark: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf };
}

/** What was masked for the parser gets its value back. */
function readMaskedTexts(node: Node, text: string, found: readonly Liberty[]): void {
  const masked = found.filter(({ kind, offset }) => kind !== 'comment' && offset > node.offset && offset < node.offset + node.length);
  if (masked.length === 0) return;
  if (node.type === 'string') Object.assign(node, { value: JSON.parse(strictly(text, masked, node.offset, node.length)) });
  for (const child of node.children ?? []) readMaskedTexts(child, text, masked);
}

/** What jsonc-parser takes and Chromium does not. */
function findUnread(node: Node, left: number): { readonly node: Node; readonly words: Message } | undefined {
  if (node.type === 'string' && /\p{Surrogate}/u.test(String(node.value))) return { node, words: message('a text has one half of a \\u pair without the other') };
  if (node.type === 'number' && !Number.isFinite(node.value)) return { node, words: message('a number is too large') };
  const container = node.type === 'object' || node.type === 'array';
  if (container && left === 0) return { node, words: message('more than {0} objects and lists stand within each other', DEEPEST) };
  for (const child of node.children ?? []) {
    const unread = findUnread(child, container ? left - 1 : left);
    if (unread) return unread;
  }
  return undefined;
}

/** The value of a key at the root. */
export function property({ root }: ManifestText, key: string): Node | undefined {
  return member(root, key);
}

/** The value of a key of an object; undefined of anything else. Of a key that stands twice the last counts, as in Chromium. */
export function member(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object') return undefined;
  const found = node.children?.findLast((child) => child.children?.[0]?.value === key);
  return found?.children?.[1];
}

/** Every key of an object with its value, in order; none of anything else. Of a key that stands twice only the last counts. */
export function members(node: Node | undefined): readonly { readonly key: Node; readonly value: Node }[] {
  const all = (node?.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [key, value] = [] }) => (key && value ? [{ key, value }] : []));
  return [...new Map(all.map((each) => [String(each.key.value), each])).values()];
}

/** The elements of an array; none of anything else. */
export function elements(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

export function problem(code: Problem['code'], text: Message, source: string, offset: number): Problem {
  return { severity: 'error', code, message: text, file: MANIFEST, ...position(source, offset) };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(withPlainComments(bytes));
  } catch {
    return undefined;
  }
}

/** Chromium does not look at the encoding of a comment. Everything that delimits one is ASCII, so one character a byte will do. */
function withPlainComments(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  if (isUtf8(bytes) || !/\/[/*]/.test(text)) return bytes;
  return Buffer.from(liberties(text).filter(({ kind }) => kind === 'comment').reduce((plain, { offset, length }) =>
    plain.slice(0, offset) + plain.slice(offset, offset + length).replaceAll(/[\x80-\xff]/g, '?') + plain.slice(offset + length), text), 'latin1');
}

const SYNTAX: Record<string, Message> = {
  InvalidSymbol: message('this is neither a value nor a name in double quotes'),
  InvalidNumberFormat: message('this is not a number'),
  PropertyNameExpected: message('a name in double quotes is missing here; perhaps a comma is too many before it'),
  ValueExpected: message('a value is missing here; perhaps a comma is too many before it'),
  ColonExpected: message('a colon is missing here'),
  CommaExpected: message('a comma is missing before this'),
  CloseBraceExpected: message('a closing brace } is missing'),
  CloseBracketExpected: message('a closing bracket ] is missing'),
  EndOfFileExpected: message('the file should end before this'),
  UnexpectedEndOfComment: message('a comment is not closed'),
  UnexpectedEndOfString: message('a text is not closed with double quotes'),
  UnexpectedEndOfNumber: message('a number is cut off'),
  InvalidUnicode: message('a \\u is not followed by four hexadecimal digits'),
  InvalidEscapeCharacter: message('a backslash is followed by a character that it cannot go with'),
  InvalidCharacter: message('a control character, such as a tab, stands inside a text'),
};

function syntaxWords(text: string, { error, offset }: ParseError): Message {
  if (text.trim() === '') return message('the file is empty');
  if (text[offset] === "'") return message('texts stand in double quotes, not in single ones');
  return SYNTAX[printParseErrorCode(error)] ?? message('it cannot be read');
}
