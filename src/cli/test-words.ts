import path from 'node:path';
import type { SequenceFile, Test } from '../app/tests/load-test';
import { countResults, decidingAttempt, failureIn, type TestResult } from '../app/tests/test-results';
import { formatDuration } from '../core/format';
import { english, message, withTexts, type Message } from '../core/message';
import { describeStep } from '../core/steps';
import { lineOf, plain, type Terminal } from './terminal';

/** Lines of a log that a failure shows: the last. */
const MAX_LINES = 20;

const MARKS = { passed: '✓', flaky: '✓', failed: '✗', skipped: '-', canceled: '-' } as const;
const STYLES = { passed: 'green', flaky: 'yellow', failed: 'red', skipped: 'dim', canceled: 'dim' } as const;

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
  readonly step?: number | undefined;
  readonly log: readonly string[];
  /** What the steps of the file do. */
  readonly steps: readonly string[];
}

/** What came of a test, as it is told everywhere. */
export interface ShownTest {
  /** The path of its file. */
  readonly file: string;
  /** Which time it is, from 1, if tests are repeated. */
  readonly repeat: number;
  /** Its file, and which time it is. */
  readonly name: string;
  readonly outcome: TestResult['outcome'];
  /** Milliseconds of all attempts. */
  readonly took: number;
  /** None if it was not run. */
  readonly attempts: readonly Pick<TestResult['attempts'][number], 'outcome' | 'took'>[];
  /** Why it was skipped. */
  readonly reason?: string;
  /** Also that of a flaky one. */
  readonly failure?: Failure;
}

/** @param redact takes secrets out of a text of the page or the extension. */
export function shownTest(result: TestResult, redact: (text: string) => string): ShownTest {
  const { test, repeat, outcome, took, attempts, reason } = result;
  const failure = failureOf(result, redact);
  return {
    file: test.id,
    repeat,
    name: repeat > 1 ? `${test.id} (${repeat})` : test.id,
    outcome,
    took,
    attempts,
    ...(reason !== undefined && { reason }),
    ...(failure && { failure }),
  };
}

/** A bad file, where all tests are told. */
export function badTest({ id, ...finding }: BadFile): ShownTest {
  const failure = { ...finding, log: [], steps: [] };
  return { file: id, repeat: 1, name: id, outcome: 'failed', took: 0, attempts: [], failure };
}

/** Undefined if it has not failed, not even at its first attempt. */
function failureOf(result: TestResult, redact: (text: string) => string): Failure | undefined {
  const attempt = decidingAttempt(result);
  if (!attempt?.error) return undefined;
  const { of, run } = attempt;
  const { index, hasBegun, words } = failureIn(attempt, withTexts(attempt.error, redact));
  return {
    file: plain(idOf(result.test, of)),
    ...positionOf(of.text, of.places[index]?.offset ?? 0),
    step: hasBegun ? index + 1 : undefined,
    text: lineOf(words),
    log: (run?.log ?? []).slice(-MAX_LINES).map(({ text }) => plain(redact(text))),
    steps: of.steps.map((each) => english(describeStep(each))),
  };
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

/** What came of a test: a line, and where and why it failed. */
export function resultLines(
  terminal: Terminal,
  { outcome, name, took, attempts, reason, failure }: ShownTest,
): string[] {
  const facts = [
    ...(outcome === 'passed' || outcome === 'failed' ? [] : [outcome]),
    ...(took > 0 ? [formatDuration(took)] : []),
    ...(attempts.length > 1 ? [`${attempts.length} attempts`] : []),
    ...(reason === undefined ? [] : [plain(reason)]),
  ];
  const line = terminal.style(STYLES[outcome], `${MARKS[outcome]} ${plain(name)}`);
  return [
    [line, terminal.style('dim', facts.join(', '))].join('  ').trimEnd(),
    ...(failure
      ? [`  ${findingLine(terminal, failure)}`, ...failure.log.map((each) => terminal.style('dim', `    ${each}`))]
      : []),
  ];
}

/** `tests/watch.sequence.json:5:5: error: …`, as editors and problem matchers read it. */
export function findingLine(terminal: Terminal, finding: Finding): string {
  return `${terminal.style('bold', placeOf(finding))}: ${terminal.style('red', 'error')}: ${finding.text}`;
}

/** `tests/watch.sequence.json:5:5` */
export function placeOf({ file, line, column }: Omit<Finding, 'text'>): string {
  return `${file}:${line}:${column}`;
}

/** What a program reads of a test. */
export function jsonOf({ file, repeat, outcome, took, attempts, reason, failure }: ShownTest): object {
  return {
    file,
    ...(repeat > 1 && { repeat }),
    outcome,
    milliseconds: Math.round(took),
    attempts: attempts.map((each) => ({ outcome: each.outcome, milliseconds: Math.round(each.took) })),
    ...(reason !== undefined && { reason }),
    ...(failure && { failure: { ...failure, steps: undefined } }),
  };
}

/** `3 passed, 1 failed (12 s, 4 at a time)` */
export function closingLine(tests: readonly ShownTest[], took: number, workers: number): Message {
  const counts = countsOf(tests);
  return workers === 1
    ? message('{0} ({1})', counts, formatDuration(took))
    : message('{0} ({1}, {2} at a time)', counts, formatDuration(took), workers);
}

/** `3 passed, 1 failed` */
export function countsOf(tests: readonly Pick<ShownTest, 'outcome'>[]): string {
  return Object.entries(countResults(tests))
    .filter(([outcome, count]) => count > 0 || outcome === 'passed')
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
}
