import path from 'node:path';
import { failuresFirst } from '../app/tests/test-results';
import { formatDuration } from '../core/format';
import { isWithin } from '../packaging';
import type { Annotation } from './annotation';
import { plain } from './terminal';
import type { ShownTest } from './test-words';

type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes of a job summary: GitHub shows none of a step that is larger. */
export const MAX_SUMMARY = 1024 * 1024;
/** Of a step, GitHub shows no more. */
const MAX_ANNOTATIONS = 10;

/** Whether GitHub Actions reads what is printed. */
export function isOnGitHub(environment: Environment): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

/** What GitHub shows at the lines of the steps that failed. */
export function annotationsOf(tests: readonly ShownTest[], cwd: string, environment: Environment): Annotation[] {
  return tests
    .flatMap(({ name, outcome, failure }) => (outcome === 'failed' && failure ? [{ name, failure }] : []))
    .slice(0, MAX_ANNOTATIONS)
    .map(({ name, failure: { file, line, column, text } }) => ({
      file: inRepository(file, cwd, environment['GITHUB_WORKSPACE']),
      line,
      column,
      title: `${plain(name)} failed`,
      text,
    }));
}

/** A path as GitHub knows it: the command may run in a folder of the repository. */
function inRepository(file: string, cwd: string, root: string | undefined): string {
  const absolute = path.resolve(cwd, file);
  if (root === undefined || !isWithin(root, absolute)) return file;
  return path.relative(root, absolute).split(path.sep).join('/');
}

const ICONS = { failed: '❌', flaky: '⚠️', canceled: '⚪', skipped: '⚪', passed: '✅' } as const;

/**
 * A page of Markdown for the summary of a job: a table of the tests, those that failed first.
 * @param closing the counts, in words of ours.
 * @param bytes that it may have: what does not fit is counted.
 */
export function jobSummary(tests: readonly ShownTest[], closing: string, bytes: number): string {
  const rows = failuresFirst(tests).map(rowOf);
  const head = `### Browser Sessions: ${closing}\n\n| | Test | Time | Reason |\n|---|---|---:|---|\n`;
  let page = head;
  let size = Buffer.byteLength(head) + Buffer.byteLength(endOf(rows.length));
  for (const [index, row] of rows.entries()) {
    size += Buffer.byteLength(row);
    if (size > bytes) return index === 0 ? '' : page + endOf(rows.length - index);
    page += row;
  }
  return page + endOf(0);
}

function endOf(left: number): string {
  return left === 0 ? '\n' : `\n${left} more tests aren’t shown.\n\n`;
}

function rowOf({ name, outcome, took, reason, failure }: ShownTest): string {
  const why = failure ? `${failure.file}:${failure.line} ${failure.text}` : (reason ?? '');
  const time = took > 0 ? formatDuration(took) : '';
  return `| ${ICONS[outcome]} ${outcome} | ${textAlone(name)} | ${time} | ${textAlone(why)} |\n`;
}

/**
 * A text from outside that Markdown makes nothing of: each sign is an entity, which is no markup. GitHub looks for
 * mentions, issues, commits and emoji in what was made of it, but not in code.
 */
function textAlone(text: string): string {
  if (text === '') return '';
  const signs = plain(text).replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<code>${signs}</code>`;
}
