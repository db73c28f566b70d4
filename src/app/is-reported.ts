import { english } from '../core/message';
import type { Problem } from '../packaging';

/**
 * Whether our own check tells, as an error or as a warning, of what a browser has refused: something at that line, or,
 * from another file, of a file that either names. Where all of a manifest stands in one line, whatever we tell of it
 * counts.
 */
export function isReported(ours: readonly Problem[], refused: Problem): boolean {
  return ours.some((our) =>
    our.file === refused.file ? our.line === refused.line : names(refused, our) || names(our, refused),
  );
}

function names({ message }: Problem, { file }: Problem): boolean {
  return english(message).includes(file);
}
