/** Line and column, from 1, as editors count them: a column is a UTF-16 code unit. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place after some bytes of UTF-8, given the place before them. */
export function placeAfter({ line, column }: Place, bytes: Uint8Array): Place {
  let lines = line;
  let columns = column;
  for (const byte of bytes) {
    if (byte === 0x0a) {
      lines++;
      columns = 1;
    } else if ((byte & 0xc0) !== 0x80) {
      // Count a character by its first byte. From 0xF0 on, the character needs two UTF-16 code units.
      columns += byte >= 0xf0 ? 2 : 1;
    }
  }
  return { line: lines, column: columns };
}
