import { Cancelled, sentenceOf } from '../../core/errors';
import type { Message } from '../../core/message';
import type { PlayedStep } from '../../core/sequence';
import type { PlayOutcome } from '../clicks/play-sequence';
import type { ReportPath, StepResult } from './report';

export interface PlayedSequence {
  readonly name: string;
  readonly extension: string | undefined;
  readonly steps: readonly PlayedStep[];
}

/** What came of a sequence in one session, for its report. */
export function playedPath(
  { name, extension, steps }: PlayedSequence,
  outcome: PlayOutcome,
  localize: (text: Message) => string,
): ReportPath {
  return {
    name,
    ...(extension !== undefined && { extension }),
    steps,
    results: steps.map((_, index) => resultOf(index, outcome, localize)),
  };
}

function resultOf(
  index: number,
  { done, error, byPoint, times, points }: PlayOutcome,
  localize: (text: Message) => string,
): StepResult {
  const isTried = index < done || (index === done && error !== undefined && times[index] !== undefined);
  if (!isTried) return { state: 'skipped' };
  const [began, ended, point] = [times[index], times[index + 1], points[index]];
  const facts = {
    ...(began !== undefined && { began }),
    ...(ended !== undefined && { ended }),
    ...(point && { point }),
  };
  if (index < done) return { state: byPoint.includes(index) ? 'byPoint' : 'done', ...facts };
  if (error instanceof Cancelled) return { state: error.nothingDone ? 'skipped' : 'stopped', ...facts };
  return { state: 'failed', ...facts, error: localize(sentenceOf(error)) };
}

/**
 * What steps open, each once. Of a web address only the host: a long one would hide it, or pretend another one before
 * its `@`.
 */
export function openedBy(steps: readonly PlayedStep[]): readonly string[] {
  return [...new Set(steps.flatMap((step) => (step.kind === 'open' ? [placeOf(step.page)] : [])))];
}

/** The origins of the frames that steps click and type in, each once. */
export function framesIn(steps: readonly PlayedStep[]): readonly string[] {
  const targets = steps.flatMap((step) =>
    step.kind === 'named' ? step.target : step.kind === 'type' ? step.into : [],
  );
  return [...new Set(targets.flatMap((target) => target?.frame ?? []))];
}

function placeOf(page: string): string {
  return /^https?:/i.test(page) && URL.canParse(page) ? new URL(page).host : page;
}
