import path from 'node:path';
import { message } from '../../core/message';
import { SOURCE } from '../manifest/pages';
import type { Problem } from '../problem';
import { isBuildFolder } from '../project/build-tools';
import { projectOf } from '../project/project';
import type { PackageContents } from './package-contents';

/** What style sheets and pages are made from. */
const OTHER_SOURCE = /\.(?:s[ac]ss|less|styl|pug)$/i;

/**
 * Tells of files that are not there once each; and of those that a build makes, all in one problem: nobody wants to
 * create them.
 */
export async function withoutRepeats(
  contents: PackageContents,
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  const once = firstOfEach(problems);
  if (!once.some(isLacking)) return once;
  const stems = sourceStems(contents);
  const outputs = once.filter((problem) => isOutput(contents, stems, problem));
  const [first] = outputs.toSorted((one, other) => Number(isError(other)) - Number(isError(one)));
  if (!first || !(await projectOf(contents.folder))?.hasBuild) return once;
  const { missingFile = '', fixes: _fixes, ...place } = first;
  const more = outputs.length - 1;
  const notBuilt: Problem = {
    ...place,
    code: 'not-built',
    message:
      more === 0
        ? message('“{0}” is made by a build. Run “npm run build”, and check the folder that it writes.', missingFile)
        : message(
            '“{0}” and {1} more are made by a build. Run “npm run build”, and check the folder that it writes.',
            missingFile,
            more,
          ),
  };
  return once.flatMap((problem) => (problem === first ? notBuilt : outputs.includes(problem) ? [] : problem));
}

/** Of several problems for one missing file, an error is kept before a warning, and otherwise the first. */
function firstOfEach(problems: readonly Problem[]): readonly Problem[] {
  const kept = new Map<string, Problem>();
  for (const problem of problems) {
    const { missingFile } = problem;
    if (missingFile === undefined) continue;
    const before = kept.get(missingFile);
    if (!before || (isError(problem) && !isError(before))) kept.set(missingFile, problem);
  }
  return problems.filter((problem) => !isLacking(problem) || kept.get(problem.missingFile ?? '') === problem);
}

function isLacking({ missingFile }: Problem): boolean {
  return missingFile !== undefined;
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** A source itself, a file with a source of its name, and one in a folder for builds that is not there. */
function isOutput(contents: PackageContents, stems: ReadonlySet<string>, { missingFile }: Problem): boolean {
  if (missingFile === undefined) return false;
  if (isSource(missingFile)) return true;
  const [top = ''] = missingFile.split('/');
  if (top !== missingFile && isBuildFolder(top) && !contents.has(top)) return true;
  return stems.has(stemOf(missingFile));
}

function sourceStems({ selection: { files, excluded } }: PackageContents): ReadonlySet<string> {
  return new Set([...files, ...excluded].flatMap(({ path: file }) => (isSource(file) ? stemOf(file) : [])));
}

function isSource(file: string): boolean {
  return SOURCE.test(file) || OTHER_SOURCE.test(file);
}

/** The name of a file without its folder and its ending. */
function stemOf(file: string): string {
  return path.posix.parse(file).name.toLowerCase();
}
