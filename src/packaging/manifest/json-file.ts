import { parseTree, type Node, type ParseError } from 'jsonc-parser';

/** A JSON file other than the manifest, as Chromium reads it. */
export type JsonFile =
  | { readonly text: string; readonly root: Node }
  /** Where the text stops being JSON; no text at all where it is not UTF-8. */
  | { readonly text: string; readonly brokenAt: number };

export interface JsonOptions {
  /** Rules are read strictly; messages may hold comments. */
  readonly comments: boolean;
  /** A storage schema may hold commas too many. */
  readonly trailingCommas?: boolean;
}

export function parseJson(bytes: Uint8Array, { comments, trailingCommas = false }: JsonOptions): JsonFile {
  const text = decode(bytes);
  if (text === undefined) return { text: '', brokenAt: 0 };
  const errors: ParseError[] = [];
  const root = parseTree(withoutLineBreaks(text), errors, { allowTrailingComma: trailingCommas, disallowComments: !comments, allowEmptyContent: false });
  const [first] = errors;
  return first || !root ? { text, brokenAt: first?.offset ?? 0 } : { text, root };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Chromium takes a line break inside a text: a space of the same length keeps every offset. */
function withoutLineBreaks(text: string): string {
  return text.replace(/"(?:[^"\\\n\r]|\\.)*(?:[\n\r](?:[^"\\\n\r]|\\.)*)+"|\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n\r]|\\.)*"/g, (part) =>
    (part.startsWith('"') ? part.replace(/[\n\r]/g, ' ') : part));
}
