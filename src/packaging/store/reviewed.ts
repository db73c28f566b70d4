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

/** What the check of the listing tells more exactly. */
const OF_LISTING: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['description-length', 'icon-size']);

/** The problems of our other checks: those for which it would not be taken, or be rejected, are errors. */
export function asReviewed(problems: readonly Problem[]): Problem[] {
  return problems
    .filter(({ code }) => !OF_LISTING.has(code))
    .map((problem) => (REJECTED.has(problem.code) ? { ...problem, severity: 'error' } : problem));
}
