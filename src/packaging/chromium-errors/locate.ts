import path from 'node:path';
import { parseTree, type Node } from 'jsonc-parser';
import { readablePart } from '../manifest/json-depth';
import { MANIFEST, member } from '../manifest/manifest-text';
import { readRegularFile } from '../regular-file';
import { SourceText } from '../source-text';
import { descendant, isText, quoted, reach } from './resolve-node';

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
