import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { message, type Message } from '../../core/message';
import { position, type Problem } from '../problem';

export const MANIFEST = 'manifest.json';

/** A manifest that is JSON, as Chromium reads it: a byte order mark and comments pass, trailing commas do not. */
export interface ManifestText {
  readonly text: string;
  /** The root, an object. */
  readonly root: Node;
}

/** Parses the bytes of a manifest. @returns its tree, or the one problem that keeps it from being read. */
export function parseManifest(bytes: Uint8Array): ManifestText | Problem {
  const text = decode(bytes);
  if (text === undefined) return problem('manifest-encoding', message('{0} is not UTF-8. Save it with the encoding UTF-8.', MANIFEST), '', 0);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: false, disallowComments: false, allowEmptyContent: false });
  const [first] = errors;
  if (first) return problem('manifest-not-json', message('{0} is not valid JSON: {1}.', MANIFEST, syntaxWords(text, first)), text, first.offset);
  if (root?.type !== 'object') return problem('manifest-not-object', message('{0} must hold one object: { … }.', MANIFEST), text, 0);
  return { text, root };
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

/** The elements of an array; none of anything else. */
export function elements(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

export function problem(code: Problem['code'], text: Message, source: string, offset: number): Problem {
  return { severity: 'error', code, message: text, file: MANIFEST, ...position(source, offset) };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
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
