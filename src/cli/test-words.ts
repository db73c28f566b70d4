import path from 'node:path';
import type { SequenceFile, Test } from '../app/tests/load-test';
import { countResults, decidingAttempt, type TestResult } from '../app/tests/test-results';
import { formatDuration } from '../core/format';
import { message, type Message } from '../core/message';
import { describeStep } from '../core/steps';
import { lineOf, plain, type Terminal } from './terminal';

/** Lines of a log that a failure shows: the last. */
const MAX_LINES = 20;

const MARKS = { passed: '✓', flaky: '✓', failed: '✗', skipped: '-', canceled: '-' } as const;
const STYLES = { passed: 'green', flaky: 'yellow', failed: 'red', skipped: 'dim', canceled: 'dim' } as const;

/** What came of a test: a line, and where and why it failed. */
export function resultLines(terminal: Terminal, result: TestResult): string[] {
  const { outcome, took, reason } = result;
  const facts = [
    ...(outcome === 'passed' || outcome === 'failed' ? [] : [outcome]),
    ...(took > 0 ? [formatDuration(took)] : []),
    ...(reason === undefined ? [] : [plain(reason)]),
  ];
  const line = terminal.style(STYLES[outcome], `${MARKS[outcome]} ${plain(nameOf(result))}`);
  const failure = failureOf(result);
  return [
    [line, terminal.style('dim', facts.join(', '))].join('  ').trimEnd(),
    ...(failure ? [`  ${findingLine(failure)}`, ...failure.log.map((each) => `    ${each}`)] : []),
  ];
}

/** Its file, and which time it is if it is repeated. */
export function nameOf({ test, repeat }: TestResult): string {
  return repeat > 1 ? `${test.id} (${repeat})` : test.id;
}

/** What is wrong in a file, in plain text. */
interface Finding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A file that is no test as it is: what is wrong may be in one that would run before it. */
export interface BadFile extends Finding {
  /** As of a test. */
  readonly id: string;
}

/** Where and why a test failed: the step of the test, or of a sequence that runs before it. */
export interface Failure extends Finding {
  /** From 1; undefined if none has begun. */
  readonly step: number | undefined;
  readonly log: readonly string[];
}

/** Undefined if it has not failed, not even at its first attempt. */
export function failureOf(result: TestResult): Failure | undefined {
  const attempt = decidingAttempt(result);
  if (!attempt?.error) return undefined;
  const { of, run, error } = attempt;
  const done = Math.min(run?.done ?? 0, of.steps.length - 1);
  const step = run && of.steps[done];
  return {
    file: plain(idOf(result.test, of)),
    ...positionOf(of.text, of.places[done]?.offset ?? 0),
    step: step && done + 1,
    text: lineOf(step ? message('Step {0}, {1}: {2}', done + 1, describeStep(step), error) : error),
    log: (run?.log ?? []).slice(-MAX_LINES).map(({ text }) => plain(text)),
  };
}

/** `tests/watch.sequence.json:5:5: error: …` */
export function findingLine({ file, line, column, text }: Finding): string {
  return `${file}:${line}:${column}: error: ${text}`;
}

function idOf({ id, sequence }: Test, { file }: SequenceFile): string {
  const relative = path.relative(path.dirname(sequence.file), file).split(path.sep).join('/');
  return path.posix.join(path.posix.dirname(id), relative);
}

/** Line and column of an offset, from 1. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** What a program reads of a test. */
export function jsonOf(result: TestResult): object {
  const { test, outcome, attempts, took, reason, repeat } = result;
  const failure = failureOf(result);
  return {
    file: test.id,
    ...(repeat > 1 && { repeat }),
    outcome,
    milliseconds: Math.round(took),
    attempts: attempts.map((each) => ({ outcome: each.outcome, milliseconds: Math.round(each.took) })),
    ...(reason !== undefined && { reason }),
    ...(failure && { failure }),
  };
}

/** `3 passed, 1 failed (12 s, 4 at a time)` */
export function closingLine(results: readonly TestResult[], took: number, workers: number): Message {
  const counts = Object.entries(countResults(results))
    .filter(([outcome, count]) => count > 0 || outcome === 'passed')
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
  return workers === 1
    ? message('{0} ({1})', counts, formatDuration(took))
    : message('{0} ({1}, {2} at a time)', counts, formatDuration(took), workers);
}
