import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast';

export interface Source {
  /** Its path below `src`, with `/`. */
  readonly file: string;
  readonly tree: SourceFile;
}

export interface Import {
  readonly name: string;
  /** Whether nothing of it is left at run time. */
  readonly isType: boolean;
  readonly node: Node;
}

export interface TextCall {
  readonly node: CallExpression;
  /** Undefined if it is no literal. */
  readonly template: string | undefined;
  /** How many arguments it has for the template; undefined if that is not known before it runs. */
  readonly given: number | undefined;
}

export function readSource(): readonly Source[];
export function nodesOf(node: Node): readonly Node[];
export function importsOf(tree: SourceFile): readonly Import[];
export function textCalls(tree: SourceFile, names?: readonly string[]): readonly TextCall[];
