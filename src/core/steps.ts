import type { Click } from './click';
import {
  HOW_KEYS,
  howFields,
  isObject,
  readHow,
  readPlace,
  unknownKey,
  type JsonPath,
  type ValueProblem,
} from './click-fields';
import { describeClick } from './click';
import { conditionFields, describeCondition, readCondition, type Condition } from './conditions';
import type { ElementName } from './element-name';
import { asRecord, asText } from './json';
import { listOf, message, type Message } from './message';
import type { Pixel } from './screen/geometry';
import { mockFields, readMock, type Mock } from './mock';
import { inFrame, readElement, readMilliseconds, readText, readTyped, type EnvironmentText } from './step-values';
import { STORAGE_AREAS } from './storage-area';

/** A step as the file has it. Each is written with the word that says what it does first. */
export type Step =
  | { readonly kind: 'click'; readonly click: Click }
  | {
      readonly kind: 'named';
      readonly target: ElementName;
      /** Its button, count and held keys; its point is clicked if nothing has the name. */
      readonly click: Omit<Click, 'x' | 'y'> & Partial<Pick<Click, 'x' | 'y'>>;
      readonly timeout: number;
    }
  /** A click at a point that has a name in the workspace. */
  | { readonly kind: 'point'; readonly name: string }
  /** Puts a text into a field; without one, types it where the focus is. */
  | {
      readonly kind: 'type';
      readonly text: string | EnvironmentText;
      readonly into: ElementName | undefined;
      readonly timeout: number;
    }
  /** A key with its modifiers: `Enter`, `ctrl+a`. */
  | { readonly kind: 'press'; readonly key: string }
  /** CSS pixels; positive ones scroll down: at a point of the page, by default in its middle. */
  | { readonly kind: 'scroll'; readonly by: number; readonly at?: Pixel | undefined }
  /** `popup`, `options`, `side_panel`, a path in the extension, or a web address. */
  | { readonly kind: 'open'; readonly page: string }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'waitFor'; readonly condition: Condition; readonly timeout: number }
  | { readonly kind: 'expect'; readonly condition: Condition; readonly timeout: number }
  /** The worker of the extension: what Chromium does with an idle one, at will. */
  | { readonly kind: 'worker'; readonly action: (typeof WORKER_ACTIONS)[number] }
  /** Sets keys in areas of the extension's storage; null clears an area. */
  | { readonly kind: 'storage'; readonly values: Readonly<Record<string, Readonly<Record<string, unknown>> | null>> }
  | { readonly kind: 'mock'; readonly mock: Mock }
  /** Another build over the one that is loaded: the path of a folder or a zip, relative to the file. */
  | { readonly kind: 'upload'; readonly file: string }
  /** Kept with the result, under this name. */
  | { readonly kind: 'screenshot'; readonly name: string };

/** A step that can be run. */
export type ResolvedStep = Exclude<Step, { kind: 'point' }>;

/** Milliseconds. */
export const DEFAULT_TIMEOUT = 5000;
/** Milliseconds that a step may take, or wait. */
export const MAX_WAIT = 60_000;
const MAX_SCROLL = 100_000;
const WORKER_ACTIONS = ['stop', 'start'] as const;
const MAX_NAME = 100;

type Read = Step | ValueProblem;
type StepReader = (value: unknown, at: JsonPath, fields: Record<string, unknown>, timeout: number) => Read;

/** By the word that begins a step: the keys that may follow it, and what reads it. */
const STEPS: Readonly<Record<string, { readonly keys: readonly string[]; readonly read: StepReader }>> = {
  open: { keys: [], read: ofText((page) => ({ kind: 'open', page })) },
  click: { keys: [...HOW_KEYS, 'timeout'], read: readClickStep },
  type: { keys: ['into', 'timeout'], read: readType },
  press: { keys: [], read: ofText((key) => ({ kind: 'press', key })) },
  scroll: { keys: ['x', 'y'], read: readScroll },
  wait: {
    keys: [],
    read: (value, at) => {
      const read = readMilliseconds(value, at, MAX_WAIT);
      return 'path' in read ? read : { kind: 'wait', ...read };
    },
  },
  waitFor: { keys: ['timeout'], read: ofCondition('waitFor') },
  expect: { keys: ['timeout'], read: ofCondition('expect') },
  worker: { keys: [], read: readWorker },
  storage: { keys: [], read: readStorage },
  mock: {
    keys: [],
    read: (value, at) => {
      const mock = readMock(value, at);
      return 'path' in mock ? mock : { kind: 'mock', mock };
    },
  },
  upload: { keys: [], read: ofText((file) => ({ kind: 'upload', file })) },
  screenshot: { keys: [], read: readScreenshot },
};

/** Reads a step: `{ "click": { "role": "button", "name": "Watch" } }`. @returns it, or the first thing that is wrong. */
export function readStep(value: unknown, path: JsonPath): Read {
  const fields = isObject(value) ? asRecord(value) : {};
  const word = Object.keys(STEPS).find((key) => key in fields);
  const step = word === undefined ? undefined : STEPS[word];
  if (word === undefined || !step)
    return { path, text: message('A step needs one of {0}.', Object.keys(STEPS).join(', ')) };
  const unknown = unknownKey(fields, [word, ...step.keys], path);
  if (unknown)
    return step.keys.length > 0
      ? unknown
      : { ...unknown, text: message('A step with “{0}” can’t have anything else.', word) };
  const { timeout: limit = DEFAULT_TIMEOUT } = fields;
  const timeout = readMilliseconds(limit, [...path, 'timeout'], MAX_WAIT);
  return 'path' in timeout ? timeout : step.read(fields[word], [...path, word], fields, timeout.milliseconds);
}

function ofText(use: (text: string) => Step): StepReader {
  return (value, at) => {
    const read = readText(value, at);
    return 'path' in read ? read : use(read.text);
  };
}

function ofCondition(kind: 'waitFor' | 'expect'): StepReader {
  return (value, at, _fields, timeout) => {
    const condition = readCondition(value, at);
    return 'path' in condition ? condition : { kind, condition, timeout };
  };
}

/** A click at a place, at a point that has a name, or by role and name, with the place as a last resort. */
function readClickStep(value: unknown, at: JsonPath, step: Record<string, unknown>, timeout: number): Read {
  if (!isObject(value)) return { path: at, text: message('Identify what to click by {0}.', listOf(PLACES)) };
  const place = asRecord(value);
  const around = at.slice(0, -1);
  if ('point' in place) {
    const alone = unknownKey(place, ['point'], at) ?? unknownKey(step, ['click'], around);
    if (alone) return { ...alone, text: message('A click at a “{0}” can’t have anything else.', 'point') };
    const name = asText(place['point']);
    return name === undefined
      ? { path: [...at, 'point'], text: message('“point” must be the name of a point.') }
      : { kind: 'point', name };
  }
  const hasPlace = 'x' in place || 'y' in place;
  const pixel = hasPlace ? readPlace({ x: place['x'], y: place['y'] }, at) : undefined;
  if (pixel && 'path' in pixel) return pixel;
  const how = readHow(step, around, ['click', 'timeout']);
  if ('path' in how) return how;
  if (pixel && !('role' in place || 'name' in place)) {
    const unknown = unknownKey(place, ['x', 'y'], at);
    return unknown ?? { kind: 'click', click: { ...pixel, ...how } };
  }
  const target = readElement(place, at, ['x', 'y']);
  if ('path' in target) return target;
  if (how.clickType)
    return { path: [...around, 'action'], text: message('“{0}” needs a click by “x” and “y” alone.', 'action') };
  return { kind: 'named', target, click: { ...pixel, ...how }, timeout };
}

const PLACES = ['{ "role": "button", "name": "Sign in" }', '{ "x": 640, "y": 360 }', '{ "point": "Sign in" }'];

function readType(value: unknown, at: JsonPath, fields: Record<string, unknown>, timeout: number): Read {
  const around = at.slice(0, -1);
  const into = fields['into'] === undefined ? undefined : readElement(fields['into'], [...around, 'into']);
  if (into && 'path' in into) return into;
  const typed = readTyped(value, at);
  return 'path' in typed ? typed : { kind: 'type', ...typed, into, timeout };
}

function readScroll(value: unknown, path: JsonPath, { x, y }: Record<string, unknown>): Read {
  const at = x === undefined && y === undefined ? undefined : readPlace({ x, y }, path.slice(0, -1));
  if (at && 'path' in at) return at;
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_SCROLL
    ? { kind: 'scroll', by: value, ...(at && { at }) }
    : {
        path,
        text: message('“{0}” must be an integer from {1} to {2}, in pixels.', 'scroll', -MAX_SCROLL, MAX_SCROLL),
      };
}

function readWorker(value: unknown, path: JsonPath): Read {
  const action = WORKER_ACTIONS.find((each) => each === value);
  return action
    ? { kind: 'worker', action }
    : { path, text: message('“{0}” must be one of {1}.', 'worker', listOf(WORKER_ACTIONS)) };
}

function readStorage(value: unknown, path: JsonPath): Read {
  const areas = isObject(value) ? asRecord(value) : {};
  const unknown = unknownKey(areas, STORAGE_AREAS, path);
  if (unknown) return unknown;
  // An administrator sets it.
  if ('managed' in areas) return { path: [...path, 'managed'], text: message('“{0}” can’t be changed.', 'managed') };
  const wrong = Object.entries(areas).find(
    ([, keys]) => keys !== null && !(isObject(keys) && Object.keys(keys).length > 0),
  );
  if (wrong || Object.keys(areas).length === 0)
    return {
      path: wrong ? [...path, wrong[0]] : path,
      text: message(
        'List what to store by area and key, or use null: {0}.',
        '{ "local": { "count": 3 }, "session": null }',
      ),
    };
  return {
    kind: 'storage',
    values: Object.fromEntries(
      Object.entries(areas).map(([area, keys]) => [area, keys === null ? null : asRecord(keys)]),
    ),
  };
}

function readScreenshot(value: unknown, path: JsonPath): Read {
  const name = asText(value);
  return name === undefined || name.length > MAX_NAME
    ? { path, text: message('“{0}” must be a name of at most {1} characters.', 'screenshot', MAX_NAME) }
    : { kind: 'screenshot', name };
}

/** The fields of a step as a file has them. */
export function stepFields(step: ResolvedStep): Record<string, unknown> {
  const limit = 'timeout' in step && step.timeout !== DEFAULT_TIMEOUT ? { timeout: step.timeout } : {};
  switch (step.kind) {
    case 'click': {
      const { x, y, ...how } = step.click;
      return { click: { x, y }, ...howFields(how) };
    }
    case 'named': {
      const { x, y, ...how } = step.click;
      const place = x === undefined || y === undefined ? {} : { x, y };
      return { click: { ...step.target, ...place }, ...howFields(how), ...limit };
    }
    case 'type':
      return { type: step.text, ...(step.into && { into: step.into }), ...limit };
    case 'press':
      return { press: step.key };
    case 'scroll':
      return { scroll: step.by, ...step.at };
    case 'open':
      return { open: step.page };
    case 'wait':
      return { wait: step.milliseconds };
    case 'waitFor':
    case 'expect':
      return { [step.kind]: conditionFields(step.condition), ...limit };
    case 'worker':
      return { worker: step.action };
    case 'storage':
      return { storage: step.values };
    case 'mock':
      return { mock: mockFields(step.mock) };
    case 'upload':
      return { upload: step.file };
    case 'screenshot':
      return { screenshot: step.name };
  }
}

/** What a step does, in a few words. */
export function describeStep(step: ResolvedStep): Message {
  switch (step.kind) {
    case 'click':
      return describeClick(step.click);
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
    case 'wait':
      return message('Wait {0} ms', step.milliseconds);
    case 'waitFor':
      return message('Wait for {0}', describeCondition(step.condition));
    case 'expect':
      return message('Expect {0}', describeCondition(step.condition));
    case 'worker':
      return step.action === 'stop' ? message('Stop the worker') : message('Start the worker');
    case 'storage':
      return describeStorage(step.values);
    case 'mock':
      return step.mock.abort
        ? message('Let requests to {0} fail', step.mock.url)
        : message('Answer requests to {0} with {1}', step.mock.url, step.mock.status);
    case 'upload':
      return message('Upload “{0}”', step.file);
    case 'screenshot':
      return message('Take screenshot “{0}”', step.name);
  }
}

function describeStorage(values: Extract<Step, { kind: 'storage' }>['values']): Message {
  const areas = Object.entries(values);
  const cleared = areas.filter(([, keys]) => keys === null).map(([area]) => area);
  const set = areas.flatMap(([area, keys]) => Object.keys(keys ?? {}).map((key) => `${area}.${key}`));
  if (set.length === 0) return message('Clear {0} storage', listOf(cleared));
  return cleared.length === 0
    ? message('Store {0}', listOf(set))
    : message('Clear {0} storage, store {1}', listOf(cleared), listOf(set));
}
