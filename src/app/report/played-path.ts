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

/** Characters, so that a list of ten is not cut once more. */
const MAX_PLACE = 35;

/**
 * What steps open, each once. Of a web address only the host, and of a long one its end, which says whose it is: the
 * rest would hide it, or pretend another one before its `@`. Pages of the extension come last: many of them would
 * leave no room for the others.
 */
export function openedBy(steps: readonly PlayedStep[]): readonly string[] {
  const pages = steps.flatMap((step) => (step.kind === 'open' ? [step.page] : []));
  const hosts = pages.filter(isOnWeb).map((page) => endOf(new URL(page).host));
  return [...new Set([...hosts, ...pages.filter((page) => !isOnWeb(page))])];
}

/** The origins of the frames that steps click and type in, each once. */
export function framesIn(steps: readonly PlayedStep[]): readonly string[] {
  const targets = steps.flatMap((step) =>
    step.kind === 'named' ? step.target : step.kind === 'type' ? step.into : [],
  );
  return [...new Set(targets.flatMap((target) => target?.frame ?? []))];
}

function isOnWeb(page: string): boolean {
  return /^https?:/i.test(page) && URL.canParse(page);
}

function endOf(host: string): string {
  return host.length <= MAX_PLACE ? host : `…${host.slice(1 - MAX_PLACE)}`;
}
