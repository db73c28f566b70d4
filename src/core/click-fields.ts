import { BUTTONS, CLICK_TYPES, HOLD_KEYS, MAX_CLICKS, type Click } from './click';
import { asCount, asRecord } from './json';
import { listOf, message, type Message } from './message';

/** Where a value is in a JSON document: the keys and indexes that lead to it from the root. */
export type JsonPath = readonly (string | number)[];

/** What is wrong with a value of a JSON document. */
export interface ValueProblem {
  readonly path: JsonPath;
  readonly text: Message;
}

const KEYS = ['x', 'y', 'button', 'clickType', 'clicks', 'holdKeys'] as const;

/**
 * Reads a click that is written as `{ "x": 640, "y": 360, "button": "right", "clickType": "click", "clicks": 2,
 * "holdKeys": ["shift"] }`. All but `x` and `y` are optional.
 * @returns the click, or the first thing that is wrong with it.
 */
export function readClick(value: unknown, path: JsonPath): Click | ValueProblem {
  if (!isObject(value)) return { path, text: message('A click must be an object such as {0}.', EXAMPLE) };
  const fields = asRecord(value);
  const x = asCount(fields['x']);
  const y = asCount(fields['y']);
  const button = oneOf(BUTTONS, fields['button']);
  const clickType = oneOf(CLICK_TYPES, fields['clickType']);
  const clicks = asCount(fields['clicks']);
  const holdKeys = holdKeysOf(fields['holdKeys']);
  const wrong = unknownKey(fields, KEYS, path) ?? firstProblem(fields, path);
  if (wrong) return wrong;
  if (x === undefined || y === undefined)
    return { path, text: message('“x” and “y” are required, in pixels from the top left corner.') };
  return {
    x,
    y,
    ...(button && { button }),
    ...(clickType && { clickType }),
    ...(clicks !== undefined && { clicks }),
    ...(holdKeys && holdKeys.length > 0 && { holdKeys }),
  };
}

const EXAMPLE = '{ "x": 640, "y": 360 }';

/** The first field with a value that isn't accepted. */
function firstProblem(fields: Record<string, unknown>, path: JsonPath): ValueProblem | undefined {
  const { x, y, button, clickType, clicks, holdKeys } = fields;
  const at = (key: string, isWrong: boolean, text: () => Message): ValueProblem | undefined =>
    isWrong ? { path: [...path, key], text: text() } : undefined;
  const isPress = clickType === 'down' || clickType === 'up';
  const count = asCount(clicks);
  return (
    at('x', x !== undefined && asCount(x) === undefined, () => coordinate('x')) ??
    at('y', y !== undefined && asCount(y) === undefined, () => coordinate('y')) ??
    at('button', button !== undefined && !oneOf(BUTTONS, button), () => choice('button', BUTTONS)) ??
    at('clickType', clickType !== undefined && !oneOf(CLICK_TYPES, clickType), () =>
      choice('clickType', CLICK_TYPES),
    ) ??
    at('clicks', clicks !== undefined && (count === undefined || count < 1 || count > MAX_CLICKS), () =>
      message('“{0}” must be an integer from {1} to {2}.', 'clicks', 1, MAX_CLICKS),
    ) ??
    at('clicks', clicks !== undefined && isPress, () =>
      message('“{0}” can’t be combined with a count.', String(clickType)),
    ) ??
    at('holdKeys', holdKeys !== undefined && !holdKeysOf(holdKeys), () =>
      message('“{0}” must be a list of {1}.', 'holdKeys', listOf(HOLD_KEYS)),
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
export function clickFields({ x, y, button, clickType, clicks, holdKeys }: Click): Record<string, unknown> {
  return {
    x,
    y,
    ...(button && { button }),
    ...(clickType && { clickType }),
    ...(clicks !== undefined && { clicks }),
    ...(holdKeys && holdKeys.length > 0 && { holdKeys }),
  };
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function oneOf<Name extends string>(names: readonly Name[], value: unknown): Name | undefined {
  return names.find((name) => name === value);
}

/** Undefined if the value is not a list of these keys. */
function holdKeysOf(value: unknown): Click['holdKeys'] {
  if (!Array.isArray(value)) return undefined;
  const keys = value.flatMap((each: unknown) => oneOf(HOLD_KEYS, each) ?? []);
  return keys.length === value.length ? [...new Set(keys)] : undefined;
}
