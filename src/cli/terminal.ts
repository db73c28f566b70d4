import { styleText } from 'node:util';
import { jsonText } from '../core/json';
import { Localizer, MAX_PROBLEM } from '../core/localizer';
import type { Message } from '../core/message';
import { cutPlain, plainText } from '../core/plain-text';
import { errorCommand, type Annotation } from './annotation';
import { withoutCommands } from './without-commands';

/** Texts of the command line are English. */
export const { localize, t } = new Localizer((template) => template);

export type Style = Parameters<typeof styleText>[0];

/** Milliseconds between two changes of the line of progress. */
const PROGRESS_INTERVAL = 100;
/** Begins the line again, and removes what is on it and below. */
const CLEAR_BELOW = '\r\u001B[J';
/** What does not fit into a line of the terminal is not shown, rather than in the next line. */
const NO_WRAP = '\u001B[?7l';
const WRAP = '\u001B[?7h';

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns' | 'rows'>;

/**
 * Where a command writes: what it was asked for to standard output, everything else to standard error. Colors and
 * progress are for a terminal alone. No text of any command gets around it, so none gives commands to a CI job, except
 * for annotations.
 */
export class Terminal {
  private progressAt = -Infinity;
  /** Lines of progress that are shown now. */
  private shown = 0;
  private readonly isPlain: boolean;
  private readonly isDumb: boolean;

  constructor(
    private readonly out: Stream,
    private readonly err: Stream,
    environment: Readonly<Record<string, string | undefined>>,
  ) {
    this.isDumb = environment['TERM'] === 'dumb';
    this.isPlain = (environment['NO_COLOR'] ?? '') !== '' || this.isDumb;
  }

  /** Whether a person reads the output as it comes. */
  get isRead(): boolean {
    return this.out.isTTY;
  }

  /** A line of what was asked for, or several of ours. Its texts from outside are plain already. */
  print(line: string): void {
    this.endProgress();
    this.out.write(`${withoutCommands(line)}\n`);
  }

  /** JSON for a program, in lines that a person can read too. */
  printJson(value: unknown): void {
    this.endProgress();
    this.out.write(`${jsonText(value, 2)}\n`);
  }

  /** JSON for a program that reads each line by itself. */
  printJsonLine(value: unknown): void {
    this.endProgress();
    this.out.write(`${jsonText(value)}\n`);
  }

  /** What is no text, such as a screenshot. */
  write(bytes: Uint8Array): void {
    this.endProgress();
    this.out.write(bytes);
  }

  /** A sentence as a line of standard output. */
  say(text: Message): void {
    this.print(lineOf(text));
  }

  /** A line beside what was asked for. */
  note(text: Message, style?: Style): void {
    this.noteLine(lineOf(text), style);
  }

  noteLine(line: string, style?: Style): void {
    this.endProgress();
    this.err.write(`${withoutCommands(style === undefined ? line : this.styled(this.err, style, line))}\n`);
  }

  /** Text of standard output in a style. */
  style(style: Style, text: string): string {
    return this.styled(this.out, style, text);
  }

  /** Has GitHub show an error at a line of a file. */
  annotate(annotation: Annotation): void {
    this.endProgress();
    this.err.write(`${errorCommand(annotation)}\n`);
  }

  /** Shows what is done now, until the next line. */
  progress(text: Message): void {
    this.live([localize(text)]);
  }

  /** Shows several lines of what is done now, until the next line; where they do not fit, the first ones. */
  live(lines: readonly string[]): void {
    if (!this.err.isTTY || performance.now() - this.progressAt < PROGRESS_INTERVAL) return;
    // A terminal may not tell, or say 0.
    const width = (this.err.columns || 80) - 1;
    const height = this.isDumb ? 1 : Math.max(1, (this.err.rows || 24) - 1);
    const fitting = lines.slice(0, height).map((line) => withoutCommands(plainText(line, width)).slice(0, width));
    const text = `${this.clearing()}${this.isDumb ? '' : NO_WRAP}${fitting.join('\n')}${this.isDumb ? '' : WRAP}`;
    this.progressAt = performance.now();
    this.shown = fitting.length;
    this.err.write(text);
  }

  endProgress(): void {
    this.progressAt = -Infinity;
    if (this.shown > 0) this.err.write(this.clearing());
    this.shown = 0;
  }

  /** Removes the lines of progress that are shown. */
  private clearing(): string {
    return `${this.shown > 1 ? `\u001B[${this.shown - 1}A` : ''}${CLEAR_BELOW}`;
  }

  private styled({ isTTY }: Stream, style: Style, text: string): string {
    // Node looks at neither of them by itself in every version.
    return isTTY && !this.isPlain ? styleText(style, text, { validateStream: false }) : text;
  }
}

/** A sentence as one plain line. */
export function lineOf(text: Message): string {
  return cutPlain(localize(text), MAX_PROBLEM);
}

/** A text from outside as a part of a line. */
export function plain(text: string, max = 300): string {
  return plainText(text, max);
}

/** The lines of a table, whose columns are as wide as their longest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
