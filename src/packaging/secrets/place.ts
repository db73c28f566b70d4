/** Line and column, from 1, as editors count them: a column is a unit of UTF-16. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place behind some bytes of UTF-8, counted on from the place in front of them. */
export function placeAfter({ line, column }: Place, bytes: Uint8Array): Place {
  let lines = line;
  let columns = column;
  for (const byte of bytes) {
    if (byte === 0x0a) {
      lines++;
      columns = 1;
    } else if ((byte & 0xc0) !== 0x80) {
      // The first byte of a character stands for all of it; of a pair of units it is 0xF0 or more.
      columns += byte >= 0xf0 ? 2 : 1;
    }
  }
  return { line: lines, column: columns };
}
