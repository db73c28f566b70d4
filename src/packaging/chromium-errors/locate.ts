import path from 'node:path';
import { parseTree, type Node } from 'jsonc-parser';
import { readablePart } from '../manifest/json-depth';
import { MANIFEST, member } from '../manifest/manifest-text';
import { readRegularFile } from '../read-regular-file';
import { SourceText } from '../source-text';
import { descendant, isText, quoted, reach } from './resolve-node';

/** Where something stands in a file of the folder. */
export interface Place {
  /** Path within the folder, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** Characters on that line; left out where only the beginning is known. */
  readonly length?: number;
}

/** Characters of the words that are looked at: more than Chromium says of anything, but for what it quotes. */
const MAX_WORDS = 4000;

/**
 * Where Chromium's own words of a refusal point: at the value of the manifest, or of another file, that they name.
 * Where they name nothing, at the brace that opens the manifest. Their forms are known from what Chromium 150 said of
 * the folders in `test/verdicts`.
 * @param files paths of what is included; of a file that is not among them nothing is read, whoever the words come
 * from.
 */
export async function placeOf(allWords: string, folder: string, files: readonly string[]): Promise<Place> {
  const words = allWords.slice(0, MAX_WORDS);
  // The words say paths as the system has them.
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

/** A file that is nested too deeply is read up to there: behind that Chromium has read nothing either. */
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

/** Chromium counts bytes of UTF-8. */
function columnOf(text: string, line: number, column: number): number {
  const bytes = Buffer.from(text.split('\n')[line - 1] ?? '');
  return bytes.subarray(0, Math.max(0, column - 1)).toString().length + 1;
}

/** A text, or of a text just what the words quote of it; of an object or an array the first line. */
function placeOfNode(file: string, text: string, node: Node, words: string): Place {
  const raw = text.slice(node.offset, node.offset + node.length);
  const part = node.type === 'string' ? quoted(words).find((each) => each.length > 1 && raw.includes(each)) : undefined;
  const whole = part === undefined || isText(node, part);
  const [offset, shown] = whole
    ? [node.offset, node.parent ? raw : raw.slice(0, 1)]
    : [node.offset + raw.indexOf(part), part];
  return { file, ...new SourceText(text).positionAt(offset), length: (shown.split(/\r?\n/)[0] ?? '').length };
}

/** The file whose content the words are about. Words about a name of a file are about the manifest. */
function namedFile(words: string, files: readonly string[]): string | undefined {
  const isContent = LINE.test(words) || /encoded|^Invalid locale file/i.test(words);
  const named = files.filter(
    (file) => file !== MANIFEST && (isContent ? words.includes(file) : words.startsWith(`${file}: `)),
  );
  return named.toSorted((one, other) => other.length - one.length)[0];
}

/** Of what is wrong in a schema, be it just the syntax, Chromium does not say the file. */
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

/** Of messages it says the name of a message, and not the file, which is one of the locales. */
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
 * The message or placeholder of that name; where a text is missing, only one that has none: the name is in every
 * locale.
 */
function faultyEntry(root: Node, key: string, words: string): Node | undefined {
  const entry = descendant(root, key);
  return entry && words.includes('"message"') && member(entry, 'message')?.type === 'string' ? undefined : entry;
}

function start(file: string): Place {
  return { file, line: 1, column: 1 };
}

async function readText(file: string): Promise<string> {
  // A byte order mark counts in no column.
  return readRegularFile(file).then(
    (bytes) => bytes.toString().replace(/^\uFEFF/, ''),
    () => '',
  );
}
