import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { JsonPath, ValueProblem } from '../../core/click-fields';
import { parseJson } from '../../core/json';
import { message, type Message } from '../../core/message';
import { formatBytes } from '../../core/format';
import { MAX_SEQUENCE_BYTES } from '../../core/sequence';
import { tooDeepAt } from '../../packaging';

/** What is wrong with a text, and where: offsets in UTF-16 code units. */
export interface TextProblem {
  readonly offset: number;
  readonly length: number;
  readonly text: Message;
  /** Whether an editor with the file’s schema reports it by itself. */
  readonly isInSchema: boolean;
}

/** A text that is JSON, with its value and the places of its parts. */
export interface JsonText {
  readonly value: unknown;
  readonly root: Node;
}

/** @returns the JSON, or the one problem that prevents reading it. */
export function parseJsonText(text: string): JsonText | TextProblem {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_SEQUENCE_BYTES)
    return ours(
      0,
      message('The file is too large ({0}; limit {1}).', formatBytes(bytes), formatBytes(MAX_SEQUENCE_BYTES)),
    );
  const deep = tooDeepAt(text);
  if (deep !== undefined) return ours(deep, message('The file is nested too deeply.'));
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const value = parseJson(text);
  const [first] = errors;
  if (first || !root || value === undefined)
    return {
      offset: first?.offset ?? 0,
      length: first?.length ?? 0,
      text: message('This isn’t valid JSON.'),
      isInSchema: true,
    };
  return { value, root };
}

function ours(offset: number, text: Message): TextProblem {
  return { offset, length: 1, text, isInSchema: false };
}

/** The place of a problem in the text; the nearest part around it if it is about something that is missing. */
export function placed({ root }: JsonText, { path, text }: ValueProblem, isInSchema: boolean): TextProblem {
  const { offset, length } = nodeAt(root, path);
  return { offset, length, text, isInSchema };
}

/** The part of a text that a path leads to, or the nearest one around it. */
export function nodeAt(root: Node, path: JsonPath): Node {
  for (let end = path.length; end > 0; end--) {
    const node = findNodeAtLocation(root, path.slice(0, end));
    if (node) return node;
  }
  return root;
}
