import { message } from '../core/message';
import type { Problem } from './problem';

/**
 * Maximum number of problems for one file. It is also the maximum number, for all files together, of problems that
 * concern a file as a whole, such as excluded links and reserved names.
 */
export const MAX_PROBLEMS_OF_FILE = 100;
/** Maximum number of problems for a folder. */
export const MAX_PROBLEMS = 1000;

/**
 * Limits the number of problems. If there are too many for a file, errors come first, and the last problem says how
 * many are not shown. So an extension that Chromium rejects always has an error in the list, however many warnings
 * there are.
 */
export function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const ofFiles = cutEach(problems, ({ file }) => file, MAX_PROBLEMS_OF_FILE);
  const ofWholeFiles = cutEach(
    ofFiles,
    ({ file, line, code }) => (line === undefined && code !== 'more-problems' ? undefined : file),
    MAX_PROBLEMS_OF_FILE,
  );
  return cut(ofWholeFiles, MAX_PROBLEMS);
}

/** Cuts each group to its maximum. If nothing has to be cut, the order stays the same. */
function cutEach(
  problems: readonly Problem[],
  groupOf: (problem: Problem) => string | undefined,
  most: number,
): readonly Problem[] {
  const groups = new Map<string | undefined, Problem[]>();
  for (const problem of problems) {
    const group = groups.get(groupOf(problem));
    if (group) group.push(problem);
    else groups.set(groupOf(problem), [problem]);
  }
  const needsCut = [...groups.values()].some(({ length }) => length > most);
  return needsCut ? [...groups.values()].flatMap((group) => cut(group, most)) : problems;
}

function cut(problems: readonly Problem[], most: number): readonly Problem[] {
  if (problems.length <= most) return problems;
  const sorted = [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))];
  const left = sorted.slice(most);
  return [...sorted.slice(0, most), more(left)];
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** The problem that counts the others; it is placed at the file of the first problem that is not shown. */
function more(left: readonly Problem[]): Problem {
  const count = left.reduce(
    (sum, { code, message: { args } }) => sum + (code === 'more-problems' ? Number(args[0]) : 1),
    0,
  );
  const [first] = left;
  return {
    severity: left.some(isError) ? 'error' : 'warning',
    code: 'more-problems',
    message:
      count === 1
        ? message('{0} more problem isn’t shown. Fix the others first.', count)
        : message('{0} more problems aren’t shown. Fix the others first.', count),
    file: first?.file ?? '',
  };
}
