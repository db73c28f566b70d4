import { escapeHtml, unescapeHtml } from '../../core/escape-html';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { REMOVED } from '../../core/secret-forms';
import { formatSequence } from '../../core/sequence';
import { stepFields } from '../../core/steps';
import { readSequenceText, type Sequence } from '../sequences/sequence-text';
import type { ReportPath } from './report';

/**
 * The beginning of each report. Nothing stands before its policy, which so holds for whatever the file may have: the
 * page runs nothing, and loads nothing.
 * @param pictures where its pictures are.
 */
export function beginningOf(language: string, pictures = 'data:'): string {
  const policy = `default-src 'none'; img-src ${pictures}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
}

const START = '<template id="browser-sessions-sequence">';
const END = '</template>';

/** The element in the page that has the steps, as the file of a sequence has them. */
export function sequenceElement({ steps, extension }: ReportPath): string {
  return `${START}${escapeHtml(formatSequence(steps, { extension }))}${END}`;
}

/** The elements that a report is made of: none leads anywhere, sends or plays something, or is a form. */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'body br caption circle code dd details div dl dt em figcaption figure footer g h1 h2 h3 head header html img li ' +
    'line main meta ol p path polyline pre rect section span strong style summary svg table tbody td template text th ' +
    'thead time title tr ul'
  ).split(' '),
);

/**
 * @param name of the file, for the error.
 * @throws UserError if the page begins otherwise than a report, or has elements that no report has: then it might load
 * or run something, or lead somewhere.
 */
export function requireReport(page: string, name: string): void {
  const [, language] = /^<!doctype html><html lang="([\w-]{1,40})">/.exec(page) ?? [];
  const beginning = beginningOf(language ?? '');
  const rest = page.slice(beginning.length);
  const isReport =
    page.startsWith(beginning) &&
    !/<meta(?! name="[\w-]+" content="[^"<>]*">)/i.test(rest) &&
    [...rest.matchAll(/<([a-z][^\s/>]*)/gi)].every(([, element = '']) => ELEMENTS.has(element.toLowerCase()));
  if (!isReport)
    throw new UserError(message('“{0}” wasn’t saved by Browser Sessions, so it isn’t shown as a report.', name));
}

/** The steps in a report, which may be anybody’s. */
export interface ReportSequence extends Pick<Sequence, 'steps' | 'extension'> {
  /** Indexes of the steps that something was removed from. */
  readonly incomplete: readonly number[];
}

/**
 * Reads the steps of a report, as those of any sequence file are read.
 * @param name of the file, for the errors.
 * @throws UserError if it is no report, or has no steps that can be run.
 */
export function readSequenceOf(page: string, name: string): ReportSequence {
  requireReport(page, name);
  const start = page.indexOf(START);
  const end = page.indexOf(END, start);
  if (start < 0 || end < 0) throw new UserError(message('“{0}” has no steps.', name));
  const read = readSequenceText(unescapeHtml(page.slice(start + START.length, end)), []);
  if ('problems' in read) {
    const [first] = read.problems;
    throw new UserError(message('The steps in “{0}” can’t be read. {1}', name, first?.text ?? ''));
  }
  const { steps, extension } = read;
  const incomplete = steps.flatMap((step, index) =>
    JSON.stringify(stepFields(step)).includes(REMOVED) ? [index] : [],
  );
  return { steps, extension, incomplete };
}
