import { knownFailure } from '../known-failure';
import { Problem } from '../problem';
import type { RequestContext } from './context';

/** The answer to a request that failed. */
export function errorResponse(error: Error, c: RequestContext): Response {
  const problem = toProblem(error);
  return c.json(errorBody(problem), problem.status);
}

/** The interface's error object. */
export function errorBody({ code, message, inner }: Problem): object {
  return { code, message, ...(inner && { inner_error: inner }) };
}

/** Whatever was thrown. What was not foreseen goes to standard error, and out as a plain 500. */
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
