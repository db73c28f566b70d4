import type { Message } from '../../../core/message';
import { MANIFEST } from '../../manifest/manifest-text';
import type { Fix, Problem, ProblemCode } from '../../problem';
import type { SourceText, TextRange } from '../../source-text';

/** A text that problems are found in. */
export interface Source {
  /** Path within the folder. */
  readonly file: string;
  readonly text: SourceText;
}

export interface Finding {
  readonly severity: Problem['severity'];
  readonly code: ProblemCode;
  readonly message: Message;
  readonly fixes?: readonly Fix[];
}

/** A problem that stands at a value of a text. */
export function at({ file, text }: Source, range: TextRange, finding: Finding): Problem {
  return { ...finding, file, ...text.positionAt(range.offset), length: text.lengthOnLine(range) };
}

/** A problem with the manifest's text at hand. */
export function inManifest({ text }: { readonly text: SourceText }, node: TextRange, finding: Finding): Problem {
  return at({ file: MANIFEST, text }, node, finding);
}
