import { message, sentences } from '../../core/message';
import type { Problem } from '../problem';
import { ASKED_VERSIONS } from './asked-versions';

/**
 * A range of major versions, such as `156`: the first and the last that do something. Undefined: no limit on that side.
 */
export interface Versions {
  readonly from?: number;
  readonly to?: number;
}

/** The tested versions that are older than a version, such as `156` or `150.0.7871.100`. */
export function olderThan(version: string): readonly string[] {
  return ASKED_VERSIONS.filter((asked) => compareNumbers(asked, version) < 0);
}

/** Compares two versions, such as `1.10` and `1.9.2`: negative, 0 or positive, as for sorting. A missing part is 0. */
export function compareNumbers(one: string, other: string): number {
  const [left = [], right = []] = [one, other].map((version) => version.split('.').map(Number));
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

/**
 * A problem that only some versions report becomes a warning that names them.
 * @param reporting the versions that report it. If these are all tested versions, the problem stays unchanged.
 */
export function reportedOnlyBy(problem: Problem, reporting: Versions): Problem {
  const reports = (version: string): boolean =>
    majorOf(version) >= (reporting.from ?? 0) && majorOf(version) <= (reporting.to ?? Infinity);
  return reportedOnlyByVersions(problem, ASKED_VERSIONS.filter(reports));
}

/**
 * The same, with a list of full versions.
 * @param reporting the tested versions that report it.
 */
export function reportedOnlyByVersions(problem: Problem, reporting: readonly string[]): Problem {
  const others = ASKED_VERSIONS.filter((version) => !reporting.includes(version));
  if (others.length === 0) return problem;
  const words = message('{0} reports this; {1} doesn’t.', spoken(reporting), spoken(others));
  return { ...problem, severity: 'warning', message: sentences(problem.message, words), reportedBy: reporting };
}

/**
 * Whether a problem concerns the browser that the extension is for. A version that was not tested may have any problem.
 * @param version of that browser; undefined if it is not known.
 */
export function concerns(version: string | undefined, { reportedBy }: Problem): boolean {
  const tested = ASKED_VERSIONS.find((asked) => majorOf(asked) === majorOf(version ?? ''));
  return reportedBy === undefined || tested === undefined || reportedBy.includes(tested);
}

export function isForAll({ from, to }: Versions): boolean {
  return from === undefined && to === undefined;
}

/**
 * All versions except these. A range never has both limits, because no behavior is known that was added and removed
 * again.
 */
export function allBut({ from, to }: Versions): Versions {
  return from === undefined ? { from: (to ?? Infinity) + 1 } : { to: from - 1 };
}

/** Lists versions as `Chromium 150, Chromium 156`. */
function spoken(versions: readonly string[]): string {
  return versions.map((version) => `Chromium ${majorOf(version)}`).join(', ');
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
