import { stat } from 'node:fs/promises';
import path from 'node:path';
import { escapePath, glob } from 'tinyglobby';
import { BadSequence, loadTest, type Test } from '../app/tests/load-test';
import type { RememberedTest } from '../app/tests/test-results';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import { SEQUENCE_ENDING } from '../core/sequence-files';
import { UsageError } from './context';
import { lineOf, plain } from './terminal';
import { sourcesOf } from './test-sources';
import { positionOf, type BadFile } from './test-words';

const ALL = `**/*${SEQUENCE_ENDING}`;
const IS_GLOB = /[*?{[(!]/;
const NEVER = ['**/node_modules/**', '**/.git/**'];

export interface TestChoice {
  /** Only paths that have this text, whatever its case. */
  readonly grep?: string;
  /** Only those that failed the last time. */
  readonly lastFailed: boolean;
  /** The second of five parts that together are the whole. */
  readonly shard?: { readonly index: number; readonly of: number };
  /** The folder of the extension where a file names none. */
  readonly extension?: string;
}

/**
 * The tests that somebody means.
 * @param patterns files, folders, or globs; none: all sequences in `cwd`.
 * @returns them, and the files that are none as they are.
 * @throws UsageError if nothing matches.
 */
export async function findTests(
  cwd: string,
  patterns: readonly string[],
  { grep = '', lastFailed, shard = { index: 1, of: 1 }, extension }: TestChoice,
  remembered: (id: string) => RememberedTest | undefined,
): Promise<{ readonly tests: readonly Test[]; readonly bad: readonly BadFile[] }> {
  const found = await Promise.all((patterns.length === 0 ? [ALL] : patterns).map((each) => filesOf(cwd, each)));
  const named = [...new Set(found.flat())].toSorted().filter((id) => id.toLowerCase().includes(grep.toLowerCase()));
  const all = lastFailed ? named.filter((id) => remembered(id)?.failed) : named;
  if (all.length === 0)
    throw new UsageError(message('No matching sequence. Sequence files are named *{0}.', SEQUENCE_ENDING));
  const sources = sourcesOf(cwd);
  const fallback = extension === undefined ? undefined : path.resolve(cwd, extension);
  if (fallback !== undefined && !(await sources.isExtension(fallback)))
    throw new UsageError(message('No extension is in {0}.', extension ?? ''));
  const tests: Test[] = [];
  const bad: BadFile[] = [];
  for (const id of all.filter((_, at) => at % shard.of === shard.index - 1))
    try {
      tests.push(await loadTest(sources, path.resolve(cwd, id), id, async () => fallback));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const place =
        error instanceof BadSequence
          ? { file: plain(path.relative(cwd, error.file)), ...positionOf(error.content, error.offset) }
          : { file: plain(id), line: 1, column: 1 };
      bad.push({ id, ...place, text: lineOf(error.text) });
    }
  return { tests, bad };
}

/** The files that an argument means, relative to `cwd`. A name that has signs of a glob may be that of a file. */
async function filesOf(cwd: string, given: string): Promise<readonly string[]> {
  const found = await stat(path.resolve(cwd, given)).catch(() => undefined);
  const relative = path.relative(cwd, path.resolve(cwd, given)).split(path.sep).join('/');
  if (found?.isFile()) return [relative];
  if (!found && !IS_GLOB.test(given)) throw new UsageError(message('File not found: {0}.', given));
  const below = [escapePath(relative), ALL].filter(Boolean).join('/');
  return glob(found ? below : given.split(path.sep).join('/'), {
    cwd,
    ignore: NEVER,
    dot: true,
    followSymbolicLinks: false,
    expandDirectories: false,
  });
}
