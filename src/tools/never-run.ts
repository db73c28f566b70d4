import { stat } from 'node:fs/promises';
import path from 'node:path';
import { coveredFiles, linesNeverRun } from '../app/coverage/coverage-text';
import type { Coverage } from '../app/coverage/run-coverage';
import type { Message } from '../core/message';
import { isWithin } from '../packaging';
import { say, type AnswerPart } from './answer';

/**
 * The lines that no test has run, of the sources that have changed since the last commit; of all sources if that is
 * not known.
 * @param tops the folders of the projects.
 */
export async function neverRun(
  { map, notes }: Coverage,
  tops: readonly string[],
): Promise<readonly (AnswerPart | Message)[]> {
  const lines: string[] = [];
  let counted = 0;
  for (const top of tops) {
    const since = await timeOf(path.join(top, '.git/logs/HEAD'));
    for (const { name, file } of coveredFiles(map, top)) {
      if (!isWithin(top, file.path)) continue;
      const changed = await timeOf(file.path);
      if (since !== undefined && (changed ?? 0) <= since) continue;
      counted++;
      const never = linesNeverRun(file);
      if (never !== '') lines.push(`${name}: ${never}`);
    }
  }
  const all =
    counted === 0
      ? say('No source that was counted has changed since the last commit.')
      : lines.length === 0
        ? say('Each line of the {0} changed sources ran.', counted)
        : { what: say('lines never run'), lines, file: 'never-run.txt' };
  return [all, ...notes];
}

/** When a file was written; undefined if it is not there. */
async function timeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
