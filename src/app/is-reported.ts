import { english } from '../core/message';
import type { Problem } from '../packaging';

/**
 * Whether our own check reports, as an error or a warning, what a browser rejected: a problem at the same line of the
 * same file, or a problem in another file if one of the two problems names the other's file. If the whole manifest is
 * on one line, any problem that we report in it counts.
 */
export function isReported(ours: readonly Problem[], refused: Problem): boolean {
  return ours.some((our) =>
    our.file === refused.file ? our.line === refused.line : names(refused, our) || names(our, refused),
  );
}

function names({ message }: Problem, { file }: Problem): boolean {
  return english(message).includes(file);
}
