/** A place where Chromium reads what strict JSON does not know, and how strict JSON would write it. */
export interface Liberty {
  readonly kind: 'comment' | 'line-break' | 'hex-escape';
  readonly offset: number;
  readonly length: number;
  readonly strict: string;
}

// For Chromium `/*/` is a whole comment.
const STRING_OR_COMMENT = /"(?:[^"\\]|\\[^])*"|\/\/[^\n]*|\/\*(?:\/|[^]*?\*\/)/g;
const WITHIN_STRING = /\\\\|\r\n|\n|\r|\\x([0-9A-Fa-f]{2})/g;

/**
 * Every liberty of a text, in order: comments, line breaks within a text, and `\x41`. Asked of Chromium 150; its reader
 * is `base::JSONReader` with the options that extensions have.
 */
export function liberties(text: string): Liberty[] {
  return [...text.matchAll(STRING_OR_COMMENT)].flatMap(({ 0: token, index }): Liberty[] =>
    (token.startsWith('"') ? withinString(token, index) : [{ kind: 'comment', offset: index, length: token.length, strict: '' }]));
}

function withinString(token: string, start: number): Liberty[] {
  return [...token.matchAll(WITHIN_STRING)].flatMap(({ 0: found, 1: digits, index }): Liberty[] => {
    if (found === '\\\\') return [];
    const place = { offset: start + index, length: found.length };
    return digits === undefined
      ? [{ kind: 'line-break', ...place, strict: JSON.stringify(found).slice(1, -1) }]
      : [{ kind: 'hex-escape', ...place, strict: `\\u00${digits}` }];
  });
}

/** The text with spaces in the place of every liberty, so that every offset stays true. */
export function mask(text: string, found: readonly Liberty[]): string {
  return found.reduce((masked, { offset, length }) => masked.slice(0, offset) + ' '.repeat(length) + masked.slice(offset + length), text);
}

/** The strict spelling of a range of the text. */
export function strictly(text: string, found: readonly Liberty[], offset: number, length: number): string {
  const inside = found.filter((each) => each.offset >= offset && each.offset < offset + length);
  return inside.reduceRight((strict, each) => {
    const at = each.offset - offset;
    return strict.slice(0, at) + each.strict + strict.slice(at + each.length);
  }, text.slice(offset, offset + length));
}
