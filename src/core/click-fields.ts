import { BUTTONS, CLICK_TYPES, HOLD_KEYS, MAX_CLICKS, type Click } from './click';
import { asCount, asRecord, asText } from './json';
import { listOf, message, type Message } from './message';

/** Where a value is in a JSON document: the keys and indexes that lead to it from the root. */
export type JsonPath = readonly (string | number)[];

/** What is wrong with a value of a JSON document. */
export interface ValueProblem {
  readonly path: JsonPath;
  readonly text: Message;
}

/** What a click may have besides its place: which button, what it does, how often, and keys that are held meanwhile. */
export const HOW_KEYS = ['button', 'action', 'count', 'hold'] as const;
/** `click` is what a button does if nothing else is said. */
const ACTIONS = CLICK_TYPES.filter((type) => type !== 'click');
/** As they are written in a file: `Shift`. */
const HELD = new Map(HOLD_KEYS.map((key) => [`${key.charAt(0).toUpperCase()}${key.slice(1)}`, key]));

/**
 * Reads a click that is written as `{ "x": 640, "y": 360, "button": "right", "count": 2, "hold": ["Shift"] }`. All but
 * `x` and `y` are optional.
 * @returns the click, or the first thing that is wrong with it.
 */
export function readClick(value: unknown, path: JsonPath): Click | ValueProblem {
  if (!isObject(value)) return { path, text: message('A click must be an object such as {0}.', EXAMPLE) };
  const fields = asRecord(value);
  const { x, y, ...rest } = fields;
  const place = readPlace({ x, y }, path);
  if ('path' in place) return place;
  const how = readHow(rest, path, ['x', 'y']);
  return 'path' in how ? how : { ...place, ...how };
}

const EXAMPLE = '{ "x": 640, "y": 360 }';

/** Reads the pixel of a click. @returns it, or the first thing that is wrong with it. */
export function readPlace(
  { x, y }: Readonly<Record<'x' | 'y', unknown>>,
  path: JsonPath,
): Pick<Click, 'x' | 'y'> | ValueProblem {
  if (x === undefined || y === undefined)
    return { path, text: message('“x” and “y” are required, in pixels from the top left corner.') };
  const [left, top] = [asCount(x), asCount(y)];
  if (left === undefined) return { path: [...path, 'x'], text: coordinate('x') };
  if (top === undefined) return { path: [...path, 'y'], text: coordinate('y') };
  return { x: left, y: top };
}

/**
 * Reads what a click has besides its place.
 * @param others the keys that may stand beside these, and are read elsewhere.
 * @returns it, or the first thing that is wrong with it.
 */
export function readHow(
  fields: Record<string, unknown>,
  path: JsonPath,
  others: readonly string[],
): Omit<Click, 'x' | 'y'> | ValueProblem {
  const wrong = unknownKey(fields, [...others, ...HOW_KEYS], path) ?? firstProblem(fields, path);
  if (wrong) return wrong;
  const button = oneOf(BUTTONS, fields['button']);
  const clickType = oneOf(ACTIONS, fields['action']);
  const clicks = asCount(fields['count']);
  const holdKeys = heldKeysOf(fields['hold']);
  return {
    ...(button && { button }),
    ...(clickType && { clickType }),
    ...(clicks !== undefined && { clicks }),
    ...(holdKeys && holdKeys.length > 0 && { holdKeys }),
  };
}

/** The first field with a value that isn't accepted. */
function firstProblem(
  { button, action, count, hold }: Record<string, unknown>,
  path: JsonPath,
): ValueProblem | undefined {
  const at = (key: string, isWrong: boolean, text: () => Message): ValueProblem | undefined =>
    isWrong ? { path: [...path, key], text: text() } : undefined;
  const times = asCount(count);
  return (
    at('button', button !== undefined && !oneOf(BUTTONS, button), () => choice('button', BUTTONS)) ??
    at('action', action !== undefined && !oneOf(ACTIONS, action), () => choice('action', ACTIONS)) ??
    at('count', count !== undefined && (times === undefined || times < 1 || times > MAX_CLICKS), () =>
      message('“{0}” must be an integer from {1} to {2}.', 'count', 1, MAX_CLICKS),
    ) ??
    at('count', count !== undefined && action !== undefined, () =>
      message('“{0}” can’t be combined with a count.', String(action)),
    ) ??
    at('hold', hold !== undefined && !heldKeysOf(hold), () =>
      message('“{0}” must be a list of {1}.', 'hold', listOf([...HELD.keys()])),
    )
  );
}

function coordinate(axis: string): Message {
  return message('“{0}” must be a non-negative integer, in pixels.', axis);
}

function choice(key: string, values: readonly string[]): Message {
  return message('“{0}” must be one of {1}.', key, listOf(values));
}

/** The first key that is none of these: a misspelled one would otherwise be ignored, and another click be made. */
export function unknownKey(
  fields: Record<string, unknown>,
  keys: readonly string[],
  path: JsonPath,
): ValueProblem | undefined {
  const unknown = Object.keys(fields).find((key) => !keys.includes(key));
  return unknown === undefined
    ? undefined
    : { path: [...path, unknown], text: message('Unknown property “{0}”. Use {1}.', unknown, listOf(keys)) };
}

/** The click as it is written in a file. */
export function clickFields({ x, y, ...how }: Click): Record<string, unknown> {
  return { x, y, ...howFields(how) };
}

/** What a click has besides its place, as it is written in a file. */
export function howFields({
  button,
  clickType,
  clicks,
  holdKeys = [],
}: Omit<Click, 'x' | 'y'>): Record<string, unknown> {
  return {
    ...(button && { button }),
    ...(clickType && clickType !== 'click' && { action: clickType }),
    ...(clicks !== undefined && { count: clicks }),
    ...(holdKeys.length > 0 && {
      hold: [...HELD].filter(([, key]) => holdKeys.includes(key)).map(([written]) => written),
    }),
  };
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function oneOf<Name extends string>(names: readonly Name[], value: unknown): Name | undefined {
  return names.find((name) => name === value);
}

/** Undefined if the value is not a list of these keys. */
function heldKeysOf(value: unknown): Click['holdKeys'] {
  if (!Array.isArray(value)) return undefined;
  const keys = value.flatMap((each: unknown) => HELD.get(asText(each) ?? '') ?? []);
  return keys.length === value.length ? [...new Set(keys)] : undefined;
}
