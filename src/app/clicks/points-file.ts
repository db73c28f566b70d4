import { applyEdits, findNodeAtLocation, modify, type FormattingOptions } from 'jsonc-parser';
import { clickFields } from '../../core/click-fields';
import { UserError } from '../../core/errors';
import { message, sentences } from '../../core/message';
import { readPoints, type NamedPoint } from '../../core/named-points';
import { parseJsonText, placed, type JsonText, type TextProblem } from './json-text';

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
