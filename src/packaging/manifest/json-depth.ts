import { createScanner } from 'jsonc-parser';

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
