/** A range of a text. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** The text of a file. The line starts are computed only once, for any number of look-ups. */
export class SourceText {
  private lineStarts: readonly number[] | undefined;

  constructor(readonly text: string) {}

  getText({ offset, length }: TextRange): string {
    return this.text.slice(offset, offset + length);
  }

  /** Line and column of an offset, from 1. */
  positionAt(offset: number): { line: number; column: number } {
    const line = this.lineAt(offset);
    return { line: line + 1, column: offset - (this.starts[line] ?? 0) + 1 };
  }

  /** How many characters of a range are on its first line, without the line break. */
  lengthOnLine({ offset, length }: TextRange): number {
    const next = this.starts[this.lineAt(offset) + 1];
    if (next === undefined) return length;
    const end = this.text[next - 2] === '\r' ? next - 2 : next - 1;
    return Math.max(0, Math.min(length, end - offset));
  }

  private get starts(): readonly number[] {
    this.lineStarts ??= [0, ...Array.from(this.text.matchAll(/\n/g), ({ index }) => index + 1)];
    return this.lineStarts;
  }

  /** The index, from 0, of the last line that begins at or before an offset. */
  private lineAt(offset: number): number {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}
