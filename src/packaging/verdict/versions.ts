import { message, sentences } from '../../core/message';
import type { Problem } from '../problem';
import { ASKED_VERSIONS } from './asked-versions';

/**
 * Versions by their first number, as `156`: from the first that does something to the last that does. Left out: from
 * the first, to the last of those that were asked.
 */
export interface Versions {
  readonly from?: number;
  readonly to?: number;
}

/** Those that were asked and are older than a version, as `156` or `150.0.7871.100`. */
export function olderThan(version: string): readonly string[] {
  const parts = version.split('.').map(Number);
  return ASKED_VERSIONS.filter((asked) => compare(asked.split('.').map(Number), parts) < 0);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).find(
    (index) => (one[index] ?? 0) !== (other[index] ?? 0),
  );
  return at === undefined ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/**
 * What just some versions mind is no error, and says which they are.
 * @param minding where those are all that were asked, the problem stays as it is.
 */
export function mindedBy(problem: Problem, minding: Versions): Problem {
  const minds = (version: string): boolean =>
    majorOf(version) >= (minding.from ?? 0) && majorOf(version) <= (minding.to ?? Infinity);
  return mindedByThose(problem, ASKED_VERSIONS.filter(minds));
}

/** The same, by whole versions. @param minding of those that were asked. */
export function mindedByThose(problem: Problem, minding: readonly string[]): Problem {
  const others = ASKED_VERSIONS.filter((version) => !minding.includes(version));
  if (others.length === 0) return problem;
  const words = message('{0} reports this; {1} doesn’t.', spoken(minding), spoken(others));
  return { ...problem, severity: 'warning', message: sentences(words, problem.message) };
}

export function isForAll({ from, to }: Versions): boolean {
  return from === undefined && to === undefined;
}

/** All versions but these. There is none on both sides: what came and went again is not known to happen. */
export function allBut({ from, to }: Versions): Versions {
  return from === undefined ? { from: (to ?? Infinity) + 1 } : { to: from - 1 };
}

/** As `Chromium 150, Chromium 156`. */
function spoken(versions: readonly string[]): string {
  return versions.map((version) => `Chromium ${majorOf(version)}`).join(', ');
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
