import type { Node } from 'jsonc-parser';
import type { Message } from '../../core/message';
import { MANIFEST } from '../manifest/manifest-text';
import { type Fix, position, type Problem, type ProblemCode } from '../problem';

/** A text that problems are found in. */
export interface Source {
  /** Path within the folder. */
  readonly file: string;
  readonly text: string;
}

export interface Finding {
  readonly severity: Problem['severity'];
  readonly code: ProblemCode;
  readonly message: Message;
  readonly fixes?: readonly Fix[];
}

/** A problem that stands at a value of a text. */
export function at({ file, text }: Source, { offset, length }: Pick<Node, 'offset' | 'length'>, finding: Finding): Problem {
  const [firstLine = ''] = text.slice(offset, offset + length).split('\n');
  return { ...finding, file, ...position(text, offset), length: firstLine.length };
}

/** A problem with the manifest's text at hand. */
export function inManifest({ text }: { readonly text: string }, node: Pick<Node, 'offset' | 'length'>, finding: Finding): Problem {
  return at({ file: MANIFEST, text }, node, finding);
}
