/** Line and column, from 1, as editors count them: a column is a unit of UTF-16. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place behind some bytes of UTF-8, counted on from the place in front of them. */
export function placeAfter({ line, column }: Place, bytes: Uint8Array): Place {
  let at = { line, column };
  for (const byte of bytes) {
    if (byte === 0x0a) at = { line: at.line + 1, column: 1 };
    // The first byte of a character stands for all of it; of a pair of units it begins with 0xF0 or more.
    else if ((byte & 0xc0) !== 0x80) at.column += byte >= 0xf0 ? 2 : 1;
  }
  return at;
}
