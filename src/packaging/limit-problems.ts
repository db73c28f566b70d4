import { message } from '../core/message';
import type { Problem } from './problem';

/**
 * Told of one file, and of all files together where each is meant as a whole: links that are excluded, names that are
 * reserved.
 */
export const MAX_PROBLEMS_OF_FILE = 100;
/** Told of a folder. */
export const MAX_PROBLEMS = 1000;

/**
 * As many of the problems as a person is told. Where there are more of a file, errors come first, and a last one says
 * how many are left away: an extension that Chromium refuses has an error, however many warnings there are.
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

/** Cuts what belongs together. Where there is nothing to cut, the order stays. */
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

/** Stands at the file of the first one that is left away. */
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
