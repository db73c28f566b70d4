import { createScanner } from 'jsonc-parser';

/**
 * As many objects and lists within each other Chromium reads, the outermost counted, in the manifest and in every other
 * JSON file.
 */
export const MAX_DEPTH = 199;

const CLOSING: ReadonlyMap<string | undefined, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/**
 * Where the first object or list begins that is nested too deeply; undefined where none is. To be asked before a parser
 * is, which calls itself for each level. A bracket that closes nothing is passed over, as by a parser that goes on
 * after an error: it is never deeper than this.
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

/** As much of a text as a parser may be given. */
export function readablePart(text: string): string {
  return text.slice(0, tooDeepAt(text));
}
