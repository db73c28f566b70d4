import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { SourceText } from '../source-text';
import { tooDeepAt } from './json-depth';
import { liberties, mask } from './lenient-json';

/** A JSON file other than the manifest, parsed the way Chromium parses it. */
export type JsonFile = { readonly text: SourceText; readonly root: Node } | NoJson;

/** Where the text stops being JSON. The text is empty if the file is not UTF-8. */
export interface NoJson {
  readonly text: SourceText;
  readonly brokenAt: number;
  /** The JSON is valid but nested more deeply than Chromium reads. */
  readonly isTooDeep?: true;
}

export interface JsonOptions {
  /** Rule files are parsed strictly; messages files may contain comments. */
  readonly comments: boolean;
  /** A storage schema may contain trailing commas. */
  readonly trailingCommas?: boolean;
}

export function parseJson(bytes: Uint8Array, { comments, trailingCommas = false }: JsonOptions): JsonFile {
  const written = decode(bytes);
  const text = new SourceText(written ?? '');
  if (written === undefined) return { text, brokenAt: 0 };
  const errors: ParseError[] = [];
  const plain = withoutLiberties(written, comments);
  const tooDeep = tooDeepAt(plain);
  const root = parseTree(plain.slice(0, tooDeep), errors, {
    allowTrailingComma: trailingCommas,
    disallowComments: !comments,
    allowEmptyContent: false,
  });
  const first = errors.find(({ offset }) => tooDeep === undefined || offset < tooDeep);
  if (first || !root) return { text, brokenAt: first?.offset ?? 0 };
  return tooDeep === undefined ? { text, root } : { text, brokenAt: tooDeep, isTooDeep: true };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Chromium accepts a line break inside a string, and in most files comments. They are replaced with spaces of the same
 * length, which keeps every offset.
 */
function withoutLiberties(text: string, comments: boolean): string {
  return mask(
    text,
    liberties(text).filter(({ kind }) => kind === 'line-break' || (comments && kind === 'comment')),
  );
}
