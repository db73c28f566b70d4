import { knownFailure } from '../known-failure';
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
