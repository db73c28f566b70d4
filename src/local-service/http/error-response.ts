import { NoAnswer } from '../../chromium/failures';
import { Problem } from '../problem';
import type { RequestContext } from './context';

/** The interface's error object for whatever was thrown. What was not foreseen goes to standard error, and out as a plain 500. */
export function errorResponse(error: Error, c: RequestContext): Response {
  const { status, code, message, inner } = toProblem(error);
  return c.json({ code, message, ...(inner && { inner_error: inner }) }, status);
}

function toProblem(error: Error): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof NoAnswer) {
    const message = `the page did not answer within ${error.patience / 1000} seconds; it may be in an endless loop`;
    return new Problem(500, 'internal_error', message, { code: 'no_answer', message: error.message });
  }
  console.error(error);
  return new Problem(500, 'internal_error', 'something unexpected happened; the service wrote the details to its standard error');
}
