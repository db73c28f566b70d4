import { isObject, unknownKey, type JsonPath, type ValueProblem } from './click-fields';
import type { ElementName } from './element-name';
import { asCount, asRecord } from './json';
import { listOf, message, type Message } from './message';
import { inFrame, readElement, readText } from './step-values';
import { STORAGE_AREAS } from './storage-area';

/** What is waited for, or expected. */
export type Condition =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'visible'; readonly target: ElementName }
  /** `*` stands for any characters. */
  | { readonly kind: 'address'; readonly address: string }
  /** By area and key. */
  | { readonly kind: 'storage'; readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  /** So many requests to an address, in which `*` stands for any characters, since the start; undefined: at least one. */
  | { readonly kind: 'request'; readonly url: string; readonly times: number | undefined }
  | { readonly kind: 'noErrors' };

const CONDITIONS = ['text', 'visible', 'address', 'storage', 'request', 'noErrors'] as const;

export function readCondition(value: unknown, path: JsonPath): Condition | ValueProblem {
  const fields = isObject(value) ? asRecord(value) : {};
  const unknown = unknownKey(fields, CONDITIONS, path);
  if (unknown) return unknown;
  const [kind, ...others] = CONDITIONS.filter((each) => each in fields);
  if (kind === undefined || others.length > 0)
    return { path, text: message('Expect one of {0} at a time.', listOf(CONDITIONS)) };
  const at = [...path, kind];
  const given = fields[kind];
  switch (kind) {
    case 'visible': {
      const target = readElement(given, at);
      return 'path' in target ? target : { kind, target };
    }
    case 'noErrors':
      return given === true ? { kind } : { path: at, text: message('“{0}” can only be true.', kind) };
    case 'storage':
      return readStored(given, at);
    case 'request':
      return readRequest(given, at);
    case 'text':
    case 'address': {
      const read = readText(given, at);
      if ('path' in read) return read;
      return kind === 'text' ? { kind, text: read.text } : { kind, address: read.text };
    }
  }
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
        text: message('List what is stored by area and key: {0}.', '{ "local": { "count": 3 } }'),
      }
    : { kind: 'storage', values: Object.fromEntries(values.map(([area, keys]) => [area, asRecord(keys)])) };
}

function readRequest(value: unknown, path: JsonPath): Condition | ValueProblem {
  const fields = isObject(value) ? asRecord(value) : {};
  const unknown = unknownKey(fields, ['url', 'times'], path);
  if (unknown) return unknown;
  const url = readText(fields['url'], [...path, 'url']);
  if ('path' in url) return url;
  const times = asCount(fields['times']);
  return fields['times'] !== undefined && times === undefined
    ? { path: [...path, 'times'], text: message('“{0}” must be a non-negative integer.', 'times') }
    : { kind: 'request', url: url.text, times };
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
    case 'request':
      return condition.times === undefined
        ? message('a request to {0}', condition.url)
        : message('requests to {0}: {1}', condition.url, condition.times);
    case 'noErrors':
      return message('no uncaught error');
  }
}

function keysOf(values: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string[] {
  return Object.entries(values).flatMap(([area, keys]) => Object.keys(keys).map((key) => `${area}.${key}`));
}

/** The condition as a file has it. */
export function conditionFields(condition: Condition): Record<string, unknown> {
  switch (condition.kind) {
    case 'text':
      return { text: condition.text };
    case 'visible':
      return { visible: condition.target };
    case 'address':
      return { address: condition.address };
    case 'storage':
      return { storage: condition.values };
    case 'request': {
      const { url, times } = condition;
      return { request: { url, ...(times !== undefined && { times }) } };
    }
    case 'noErrors':
      return { noErrors: true };
  }
}
