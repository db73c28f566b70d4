import type { Message } from '../core/message';

/** One thing about the folder that the person should know, and where it stands. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** Stable: for tests, quick fixes and searches. */
  readonly code: ProblemCode;
  /** What is wrong, and the remedy. */
  readonly message: Message;
  /** Path within the folder, with `/`. */
  readonly file: string;
  /** From 1; left out where the file as a whole is meant. */
  readonly line?: number;
  readonly column?: number;
}

export type ProblemCode =
  | 'manifest-missing'
  | 'manifest-encoding'
  | 'manifest-not-json'
  | 'manifest-not-object'
  | 'manifest-version'
  | 'name'
  | 'version'
  | 'unreadable'
  | 'link-left-out';

/** Line and column, from 1, of a place in a text. */
export function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
