import type { NamedPoint } from '../../core/named-points';
import { readSequence, resolvePoints, type PlayedStep } from '../../core/sequence';
import { nodeAt, parseJsonText, placed, type TextProblem } from './json-text';

/** A sequence that can be played. */
export interface Sequence {
  readonly steps: readonly PlayedStep[];
  /** Where each step is in the text: offsets in UTF-16 code units. */
  readonly places: readonly { readonly offset: number; readonly length: number }[];
}

/** Reads the text of a sequence file. @returns the sequence, or everything that keeps it from being played. */
export function readSequenceText(
  text: string,
  points: readonly NamedPoint[],
): Sequence | { readonly problems: readonly TextProblem[] } {
  const json = parseJsonText(text);
  if ('offset' in json) return { problems: [json] };
  const read = readSequence(json.value);
  if ('problems' in read) return { problems: read.problems.map((each) => placed(json, each, true)) };
  const resolved = resolvePoints(read.steps, points);
  if ('problems' in resolved) return { problems: resolved.problems.map((each) => placed(json, each, false)) };
  return {
    steps: resolved.steps,
    places: resolved.steps.map((_, index) => {
      const { offset, length } = nodeAt(json.root, ['steps', index]);
      return { offset, length };
    }),
  };
}
