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
 * Finds the place that an error message of Chromium is about: the value in the manifest, or in another file, that the
 * message names; else the opening brace of the manifest. The patterns come from the messages of Chromium 150 for the
 * folders in `test/verdicts`.
 * @param files paths of the included files. No other file is read, even if the message names one, because the message
 * may come from anywhere.
 */
export async function placeOf(allWords: string, folder: string, files: readonly string[]): Promise<Place> {
  const words = allWords.slice(0, MAX_WORDS);
  // The message contains paths as the system writes them, on Windows with backslashes.
  const said = words.replaceAll('\\', '/');
  const read = (file: string): Promise<string> => readText(path.join(folder, file));
  const reserved = reservedFile(said, files);
  if (reserved !== undefined) return start(reserved);
  const manifest = await read(MANIFEST);
  const named = namedFile(said, files) ?? schemaFile(said, manifest, files);
  const inMessages = await placeInMessages(words, named === undefined ? files : [named], read);
  if (inMessages) return inMessages;
  return named === undefined ? placeInFile(words, MANIFEST, manifest) : placeInFile(words, named, await read(named));
}

/** A file that is nested too deeply is parsed up to that point; Chromium does not read further either. */
function treeOf(text: string): Node | undefined {
  return parseTree(readablePart(text));
}

function placeInFile(words: string, file: string, text: string): Place {
  const [, line, column] = LINE.exec(words) ?? [];
  if (line !== undefined && column !== undefined)
    return { file, line: Math.max(1, Number(line)), column: columnOf(text, Number(line), Number(column)) };
  const root = treeOf(text);
  return root ? placeOfNode(file, text, reach(root, words), words) : start(file);
}

/** `Line: 3, column: 5`, and in later versions `line 3 column 5`. */
const LINE = /\bline:? (\d+),? column:? (\d+)/i;

/** Chromium counts columns in UTF-8 bytes. */
function columnOf(text: string, line: number, column: number): number {
  const bytes = Buffer.from(text.split('\n')[line - 1] ?? '');
  return bytes.subarray(0, Math.max(0, column - 1)).toString().length + 1;
}

/** The place of a node: for a text only the part that the message quotes, for an object or an array the first line. */
function placeOfNode(file: string, text: string, node: Node, words: string): Place {
  const raw = text.slice(node.offset, node.offset + node.length);
  const part = node.type === 'string' ? quoted(words).find((each) => each.length > 1 && raw.includes(each)) : undefined;
  const whole = part === undefined || isText(node, part);
  const [offset, shown] = whole
    ? [node.offset, node.parent ? raw : raw.slice(0, 1)]
    : [node.offset + raw.indexOf(part), part];
  return { file, ...new SourceText(text).positionAt(offset), length: (shown.split(/\r?\n/)[0] ?? '').length };
}

/** The file whose content the message is about. A message about a file's name is about the manifest. */
function namedFile(words: string, files: readonly string[]): string | undefined {
  const isContent = LINE.test(words) || /encoded|^Invalid locale file/i.test(words);
  const named = files.filter(
    (file) => file !== MANIFEST && (isContent ? words.includes(file) : words.startsWith(`${file}: `)),
  );
  return named.toSorted((one, other) => other.length - one.length)[0];
}

/** For an error in a schema, even a syntax error, Chromium's message does not name the file. */
function schemaFile(words: string, manifest: string, files: readonly string[]): string | undefined {
  if (!/^line |schema\b|attribute|\$ref|unknown type|invalid regex/i.test(words) || words.includes('managed_schema'))
    return undefined;
  const root = treeOf(manifest);
  const named: unknown = member(member(root, 'storage'), 'managed_schema')?.value;
  return files.find((file) => file === named);
}

/** `Cannot load extension with file or directory name _foo.` */
function reservedFile(words: string, files: readonly string[]): string | undefined {
  const name = /file or directory name (.+?)\. /.exec(words)?.[1];
  return name === undefined ? undefined : files.find((file) => file === name || file.startsWith(`${name}/`));
}

/**
 * For an error in a messages file, Chromium's message names the message but not the file. The file is that of one of
 * the locales.
 */
async function placeInMessages(
  words: string,
  files: readonly string[],
  read: (file: string) => Promise<string>,
): Promise<Place | undefined> {
  const key = (/ for key (\S+?)\.?$/.exec(words) ??
    /Name of a key "([^"]*)"/.exec(words) ??
    /Reserved key (\S+)/.exec(words))?.[1];
  const variable = /Variable (\$\w+\$)/.exec(words)?.[1];
  if (key === undefined && variable === undefined) return undefined;
  for (const file of files.filter((each) => /^_locales\/[^/]+\/messages\.json$/.test(each))) {
    const text = await read(file);
    const root = treeOf(text);
    const node = root && (key === undefined ? variableIn(root, words) : faultyEntry(root, key, words));
    if (node) return placeOfNode(file, text, node, words);
  }
  return undefined;
}

function variableIn(root: Node, words: string): Node | undefined {
  const found = reach(root, words);
  return found === root ? undefined : found;
}

/**
 * The message or placeholder with that name. Every locale has the name, so if the error is that "message" is missing,
 * an entry that has a text is not returned.
 */
function faultyEntry(root: Node, key: string, words: string): Node | undefined {
  const entry = descendant(root, key);
  return entry && words.includes('"message"') && member(entry, 'message')?.type === 'string' ? undefined : entry;
}

function start(file: string): Place {
  return { file, line: 1, column: 1 };
}

async function readText(file: string): Promise<string> {
  // A byte order mark is not part of any column.
  return readRegularFile(file).then(
    (bytes) => bytes.toString().replace(/^\uFEFF/, ''),
    () => '',
  );
}

/**
 * What an error message may mention: a quoted key, path or value, a path without quotes, “for priority key”, the index
 * of an element, the ID of a rule. An apostrophe as in “isn't” does not start a quote.
 */
const MENTION =
  /(?<!\w)'(?<single>[^']*)'(?!\w)|"(?<double>[^"]*)"|\b(?<bare>[a-z]+(?:[._][a-z]+)+)\b|\bfor (?<key>\w+) key\b|\bindex (?<index>\d+)|\bid (?<id>\d+)/g;

/** Each mention may lead to a search of the whole file. Chromium's own messages contain only a few. */
const MAX_MENTIONS = 50;

/** Names in Chromium's messages for keys that have another name in the manifest. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  command: 'commands',
  permissions: 'optional_permissions',
  mime_types: 'mime_types_handler',
};

/** Messages that name no key, and the key that they are about. */
const ABOUT: readonly (readonly [RegExp, string])[] = [
  [/manifest version/i, 'manifest_version'],
  [/background script/i, 'background.service_worker'],
  [/requires \w+ version/i, 'minimum_chrome_version'],
  [/side panel/i, 'side_panel.default_path'],
  [/schema|^Can't read/i, 'storage.managed_schema'],
  [/options page/i, 'options_page'],
  [/options page/i, 'options_ui.page'],
  [/cannot override|^File not found/i, 'chrome_url_overrides'],
  [/in icons/i, 'icons'],
  [/homepage url/i, 'homepage_url'],
  [/update url/i, 'update_url'],
  [/^expected /, 'externally_connectable'],
  [/^expected |^'event'/, 'event_rules'],
  [/sandboxed pages/i, 'sandbox'],
  [/locale/i, 'default_locale'],
];

/**
 * Finds the deepest value that an error message of Chromium leads to: first by keys and indices
 * (`content_scripts[0].matches`, “at index 0”), then by a value that the message quotes. Returns the root if nothing
 * matches.
 */
function reach(root: Node, words: string): Node {
  const { node, names } = followMentions(root, words);
  const reached = (isMissing(words) ? undefined : first(names, (name) => descendant(node, name))) ?? node;
  return valueIn(reached, words) ?? (reached === root ? about(root, words) : undefined) ?? reached;
}

/** A key that is reported as missing must not be searched for elsewhere. */
function isMissing(words: string): boolean {
  return /required|missing/i.test(words);
}

/**
 * Follows a path such as `icons["16"]` or `a.b[0]` as far as it exists. Returns the value there, and the remaining
 * names.
 */
function follow(from: Node, keys: string): { readonly node: Node; readonly rest: readonly string[] } {
  const steps = keys.match(/[^.[\]"]+/g) ?? [];
  let node = from;
  for (const [index, step] of steps.entries()) {
    const next = child(node, step);
    if (!next) return { node, rest: steps.slice(index) };
    node = next;
  }
  return { node, rest: [] };
}

/** Every text value at or below a node; keys are not included. */
function texts(node: Node): readonly Node[] {
  if (node.type === 'string') return [node];
  return (node.type === 'property' ? (node.children ?? []).slice(1) : (node.children ?? [])).flatMap(texts);
}

function mentions(words: string): readonly RegExpExecArray[] {
  return [...words.matchAll(MENTION)].slice(0, MAX_MENTIONS);
}

/** The texts that an error message quotes, without the brackets that Chromium puts around a URL. */
function quoted(words: string): readonly string[] {
  return mentions(words)
    .flatMap(({ groups }) => groups?.['single'] ?? groups?.['double'] ?? [])
    .map((text) => text.replace(/^\[(.*)\]$/, '$1'));
}

/**
 * Follows the paths and indices in their order. `names` are the remaining names, which may be keys below the returned
 * node.
 */
function followMentions(root: Node, words: string): { readonly node: Node; readonly names: readonly string[] } {
  let node = root;
  const names: string[] = [];
  for (const { groups: { single, double, key, bare, index, id } = {} } of mentions(words)) {
    const keys = single ?? double ?? key;
    if (keys !== undefined) {
      const next = followPath(root, node, keys, isMissing(words));
      if (next) node = next;
      else names.push(...lastName(keys));
    } else if (bare !== undefined) {
      const there = follow(root, bare);
      if (there.rest.length === 0) node = there.node;
    } else node = (index === undefined ? withId(node, Number(id)) : elements(node)[Number(index)]) ?? node;
  }
  return { node, names };
}

/**
 * Follows a path from the current node, or else from the root. The last name of `commands[1].default` may be deeper,
 * and the last name of `icons["16"]` may be in another key.
 */
function followPath(root: Node, from: Node, keys: string, isEndMissing: boolean): Node | undefined {
  const here = follow(from, keys);
  const { node, rest } = here.node === from ? follow(root, keys) : here;
  if (node === root) return undefined;
  const end = rest.at(-1);
  if (end === undefined || isEndMissing) return node;
  return descendant(node, end) ?? (/^\d+$/.test(end) ? descendant(root, end) : undefined) ?? node;
}

/**
 * If the beginning of a path does not exist, its last name may still be a key. The extension of a file name is not a
 * key.
 */
function lastName(named: string): string[] {
  const name = /^(?:.*\]\.)?(\w+)$/.exec(named)?.[1];
  return name === undefined ? [] : [name, name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()];
}

function child(node: Node, step: string): Node | undefined {
  const also = ALSO_CALLED[step];
  const named = member(node, step) ?? (also === undefined ? undefined : member(node, also));
  if (named || !/^\d+$/.test(step)) return named;
  return node.type === 'object' ? nthKey(node, Number(step)) : elements(node)[Number(step)];
}

/** `commands[1]` is the first command in alphabetical order. */
function nthKey(node: Node, count: number): Node | undefined {
  const keys = (node.children ?? []).map((property) => String(property.children?.[0]?.value)).toSorted();
  const key = keys[count - 1];
  return key === undefined ? undefined : member(node, key);
}

/** If two rules have the same ID, the second one is wrong. */
function withId(node: Node, id: number): Node | undefined {
  return elements(node).findLast((element) => member(element, 'id')?.value === id);
}

/** The value of a key, at any depth. */
function descendant(node: Node, key: string): Node | undefined {
  return member(node, key) ?? first(node.children ?? [], (each) => descendant(each, key));
}

/**
 * The text that the message quotes, the last one if there are several: “expected "a" or "b", got "c"”. Else the longest
 * text that occurs in the message.
 */
function valueIn(node: Node, words: string): Node | undefined {
  const candidates = texts(node);
  const exact = first(quoted(words).toReversed(), (text) =>
    text !== '' || node.parent ? candidates.find((each) => isText(each, text)) : undefined,
  );
  if (exact) return exact;
  const within = quoted(words).concat(words.match(/__MSG_\w+__|\$\w+\$/g) ?? []);
  return (
    first(within, (text) =>
      text.length > 2 ? candidates.find((each) => String(each.value).includes(text)) : undefined,
    ) ?? longestMentioned(candidates, words)
  );
}

/** Whether a text of the manifest is what the message quotes. Chromium names a file without its leading slash. */
function isText({ value }: Node, quote: string): boolean {
  return plainPath(value) === plainPath(quote);
}

function plainPath(value: unknown): string {
  return String(value).replace(/^\.?\//, '');
}

function longestMentioned(candidates: readonly Node[], words: string): Node | undefined {
  const isMentioned = (text: string): boolean =>
    text.length > 2 && words.includes(text) && new RegExp(`(?<![\\w.-])${escape(text)}(?![\\w-])`).test(words);
  const parts = candidates.filter(({ value }) => isMentioned(plainPath(value)));
  return parts.toSorted((one, other) => other.length - one.length)[0];
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function about(root: Node, words: string): Node | undefined {
  return first(
    ABOUT.filter(([sentence]) => sentence.test(words)),
    ([, key]) => {
      const { node, rest } = follow(root, key);
      return rest.length === 0 ? node : undefined;
    },
  );
}

function first<T, R>(from: readonly T[], find: (each: T) => R | undefined): R | undefined {
  for (const each of from) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
