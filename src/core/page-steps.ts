import { isObject, readClick, unknownKey, type JsonPath, type ValueProblem } from './click-fields';
import type { Click } from './click';
import type { ElementName } from './element-name';
import { asCount, asRecord, asText } from './json';
import { listOf, message, type Message } from './message';
import { STORAGE_AREAS } from './storage-area';

/** What is waited for, or expected. */
export type Condition =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'visible'; readonly target: ElementName }
  /** `*` stands for any characters. */
  | { readonly kind: 'address'; readonly address: string }
  /** By area and key. */
  | { readonly kind: 'storage'; readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  | { readonly kind: 'noErrors' };

/** A step that needs to know the page. */
export type PageStep =
  | {
      readonly kind: 'named';
      readonly target: ElementName;
      /** Its button, count and held keys; its point is clicked if nothing has the name. */
      readonly click: Omit<Click, 'x' | 'y'> & Partial<Pick<Click, 'x' | 'y'>>;
      readonly timeout: number;
    }
  /** Puts a text into a field; without one, types it where the focus is. */
  | { readonly kind: 'type'; readonly text: string; readonly into: ElementName | undefined; readonly timeout: number }
  /** A key with its modifiers: `Enter`, `ctrl+a`. */
  | { readonly kind: 'press'; readonly key: string }
  /** CSS pixels; positive ones scroll down. */
  | { readonly kind: 'scroll'; readonly by: number }
  /** `popup`, `options`, `side_panel`, a path in the extension, or a web address. */
  | { readonly kind: 'open'; readonly page: string }
  | { readonly kind: 'waitFor'; readonly condition: Condition; readonly timeout: number }
  | { readonly kind: 'expect'; readonly condition: Condition; readonly timeout: number };

/** Milliseconds. */
export const DEFAULT_TIMEOUT = 5000;
const MAX_TIMEOUT = 60_000;
/** UTF-16 units of a text in a step. */
export const MAX_TEXT = 10_000;
const MAX_SCROLL = 100_000;

/** The key that tells the kind of a step, and those that it may have besides. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  click: ['x', 'y', 'button', 'clicks', 'holdKeys', 'timeout'],
  type: ['into', 'timeout'],
  press: [],
  scroll: [],
  open: [],
  waitFor: ['timeout'],
  expect: ['timeout'],
};

/** The step of a page, or what is wrong with it; undefined for a step of another kind. */
export function readPageStep(fields: Record<string, unknown>, path: JsonPath): PageStep | ValueProblem | undefined {
  const kind = Object.keys(KEYS).find((key) => key in fields);
  if (kind === undefined) return undefined;
  const unknown = unknownKey(fields, [kind, ...(KEYS[kind] ?? [])], path);
  if (unknown) return unknown;
  const given = fields['timeout'];
  const timeout = given === undefined ? DEFAULT_TIMEOUT : asCount(given);
  if (timeout === undefined || timeout > MAX_TIMEOUT)
    return {
      path: [...path, 'timeout'],
      text: message('“{0}” must be an integer from {1} to {2}, in milliseconds.', 'timeout', 0, MAX_TIMEOUT),
    };
  const at = [...path, kind];
  switch (kind) {
    case 'click':
      return readNamed(fields, path, timeout);
    case 'type':
      return readType(fields, path, timeout);
    case 'press':
    case 'open':
      return readText(fields[kind], at, (text) => (kind === 'press' ? { kind, key: text } : { kind, page: text }));
    case 'scroll':
      return readScroll(fields[kind], at);
    case 'waitFor':
    case 'expect': {
      const condition = readCondition(fields[kind], at);
      return 'path' in condition ? condition : { kind, condition, timeout };
    }
    default:
      return undefined;
  }
}

function readNamed(fields: Record<string, unknown>, path: JsonPath, timeout: number): PageStep | ValueProblem {
  const target = readElement(fields['click'], [...path, 'click']);
  if ('path' in target) return target;
  const { click: _, timeout: __, ...rest } = fields;
  const hasPoint = 'x' in rest || 'y' in rest;
  const read = readClick(hasPoint ? rest : { x: 0, y: 0, ...rest }, path);
  if ('path' in read) return read;
  const { x, y, ...how } = read;
  return { kind: 'named', target, click: hasPoint ? { x, y, ...how } : how, timeout };
}

function readType(fields: Record<string, unknown>, path: JsonPath, timeout: number): PageStep | ValueProblem {
  const into = fields['into'] === undefined ? undefined : readElement(fields['into'], [...path, 'into']);
  if (into && 'path' in into) return into;
  const text = fields['type'];
  if (typeof text !== 'string' || text.length > MAX_TEXT) return textNeeded([...path, 'type']);
  return { kind: 'type', text, into, timeout };
}

function readScroll(value: unknown, path: JsonPath): PageStep | ValueProblem {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_SCROLL
    ? { kind: 'scroll', by: value }
    : {
        path,
        text: message('“{0}” must be an integer from {1} to {2}, in pixels.', 'scroll', -MAX_SCROLL, MAX_SCROLL),
      };
}

function readText(value: unknown, path: JsonPath, use: (text: string) => PageStep): PageStep | ValueProblem {
  const text = asText(value);
  return text === undefined || text.length > MAX_TEXT ? textNeeded(path) : use(text);
}

function textNeeded(path: JsonPath): ValueProblem {
  return { path, text: message('“{0}” must be a text.', String(path.at(-1))) };
}

function readElement(value: unknown, path: JsonPath): ElementName | ValueProblem {
  const fields = isObject(value) ? asRecord(value) : {};
  const [role, name] = [asText(fields['role']), asText(fields['name'])];
  const frame = asText(fields['frame']);
  const unknown = unknownKey(fields, ['role', 'name', 'frame'], path);
  if (unknown) return unknown;
  if (fields['frame'] !== undefined && (frame === undefined || frame.length > MAX_TEXT))
    return textNeeded([...path, 'frame']);
  return role === undefined || name === undefined || name.length > MAX_TEXT
    ? { path, text: message('Say what it is by {0}.', '{ "role": "button", "name": "Sign in" }') }
    : { role, name, ...(frame !== undefined && { frame }) };
}

const CONDITIONS = ['text', 'visible', 'address', 'storage', 'noErrors'] as const;

function readCondition(value: unknown, path: JsonPath): Condition | ValueProblem {
  const fields = isObject(value) ? asRecord(value) : {};
  const unknown = unknownKey(fields, CONDITIONS, path);
  if (unknown) return unknown;
  const [kind, ...others] = CONDITIONS.filter((each) => each in fields);
  if (kind === undefined || others.length > 0)
    return { path, text: message('Expect one of {0} at a time.', listOf(CONDITIONS)) };
  const at = [...path, kind];
  const given = fields[kind];
  if (kind === 'visible') {
    const target = readElement(given, at);
    return 'path' in target ? target : { kind, target };
  }
  if (kind === 'noErrors')
    return given === true ? { kind } : { path: at, text: message('“{0}” can only be true.', kind) };
  if (kind === 'storage') return readStored(given, at);
  const text = asText(given);
  if (text === undefined || text.length > MAX_TEXT) return textNeeded(at);
  return kind === 'text' ? { kind, text } : { kind, address: text };
}

function readStored(value: unknown, path: JsonPath): Condition | ValueProblem {
  const areas = isObject(value) ? asRecord(value) : {};
  const unknown = unknownKey(areas, STORAGE_AREAS, path);
  if (unknown) return unknown;
  const values = Object.entries(areas);
  const wrong = values.find(([, keys]) => !isObject(keys) || Object.keys(keys).length === 0);
  return values.length === 0 || wrong
    ? {
        path: wrong ? [...path, wrong[0]] : path,
        text: message('Say what is stored by area and key: {0}.', '{ "local": { "count": 3 } }'),
      }
    : { kind: 'storage', values: Object.fromEntries(values.map(([area, keys]) => [area, asRecord(keys)])) };
}

/** What a step does, in a few words. */
export function describePageStep(step: PageStep): Message {
  switch (step.kind) {
    case 'named':
      return inFrame(message('Click {0} “{1}”', step.target.role, step.target.name), step.target);
    case 'type':
      return step.into
        ? inFrame(message('Type into {0} “{1}”', step.into.role, step.into.name), step.into)
        : message('Type');
    case 'press':
      return message('Press {0}', step.key);
    case 'scroll':
      return message('Scroll by {0}', step.by);
    case 'open':
      return message('Open “{0}”', step.page);
    case 'waitFor':
      return message('Wait for {0}', describeCondition(step.condition));
    case 'expect':
      return message('Expect {0}', describeCondition(step.condition));
  }
}

export function describeCondition(condition: Condition): Message {
  switch (condition.kind) {
    case 'text':
      return message('the text “{0}”', condition.text);
    case 'visible':
      return inFrame(message('{0} “{1}”', condition.target.role, condition.target.name), condition.target);
    case 'address':
      return message('the address {0}', condition.address);
    case 'storage':
      return message('{0} in the storage', keysOf(condition.values).join(', '));
    case 'noErrors':
      return message('no uncaught error');
  }
}

/** What is done with an element, with the frame that it is in. */
function inFrame(what: Message, { frame }: ElementName): Message {
  return frame === undefined ? what : message('{0} in a frame of “{1}”', what, frame);
}

function keysOf(values: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string[] {
  return Object.entries(values).flatMap(([area, keys]) => Object.keys(keys).map((key) => `${area}.${key}`));
}

/** The fields of a step as a file has them. */
export function pageStepFields(step: PageStep): Record<string, unknown> {
  const limit = 'timeout' in step && step.timeout !== DEFAULT_TIMEOUT ? { timeout: step.timeout } : {};
  switch (step.kind) {
    case 'named':
      return { click: step.target, ...step.click, ...limit };
    case 'type':
      return { type: step.text, ...(step.into && { into: step.into }), ...limit };
    case 'press':
      return { press: step.key };
    case 'scroll':
      return { scroll: step.by };
    case 'open':
      return { open: step.page };
    case 'waitFor':
    case 'expect':
      return { [step.kind]: conditionFields(step.condition), ...limit };
  }
}

function conditionFields(condition: Condition): Record<string, unknown> {
  switch (condition.kind) {
    case 'text':
      return { text: condition.text };
    case 'visible':
      return { visible: condition.target };
    case 'address':
      return { address: condition.address };
    case 'storage':
      return { storage: condition.values };
    case 'noErrors':
      return { noErrors: true };
  }
}
