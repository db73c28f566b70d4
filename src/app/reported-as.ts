import { english } from '../core/message';
import type { Problem } from '../packaging';

/**
 * The problem of our own check, an error or a warning, that is about what a browser or a service rejected: one at the
 * same line of the same file, or one in another file if one of the two problems names the other's file. If the whole
 * file is on one line, only an error counts there.
 */
export function reportedAs<Ours extends Problem>(ours: readonly Ours[], refused: Problem): Ours | undefined {
  return ours.find((our) =>
    our.file === refused.file
      ? our.line === refused.line && (our.severity === 'error' || (our.line ?? 1) > 1)
      : names(refused, our) || names(our, refused),
  );
}

function names({ message }: Problem, { file }: Problem): boolean {
  return english(message).includes(file);
}
