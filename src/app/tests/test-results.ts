import { message, type Message } from '../../core/message';
import { describeStep } from '../../core/steps';
import { withSeen } from '../sequences/run-steps';
import type { RunOutcome } from '../sequences/run-sequence';
import type { TakenScreenshot } from '../sequences/run-steps';
import type { SequenceFile, Test } from './load-test';

/** What came of a test: `flaky` if it failed, and passed when it was run again. */
export type TestOutcome = 'passed' | 'failed' | 'flaky' | 'skipped' | 'canceled';

/** One run of a test, in a browser of its own or that of others. */
export interface TestAttempt {
  readonly outcome: 'passed' | 'failed' | 'canceled';
  /** Milliseconds, without what the browser took to start. */
  readonly took: number;
  /** Why it failed, as a sentence. */
  readonly error?: Message | undefined;
  /** What the sequence itself came to, or the one before it that failed; undefined if none has begun. */
  readonly run?: RunOutcome | undefined;
  /** The sequence that `run` is of: the test's own, or one that runs before it. */
  readonly of: SequenceFile;
  /** Those of all its sequences. Like the picture in `run`, they are given to `onEnd` only: together they may be many. */
  readonly screenshots: readonly TakenScreenshot[];
}

export interface TestResult {
  readonly test: Test;
  /** Which time it is, from 1, if tests are repeated. */
  readonly repeat: number;
  readonly outcome: TestOutcome;
  /** At least one, unless it was skipped or never begun. */
  readonly attempts: readonly TestAttempt[];
  /** Why it was skipped. */
  readonly reason?: string | undefined;
  /** Milliseconds of all attempts. */
  readonly took: number;
}

/** A result that can be kept, however many there are. */
export function withoutPictures(result: TestResult): TestResult {
  const attempts = result.attempts.map(({ run, ...attempt }) => ({
    ...attempt,
    screenshots: [],
    ...(run && { run: { ...run, screenshots: [], picture: undefined } }),
  }));
  return { ...result, attempts };
}

/** What is remembered of tests for the next time, by their IDs. */
export interface RememberedTest {
  /** Milliseconds. */
  readonly took: number;
  readonly failed: boolean;
}

/** How many came to what. */
export function countResults(results: readonly Pick<TestResult, 'outcome'>[]): Readonly<Record<TestOutcome, number>> {
  const counts = { passed: 0, failed: 0, flaky: 0, skipped: 0, canceled: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

const ORDER = ['failed', 'flaky', 'canceled', 'skipped', 'passed'] as const;

/** Those that failed first, else in their order: for all that tells several results. */
export function failuresFirst<T extends Pick<TestResult, 'outcome'>>(results: readonly T[]): readonly T[] {
  return results.toSorted((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome));
}

/**
 * Where an attempt failed, and why.
 * @returns the step of its sequence, from 0; the first one if none has begun, and the words are then of no step.
 */
export function failureIn({ of, run }: TestAttempt, error: Message): FailedStep {
  const index = Math.min(run?.done ?? 0, of.steps.length - 1);
  const step = run && of.steps[index];
  return {
    index,
    hasBegun: step !== undefined,
    words: step ? message('Step {0}, {1}: {2}', index + 1, describeStep(step), withSeen(error, run.picture)) : error,
  };
}

interface FailedStep {
  readonly index: number;
  readonly hasBegun: boolean;
  readonly words: Message;
}

/** The attempt that tells most: the last one that failed, else the last one. */
export function decidingAttempt({ attempts }: TestResult): TestAttempt | undefined {
  return attempts.findLast(({ outcome }) => outcome === 'failed') ?? attempts.at(-1);
}
