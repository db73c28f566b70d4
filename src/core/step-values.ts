import { isObject, unknownKey, type JsonPath, type ValueProblem } from './click-fields';
import type { ElementName } from './element-name';
import { asCount, asRecord, asText } from './json';
import { message, type Message } from './message';

/** UTF-16 units of a text in a sequence. */
export const MAX_TEXT = 10_000;

export function readText(value: unknown, path: JsonPath): { readonly text: string } | ValueProblem {
  const text = asText(value);
  return text === undefined || text.length > MAX_TEXT ? textNeeded(path) : { text };
}

export function textNeeded(path: JsonPath): ValueProblem {
  return { path, text: message('“{0}” must be a text.', String(path.at(-1))) };
}

/** A text of the environment that a sequence runs in: a file should hold no password. */
export interface EnvironmentText {
  /** Name of the variable. */
  readonly env: string;
}

const MAX_VARIABLE = 100;

/** A text that is typed. */
export function readTyped(value: unknown, path: JsonPath): { readonly text: string | EnvironmentText } | ValueProblem {
  if (typeof value === 'string' && value.length <= MAX_TEXT) return { text: value };
  if (!isObject(value))
    return {
      path,
      text: message(
        '“{0}” must be a text, or one of the environment: {1}.',
        String(path.at(-1)),
        '{ "env": "PASSWORD" }',
      ),
    };
  const fields = asRecord(value);
  const unknown = unknownKey(fields, ['env'], path);
  if (unknown) return unknown;
  const env = asText(fields['env']);
  return env === undefined || env.length > MAX_VARIABLE || !/^[A-Za-z_]\w*$/.test(env)
    ? { path: [...path, 'env'], text: message('“{0}” must be the name of an environment variable.', 'env') }
    : { text: { env } };
}

/** @param unit what is counted: milliseconds. */
export function readMilliseconds(
  value: unknown,
  path: JsonPath,
  most: number,
): { readonly milliseconds: number } | ValueProblem {
  const milliseconds = asCount(value);
  return milliseconds === undefined || milliseconds > most
    ? {
        path,
        text: message('“{0}” must be an integer from {1} to {2}, in milliseconds.', String(path.at(-1)), 0, most),
      }
    : { milliseconds };
}

/** @param others keys that may stand beside, and are read elsewhere. */
export function readElement(
  value: unknown,
  path: JsonPath,
  others: readonly string[] = [],
): ElementName | ValueProblem {
  const fields = isObject(value) ? asRecord(value) : {};
  const unknown = unknownKey(fields, ['role', 'name', 'frame', ...others], path);
  if (unknown) return unknown;
  const [role, name, frame] = [asText(fields['role']), asText(fields['name']), asText(fields['frame'])];
  if (fields['frame'] !== undefined && (frame === undefined || frame.length > MAX_TEXT))
    return textNeeded([...path, 'frame']);
  return role === undefined || name === undefined || name.length > MAX_TEXT
    ? { path, text: message('Identify it by {0}.', '{ "role": "button", "name": "Sign in" }') }
    : { role, name, ...(frame !== undefined && { frame }) };
}

/** What is done with an element, with the frame that it is in. */
export function inFrame(what: Message, { frame }: ElementName): Message {
  return frame === undefined ? what : message('{0} in a frame of “{1}”', what, frame);
}
