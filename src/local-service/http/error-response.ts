import { BrowserGone, NotStarted } from '../../chromium/failures';
import { tellingLine } from '../../chromium/start-failure';
import { NoAnswer } from '../../core/devtools-failure';
import { codeOf } from '../../core/errors';
import { Problem } from '../problem';
import type { RequestContext } from './context';

/** Converts any error to the answer of a failed request. */
export function errorResponse(error: Error, c: RequestContext): Response {
  const problem = toProblem(error);
  return c.json(errorBody(problem), problem.status);
}

/** The interface's error object. */
export function errorBody({ code, message, inner }: Problem): object {
  return { code, message, ...(inner && { inner_error: inner }) };
}

/** Converts any error. An unexpected one is written to standard error, and becomes a plain 500. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const known = error instanceof Error ? knownFailure(error) : undefined;
  if (known) return known;
  console.error(error);
  return new Problem(
    500,
    'internal_error',
    'something unexpected happened; the service wrote the details to its standard error',
  );
}

/** Error codes of a disk that cannot take more: full, over quota, file too large. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** Error codes of a disk that cannot be written to, or of too many open files. */
const UNWRITABLE = ['EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE'];

/** The message for failures that can happen on any machine at any time; undefined for unexpected errors. */
function knownFailure(error: Error): Problem | undefined {
  // The cause of an abort is the reason for it.
  if (error.name === 'AbortError' && error.cause instanceof Problem) return error.cause;
  const words = sentence(error);
  return words === undefined
    ? undefined
    : new Problem(500, 'internal_error', words, { code: innerCode(error), message: error.message });
}

/** When one of these errors is reported, everything has already been restored. */
function sentence(error: Error): string | undefined {
  if (error instanceof NoAnswer) {
    return `the browser or its page did not answer within ${error.milliseconds / 1000} seconds; a page may be in an endless loop`;
  }
  if (error instanceof BrowserGone)
    return 'the browser ended while this was under way; nothing was changed, so try again';
  if (error instanceof NotStarted) {
    const cause = tellingLine(error.lastWords);
    return `the browser did not start${cause && `: ${cause}`}; nothing was changed`;
  }
  const code = codeOf(error);
  if (FULL.some((each) => each === code))
    return `the disk of the local service is full (${String(code)}); nothing was changed: free some space and try again`;
  if (UNWRITABLE.some((each) => each === code))
    return `the local service could not write its files (${String(code)}); nothing was changed`;
  return undefined;
}

function innerCode(error: Error): string {
  if (error instanceof NoAnswer) return 'no_answer';
  return error instanceof BrowserGone || error instanceof NotStarted ? 'browser_gone' : 'disk';
}
