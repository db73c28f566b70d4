import type { Protocol } from 'devtools-protocol';
import { excerpt } from '../../core/format';
import { asText, textOfPrimitive } from '../../core/json';
import { listOf, type Doubtful } from '../doubtful';

/** A value of the browser. */
export type RemoteObject = Doubtful<Protocol.Runtime.RemoteObject>;
type Preview = Doubtful<Protocol.Runtime.ObjectPreview>;
type Property = Doubtful<Protocol.Runtime.PropertyPreview>;

/** Characters of one entry of a log. */
export const MAX_TEXT = 10_000;
/** Arguments of one call. */
const MAX_ARGUMENTS = 100;

/**
 * The text of a console call, as DevTools shows it: the format of the first argument is filled, the other arguments
 * follow.
 * Source: https://console.spec.whatwg.org/#formatter
 */
export function consoleText(args: readonly RemoteObject[]): string {
  const values = args.slice(0, MAX_ARGUMENTS);
  const [first, ...others] = values;
  const parts = first?.type === 'string' ? [fillFormat(textOfPrimitive(first.value), others), ...others] : values;
  return excerpt(parts.map((part) => (typeof part === 'string' ? part : describeValue(part))).join(' '), MAX_TEXT);
}

/** Takes the arguments that the format uses out of `args`. */
function fillFormat(format: string, args: RemoteObject[]): string {
  return excerpt(format, MAX_TEXT).replace(/%([sdifoOc%])/g, (specifier, kind: string) => {
    if (kind === '%') return '%';
    const value = args.shift();
    if (!value) return specifier;
    const text = describeValue(value);
    if (kind === 'c') return '';
    if (kind === 'd' || kind === 'i') return String(Number.parseInt(text, 10));
    if (kind === 'f') return String(Number.parseFloat(text));
    return text;
  });
}

/** Values within values are shown to this depth; Chromium previews no more than two. */
const MAX_DEPTH = 3;
/** Properties of one value; Chromium previews five, or 100 of an array. */
const MAX_PROPERTIES = 100;

/** A value of the browser in one line, as DevTools shows it: `{a: 1, b: Array(3)}`, `(2) [1, 2]`, `Map(1) {'k' => 1}`. */
export function describeValue(object: RemoteObject): string {
  const { type, subtype, value: plain, unserializableValue, description, preview } = object;
  if (type === 'string') return textOfPrimitive(plain);
  if (type === 'undefined') return 'undefined';
  if (subtype === 'null') return 'null';
  if (preview && !isDescribedByText(subtype)) return describePreview(preview, 0);
  return asText(unserializableValue) ?? asText(description) ?? textOfPrimitive(plain ?? type);
}

/** Whether a value has properties that would be shown, and came without them. */
export function needsPreview({ type, subtype, preview, objectId }: RemoteObject): boolean {
  return type === 'object' && preview === undefined && !isDescribedByText(subtype) && typeof objectId === 'string';
}

/** The description of these says more than their properties do. */
function isDescribedByText(subtype: unknown): boolean {
  return subtype === 'error' || subtype === 'date' || subtype === 'regexp' || subtype === 'node';
}

function describePreview(preview: Preview, depth: number): string {
  const { type, subtype, description, overflow, properties: told, entries } = preview;
  const properties = listOf(told, MAX_PROPERTIES);
  const name = asText(description) ?? 'Object';
  if (type === 'string') return quoted(name);
  if (type !== 'object' || isDescribedByText(subtype)) return type === 'function' ? 'ƒ' : name;
  if (depth >= MAX_DEPTH) return '…';
  const more = overflow === true ? ['…'] : [];
  if (subtype === 'promise') return `${name} {${promiseState(properties, depth)}}`;
  if (subtype === 'array' || subtype === 'typedarray') {
    const elements = properties.filter((property) => subtype === 'array' || isElement(property));
    const items = elements.map((property) => describeElement(property, depth));
    return `${nameOfArray(name)}[${[...items, ...more].join(', ')}]`;
  }
  const parts = Array.isArray(entries)
    ? listOf(entries, MAX_PROPERTIES).map((entry) => describeEntry(entry, depth))
    : properties.map((property) => `${nameOf(property)}: ${describeProperty(property, depth)}`);
  return `${name === 'Object' ? '' : `${name} `}{${[...parts, ...more].join(', ')}}`;
}

/** As DevTools does: `(2) [1, 2]`, `[]`, `Uint8Array(2) [1, 2]`. */
function nameOfArray(name: string): string {
  const short = name.replace(/^Array(?=\()/, '').replace(/^\(0\)$/, '');
  return short === '' ? '' : `${short} `;
}

function nameOf({ name }: Property): string {
  return textOfPrimitive(name);
}

function isElement(property: Property): boolean {
  return /^\d+$/.test(nameOf(property));
}

function describeElement(property: Property, depth: number): string {
  const text = describeProperty(property, depth);
  return isElement(property) ? text : `${nameOf(property)}: ${text}`;
}

function describeProperty({ type, value, valuePreview }: Property, depth: number): string {
  if (valuePreview) return describePreview(valuePreview, depth + 1);
  if (type === 'string') return quoted(asText(value) ?? '');
  if (type === 'function') return 'ƒ';
  if (type === 'accessor') return '(...)';
  return value === 'Object' ? '{…}' : textOfPrimitive(value ?? type);
}

/** An entry of a map or a set. */
function describeEntry({ key, value }: Doubtful<Protocol.Runtime.EntryPreview>, depth: number): string {
  const text = describePreview(value ?? {}, depth + 1);
  return key ? `${describePreview(key, depth + 1)} => ${text}` : text;
}

function promiseState(properties: readonly Property[], depth: number): string {
  const of = (wanted: string): Property | undefined => properties.find(({ name }) => name === wanted);
  const state = asText(of('[[PromiseState]]')?.value) ?? 'pending';
  const result = of('[[PromiseResult]]');
  return state === 'pending' || result === undefined ? `<${state}>` : `<${state}>: ${describeProperty(result, depth)}`;
}

function quoted(text: string): string {
  return `'${text}'`;
}
