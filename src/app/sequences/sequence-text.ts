import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parseTree,
  type FormattingOptions,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { clickFields, type JsonPath, type ValueProblem } from '../../core/click-fields';
import { UserError } from '../../core/errors';
import { formatBytes } from '../../core/format';
import { parseJson } from '../../core/json';
import { message, sentences, type Message } from '../../core/message';
import { readPoints, type NamedPoint } from '../../core/named-points';
import { MAX_SEQUENCE_BYTES, readSequence, resolvePoints, type SequenceHead } from '../../core/sequence';
import { type ResolvedStep } from '../../core/steps';
import { tooDeepAt } from '../../packaging';

/** A sequence that can be run. */
export interface Sequence extends SequenceHead {
  readonly steps: readonly ResolvedStep[];
  /** Where each step is in the text: offsets in UTF-16 code units. */
  readonly places: readonly { readonly offset: number; readonly length: number }[];
}

/** Reads the text of a sequence file. @returns the sequence, or everything that keeps it from being run. */
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
    ...read,
    steps: resolved.steps,
    places: resolved.steps.map((_, index) => {
      const { offset, length } = nodeAt(json.root, ['steps', index]);
      return { offset, length };
    }),
  };
}

const FORMAT: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
const EMPTY = '{\n  "points": {}\n}\n';

/** Reads the text of the file with the workspace’s points. What is wrong with one point does not affect the others. */
export function readPointsText(text: string): {
  readonly points: readonly NamedPoint[];
  readonly problems: readonly TextProblem[];
} {
  const json = parseJsonText(text);
  if ('offset' in json) return { points: [], problems: [json] };
  const { points, problems } = readPoints(json.value);
  return { points, problems: problems.map((each) => placed(json, each, true)) };
}

/**
 * The text with a point added, or replaced.
 * @param text undefined: there is no file yet.
 * @throws UserError if the text is not JSON.
 */
export function withPoint(text: string | undefined, { name, click }: NamedPoint): string {
  const before = text === undefined || text.trim() === '' ? EMPTY : text;
  valid(before);
  return applyEdits(before, modify(before, ['points', name], clickFields(click), { formattingOptions: FORMAT }));
}

/**
 * The text without a point.
 * @throws UserError if the text is not JSON.
 */
export function withoutPoint(text: string, name: string): string {
  if (!findNodeAtLocation(valid(text).root, ['points', name])) return text;
  return applyEdits(text, modify(text, ['points', name], undefined, { formattingOptions: FORMAT }));
}

/**
 * The text with another name for a point, at the same place.
 * @throws UserError if the text is not JSON.
 */
export function withRenamed(text: string, name: string, newName: string): string {
  const key = findNodeAtLocation(valid(text).root, ['points', name])?.parent?.children?.[0];
  if (!key) return text;
  return applyEdits(text, [{ offset: key.offset, length: key.length, content: JSON.stringify(newName) }]);
}

function valid(text: string): JsonText {
  const json = parseJsonText(text);
  if ('offset' in json) throw new UserError(sentences(message('The workspace’s points can’t be read.'), json.text));
  return json;
}

/** What is wrong with a text, and where: offsets in UTF-16 code units. */
export interface TextProblem {
  readonly offset: number;
  readonly length: number;
  readonly text: Message;
  /** Whether an editor with the file’s schema reports it by itself. */
  readonly isInSchema: boolean;
}

/** A text that is JSON, with its value and the places of its parts. */
interface JsonText {
  readonly value: unknown;
  readonly root: Node;
}

/** @returns the JSON, or the one problem that prevents reading it. */
function parseJsonText(text: string): JsonText | TextProblem {
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
function placed({ root }: JsonText, { path, text }: ValueProblem, isInSchema: boolean): TextProblem {
  const { offset, length } = nodeAt(root, path);
  return { offset, length, text, isInSchema };
}

/** The part of a text that a path leads to, or the nearest one around it. */
function nodeAt(root: Node, path: JsonPath): Node {
  for (let end = path.length; end > 0; end--) {
    const node = findNodeAtLocation(root, path.slice(0, end));
    if (node) return node;
  }
  return root;
}
