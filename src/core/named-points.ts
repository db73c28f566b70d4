import { parseClick, type Click } from './click';
import { isObject, readClick, unknownKey, type ValueProblem } from './click-fields';
import { asRecord } from './json';
import { message, type Message } from './message';

/** A click that has a name in the workspace. */
export interface NamedPoint {
  readonly name: string;
  readonly click: Click;
}

/** Characters. */
const MAX_POINT_NAME = 60;

/**
 * Reads the content of the workspace's points: `{ "points": { "Sign in": { "x": 640, "y": 360 } } }`.
 * @returns the points that can be used, and what is wrong with the others.
 */
export function readPoints(value: unknown): {
  readonly points: readonly NamedPoint[];
  readonly problems: readonly ValueProblem[];
} {
  const fields = asRecord(value);
  const listed = fields['points'] ?? {};
  if (!isObject(value) || !isObject(listed))
    return {
      points: [],
      problems: [
        { path: 'points' in fields ? ['points'] : [], text: message('Points must be an object of clicks by name.') },
      ],
    };
  const read = Object.entries(asRecord(listed)).map(([name, each]) => readPoint(name, each));
  const unknown = unknownKey(fields, ['points', '$schema'], []);
  return {
    points: read.filter((each) => 'click' in each),
    problems: [...(unknown ? [unknown] : []), ...read.filter((each) => 'path' in each)],
  };
}

function readPoint(name: string, value: unknown): NamedPoint | ValueProblem {
  const path = ['points', name];
  const text = pointNameProblem(name);
  if (text) return { path, text };
  const click = readClick(value, path);
  return 'path' in click ? click : { name, click };
}

/** Why a text cannot be the name of a point; undefined if it can. */
export function pointNameProblem(name: string): Message | undefined {
  if (name.trim() === '') return message('Enter a name.');
  if (name !== name.trim()) return message('A name can’t begin or end with a space.');
  if (name.length > MAX_POINT_NAME) return message('A name can’t be longer than {0} characters.', MAX_POINT_NAME);
  // In the box for a click, the text would be read as one.
  if ('click' in parseClick(name)) return message('A name can’t be coordinates.');
  return undefined;
}
