import type { Problem, ProblemCode } from '../problem';

/**
 * Warnings of our other checks for which a reviewer rejects an extension, too: what nothing uses, code from elsewhere, and what
 * does not work. Source: developer.chrome.com/docs/webstore/troubleshooting.
 */
const REJECTED: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'permission-unused',
  'permission-unknown',
  'web-request-blocking',
  'remote-script',
  'inline-script',
  'file-missing',
  'page-file-missing',
  'import-missing',
  'not-built',
  'letter-case',
  'not-an-image',
  'message-undefined',
]);

/** What counts as an error where it would not be taken, or be rejected. */
export function asReviewed(problem: Problem): Problem {
  return REJECTED.has(problem.code) ? { ...problem, severity: 'error' } : problem;
}
