import path from 'node:path';
import { type Node, parseTree } from 'jsonc-parser';
import { readablePart } from './manifest/json';
import { elements, MANIFEST, member } from './manifest/manifest-text';
import { readRegularFile } from './regular-file';
import { SourceText } from './source-text';

/** A place in a file of the folder. */
export interface Place {
  /** Path within the folder, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** Characters on that line; undefined if only the start is known. */
  readonly length?: number;
}

/**
 * Characters of an error message that are searched. Chromium's messages are shorter, unless they quote something long.
 */
const MAX_WORDS = 4000;

/**
 * Searches for the place that an error message of Chromium is about: its line and column if it has them, else the value
 * whose path or text it has, else the beginning of the file. The file is the manifest, unless the message names another
 * one. Our own verdict knows the place better; this one is for what it has not foreseen.
 * @param files paths of the included files. No other file is read, even if the message names one, because the message
 * may come from anywhere.
 */
export async function placeOf(allWords: string, folder: string, files: readonly string[]): Promise<Place> {
  const words = allWords.slice(0, MAX_WORDS);
  // The message contains paths as the system writes them, on Windows with backslashes.
  const file = namedFile(words.replaceAll('\\', '/'), files) ?? MANIFEST;
  const text = await readText(folder, file);
  const [, line, column] = LINE.exec(words) ?? [];
  if (line !== undefined && column !== undefined)
    return { file, line: Math.max(1, Number(line)), column: columnOf(text, Number(line), Number(column)) };
  const node = find(text, words);
  return node ? placeOfNode(file, text, node, words) : { file, line: 1, column: 1 };
}

/**
 * `Line: 3, column: 5`, and in later versions `line 3 column 5`. At the very beginning of a message it is about a
 * schema, and nothing says which file that is.
 */
const LINE = /(?<!^)\bline:? (\d+),? column:? (\d+)/i;

/** The file whose content or name the message is about. What the manifest says of a file is about the manifest. */
function namedFile(words: string, files: readonly string[]): string | undefined {
  const isContent = LINE.test(words) || /encoded|^Invalid locale file/i.test(words);
  const reserved = /file or directory name (.+?)\. /.exec(words)?.[1];
  const named = files.filter(
    (file) =>
      file !== MANIFEST &&
      (words.startsWith(`${file}: `) ||
        (isContent && words.includes(file)) ||
        (reserved !== undefined && `${file}/`.startsWith(`${reserved}/`))),
  );
  return named.toSorted(byLength)[0];
}

async function readText(folder: string, file: string): Promise<string> {
  // A byte order mark is not part of any column.
  return readRegularFile(path.join(folder, file)).then(
    (bytes) => bytes.toString().replace(/^\uFEFF/, ''),
    () => '',
  );
}

/** Chromium counts columns in UTF-8 bytes. */
function columnOf(text: string, line: number, column: number): number {
  const bytes = Buffer.from(text.split('\n')[line - 1] ?? '');
  return bytes.subarray(0, Math.max(0, column - 1)).toString().length + 1;
}

/** The place of a node: for a text only the part that the message quotes, for an object or an array the first line. */
function placeOfNode(file: string, text: string, node: Node, words: string): Place {
  const source = new SourceText(text);
  const raw = source.getText(node);
  const part = node.type === 'string' ? quoted(words).find((each) => each.length > 1 && raw.includes(each)) : undefined;
  const shown =
    part === undefined || part === plainPath(node)
      ? { offset: node.offset, length: node.parent ? node.length : 1 }
      : { offset: node.offset + raw.indexOf(part), length: part.length };
  return { file, ...source.positionAt(shown.offset), length: source.lengthOnLine(shown) };
}

/**
 * What an error message may mention: a quoted path or value, a variable, a path or a key without quotes, the index of
 * an element, the ID of a rule. An apostrophe as in “isn’t” does not start a quote.
 */
const MENTION =
  /(?<!\w)'\[?(?<single>[^']*?)\]?'(?!\w)|"(?<double>[^"]*)"|(?<variable>__MSG_\w+__|\$\w+\$)|\b(?<bare>\w+(?:\.\w+)+)|\bindex (?<index>\d+)|\bid (?<id>\d+)/g;

/** Each mention may lead to a search of the whole file. Chromium's own messages contain only a few. */
const MAX_MENTIONS = 50;

function mentions(words: string): readonly Partial<Record<string, string>>[] {
  return [...words.matchAll(MENTION)].slice(0, MAX_MENTIONS).map(({ groups = {} }) => groups);
}

/** The texts that an error message quotes, the longest first. */
function quoted(words: string): readonly string[] {
  return mentions(words)
    .flatMap(({ single, double, variable }) => single ?? double ?? variable ?? [])
    .toSorted(byLength);
}

/**
 * The deepest value that an error message leads to: by paths and indices in their order, then by a text; the root if by
 * nothing. Undefined if the file has no value at all. Of one that is nested too deeply only the beginning is parsed, as
 * Chromium does.
 */
function find(text: string, words: string): Node | undefined {
  const root = parseTree(readablePart(text));
  if (!root) return undefined;
  let node = root;
  for (const { single, double, bare, index, id } of mentions(words)) {
    const keys = single ?? double ?? bare;
    const next =
      keys === undefined
        ? elements(node).findLast((each, at) =>
            id === undefined ? `${at}` === index : member(each, 'id')?.value === +id,
          )
        : (follow(node, keys) ?? follow(root, keys) ?? onlyValue(node, keys, words));
    node = next ?? node;
  }
  return textIn(node, words) ?? (node === root ? subject(root, words) : undefined) ?? node;
}

/** Follows a path such as `icons["16"]` or `a.b[0]` as far as it exists. */
function follow(from: Node, keys: string): Node | undefined {
  let node = from;
  for (const step of keys.match(/[^.[\]"]+/g) ?? []) {
    const next = member(node, step) ?? elements(node)[Number(step)];
    if (!next) break;
    node = next;
  }
  return node === from ? undefined : node;
}

/** The value of the last key of a path, if that key occurs once; a key that is reported as missing is none. */
function onlyValue(from: Node, keys: string, words: string): Node | undefined {
  const key = /(?:^|\]\.)(\w+)$/.exec(keys)?.[1];
  if (key === undefined || /required|missing|there is no/i.test(words)) return undefined;
  const valuesIn = (node: Node): Node[] => [member(node, key) ?? [], (node.children ?? []).flatMap(valuesIn)].flat();
  const [value, ...others] = valuesIn(from);
  return others.length === 0 ? value : undefined;
}

/** The longest text that the message has as a whole, else one with the longest quote in it. */
function textIn(node: Node, words: string): Node | undefined {
  const texts = textsIn(node);
  const quotes = quoted(words);
  const whole = texts.filter((each) => {
    const text = plainPath(each);
    return text !== '' && (quotes.includes(text) || (text.length > 2 && hasWord(words, text)));
  });
  return (
    whole.toSorted((one, other) => other.length - one.length)[0] ??
    quotes
      .filter((quote) => /[^a-z]/i.test(quote))
      .flatMap((quote) => texts.find(({ value }) => String(value).includes(quote)) ?? [])[0]
  );
}

/** Every text value at or below a node; keys are not included. */
function textsIn(node: Node): readonly Node[] {
  if (node.type === 'string') return [node];
  return (node.type === 'property' ? (node.children ?? []).slice(1) : (node.children ?? [])).flatMap(textsIn);
}

function hasWord(words: string, text: string): boolean {
  const at = words.indexOf(text);
  return at >= 0 && !/[\w.-]/.test(words[at - 1] ?? '') && !/[\w-]/.test(words[at + text.length] ?? '');
}

/** Chromium names a file without its leading slash. */
function plainPath({ value }: Node): string {
  return String(value).replace(/^\.?\//, '');
}

/** The value of a key of the root that the message has in plain words: `manifest_version` as “manifest version”. */
function subject(root: Node, words: string): Node | undefined {
  const plain = words.toLowerCase().replaceAll('_', ' ');
  const keys = (root.children ?? []).map(({ children }) => String(children?.[0]?.value));
  const named = keys.filter((key) => key.includes('_') && plain.includes(key.replaceAll('_', ' ')));
  return named.toSorted(byLength).map((key) => member(root, key))[0];
}

function byLength(one: string, other: string): number {
  return other.length - one.length;
}
