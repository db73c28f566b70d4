import type { Node } from 'jsonc-parser';
import { readIncluded } from '../regular-file';
import type { TextRange } from '../source-text';
import { parseJson } from './json';
import { member } from './manifest-text';

/** The characters allowed in the key of a message or placeholder. */
export const MESSAGE_KEY = /^[A-Za-z0-9_@]+$/;

/** Messages that Chromium predefines for every extension. */
export const PREDEFINED: readonly string[] = [
  '@@ui_locale',
  '@@bidi_dir',
  '@@bidi_reversed_dir',
  '@@bidi_start_edge',
  '@@bidi_end_edge',
];

/**
 * The messages of a `messages.json` by their keys in lower case: Chromium ignores the case of keys, and the last one
 * counts.
 */
export function messagesOf(root: Node): Map<string, string> {
  return new Map(
    members(root).flatMap(({ key, value }) => {
      const text: unknown = member(value, 'message')?.value;
      return typeof text === 'string' ? [[key.toLowerCase(), text] as const] : [];
    }),
  );
}

export interface Member {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node;
}

/** The members of an object; empty if the node is not an object. If a key occurs twice, the last one counts. */
export function members(node: Node | undefined): readonly Member[] {
  if (node?.type !== 'object') return [];
  const byKey = new Map(
    (node.children ?? []).flatMap(({ children }) => {
      const [keyNode, value] = children ?? [];
      const key: unknown = keyNode?.value;
      return keyNode && value && typeof key === 'string' ? [[key, { key, keyNode, value }] as const] : [];
    }),
  );
  return [...byKey.values()];
}

/** A name between delimiters. The range includes the delimiters. */
interface Variable extends TextRange {
  readonly key: string;
}

/**
 * The names between delimiters, found the way Chromium finds them: if the text in between is not a name, the search
 * continues directly after the first delimiter.
 */
function variablesAt(text: string, begin: string, end: string): readonly Variable[] {
  const found: Variable[] = [];
  let from = text.indexOf(begin);
  while (from >= 0) {
    const start = from + begin.length;
    const stop = text.indexOf(end, start);
    if (stop < 0) return found;
    const key = text.slice(start, stop);
    const isName = MESSAGE_KEY.test(key);
    if (isName) found.push({ key, offset: from, length: stop + end.length - from });
    from = text.indexOf(begin, isName ? stop + end.length : start);
  }
  return found;
}

/** The same names without their ranges. */
export function variablesIn(text: string, begin: string, end: string): readonly string[] {
  return variablesAt(text, begin, end).map(({ key }) => key);
}

/** Characters. When the name is this long, nothing more is replaced: a message may be long and be used many times. */
const MAX_NAME = 10_000;

/** Reads a file of an extension by its path within it, with `/`. Rejects if there is none. */
export type ReadFile = (file: string) => Promise<Uint8Array>;

export function folderReader(folder: string): ReadFile {
  return (file) => readIncluded(folder, file);
}

/**
 * The name as Chromium shows it: each `__MSG_key__` is replaced from `_locales/<default_locale>/messages.json`; the
 * case of keys is ignored. A placeholder that cannot be resolved stays unchanged.
 */
export async function displayName(read: ReadFile, name: string, defaultLocale: string): Promise<string> {
  const variables = variablesAt(name, '__MSG_', '__');
  if (!/^\w+$/.test(defaultLocale) || variables.length === 0) return name;
  const messages = await readMessages(read, `_locales/${defaultLocale}/messages.json`);
  return replaceVariables(name, variables, messages);
}

function replaceVariables(name: string, variables: readonly Variable[], messages: ReadonlyMap<string, string>): string {
  let shown = '';
  let from = 0;
  for (const { key, offset, length } of variables) {
    if (shown.length > MAX_NAME) break;
    shown += name.slice(from, offset) + (messages.get(key.toLowerCase()) ?? name.slice(offset, offset + length));
    from = offset + length;
  }
  return shown + name.slice(from);
}

async function readMessages(read: ReadFile, file: string): Promise<Map<string, string>> {
  const bytes = await read(file).catch(() => undefined);
  const parsed = bytes && parseJson(bytes, { comments: true });
  return parsed && 'root' in parsed ? messagesOf(parsed.root) : new Map();
}
