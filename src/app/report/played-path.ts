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
