import path from 'node:path';
import { FolderError, VerdictError } from '../../app/upload/inspect-folders';
import { withoutLinks } from '../../core/log-line';
import type { Message } from '../../core/message';
import { cutPlain, plainText } from '../../core/plain-text';
import type { Problem } from '../../packaging';
import { localize, MAX_PROBLEM } from '../editor/localize';

/** Characters. A longer path is cut off, and leads nowhere. */
const MAX_PATH = 1000;

/**
 * The lines by which the problem matcher for watching knows when work begins and ends. They are not translated, and a
 * line with text from outside never equals them.
 */
export const BEGINS = '[watch] upload started';
export const ENDS = '[watch] upload finished';

/** A sentence as a line of a terminal. */
export function lineOf(text: Message): string {
  return withoutLinks(cutPlain(localize(text), MAX_PROBLEM));
}

/**
 * An error of a folder as lines that lead to its places. The problem matchers find only what the Problems panel does not
 * show by itself: each problem is listed there once.
 */
export function errorLines(error: FolderError, isShown: boolean): string[] {
  if (error instanceof VerdictError)
    return error.problems.map((problem) => placed(error.folder, problem, problem.message, isShown));
  return [placed(error.folder, error.place, error.text, isShown)];
}

function placed(
  folder: string,
  { file, line = 1, column = 1 }: Pick<Problem, 'file' | 'line' | 'column'>,
  text: Message,
  isShown: boolean,
): string {
  const place = `${plainText(path.join(folder, file), MAX_PATH)}:${line}:${column}`;
  // Not translated: the matchers look for the colon and the word.
  return `${place}${isShown ? ' -' : ':'} error: ${lineOf(text)}`;
}
