import { knownFailure } from '../known-failure';
import { Problem } from '../problem';
import type { RequestContext } from './context';

/**
 * Converts any error to the error object of the interface. An unexpected error is written to standard error, and
 * answered with a plain 500.
 */
export function errorResponse(error: Error, c: RequestContext): Response {
  const { status, code, message, inner } = toProblem(error);
  return c.json({ code, message, ...(inner && { inner_error: inner }) }, status);
}

function toProblem(error: Error): Problem {
  const known = error instanceof Problem ? error : knownFailure(error);
  if (known) return known;
  console.error(error);
  return new Problem(
    500,
    'internal_error',
    'something unexpected happened; the service wrote the details to its standard error',
  );
}
