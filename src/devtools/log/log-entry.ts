export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** Which part of an extension a line of its log comes from. */
export type LogSource =
  | { readonly kind: 'worker' }
  /** A page of the extension: its popup, options, side panel, … */
  | { readonly kind: 'page'; readonly path: string }
  /** `host` of the page that the script runs in. */
  | { readonly kind: 'contentScript'; readonly host: string };

/** A place in a file of the extension. */
export interface ScriptPlace {
  /** Path within the extension, with `/`. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

export interface StackFrame {
  /** Empty for code outside of a function. */
  readonly name: string;
  /** Undefined for code that is not part of the extension. */
  readonly place: ScriptPlace | undefined;
}

/** Characters of one entry. */
export const MAX_TEXT = 10_000;

/** What an extension said, or what went wrong in it. All its texts come from the browser. */
export interface LogEntry {
  /** Milliseconds since 1970, by the clock of the browser. */
  readonly at: number;
  readonly level: LogLevel;
  readonly source: LogSource;
  readonly text: string;
  readonly place: ScriptPlace | undefined;
  /** The calls that led there, the innermost first; only for errors and traces. */
  readonly stack: readonly StackFrame[];
  /** Whether it is an error that no code has caught. */
  readonly isUncaught: boolean;
}
