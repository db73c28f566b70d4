import { excerpt } from '../../core/format';
import { asRecord, asText, textOfPrimitive } from '../../core/json';

/** Characters of one entry of a log. */
export const MAX_TEXT = 10_000;
/** Arguments of one call. */
const MAX_ARGUMENTS = 100;

/**
 * The text of a console call, as DevTools shows it: the format of the first argument is filled, the other arguments
 * follow.
 * Source: https://console.spec.whatwg.org/#formatter
 * @param args an array of `Runtime.RemoteObject`, which may have any shape.
 */
export function consoleText(args: unknown): string {
  const values = Array.isArray(args) ? args.slice(0, MAX_ARGUMENTS) : [];
  const [first, ...others] = values;
  const { type, value } = asRecord(first);
  const parts = type === 'string' ? [fillFormat(textOfPrimitive(value), others), ...others] : values;
  return excerpt(parts.map((part) => (typeof part === 'string' ? part : describeValue(part))).join(' '), MAX_TEXT);
}

/** Takes the arguments that the format uses out of `args`. */
function fillFormat(format: string, args: unknown[]): string {
  return excerpt(format, MAX_TEXT).replace(/%([sdifoOc%])/g, (specifier, kind: string) => {
    if (kind === '%') return '%';
    if (args.length === 0) return specifier;
    const text = describeValue(args.shift());
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

/**
 * A value of the browser in one line, as DevTools shows it: `{a: 1, b: Array(3)}`, `(2) [1, 2]`, `Map(1) {'k' => 1}`.
 * @param value a `Runtime.RemoteObject`, which may have any shape.
 */
export function describeValue(value: unknown): string {
  const { type, subtype, value: plain, unserializableValue, description, preview } = asRecord(value);
  if (type === 'string') return textOfPrimitive(plain);
  if (type === 'undefined') return 'undefined';
  if (subtype === 'null') return 'null';
  if (preview !== undefined && !isDescribedByText(subtype)) return describePreview(preview, 0);
  return asText(unserializableValue) ?? asText(description) ?? textOfPrimitive(plain ?? type);
}

/** Whether a value has properties that would be shown, and came without them. */
export function needsPreview(value: unknown): boolean {
  const { type, subtype, preview, objectId } = asRecord(value);
  return type === 'object' && preview === undefined && !isDescribedByText(subtype) && typeof objectId === 'string';
}

/** The description of these says more than their properties do. */
function isDescribedByText(subtype: unknown): boolean {
  return subtype === 'error' || subtype === 'date' || subtype === 'regexp' || subtype === 'node';
}

/** @param preview a `Runtime.ObjectPreview`. */
function describePreview(preview: unknown, depth: number): string {
  const { type, subtype, description, overflow, properties, entries } = asRecord(preview);
  const name = asText(description) ?? 'Object';
  if (type === 'string') return quoted(name);
  if (type !== 'object' || isDescribedByText(subtype)) return type === 'function' ? 'ƒ' : name;
  if (depth >= MAX_DEPTH) return '…';
  const more = overflow === true ? ['…'] : [];
  if (subtype === 'promise') return `${name} {${promiseState(properties, depth)}}`;
  if (subtype === 'array' || subtype === 'typedarray') {
    const elements = listOf(properties).filter((property) => subtype === 'array' || isElement(property));
    const items = elements.map((property) => describeElement(property, depth));
    return `${nameOfArray(name)}[${[...items, ...more].join(', ')}]`;
  }
  const parts = Array.isArray(entries)
    ? listOf(entries).map((entry) => describeEntry(entry, depth))
    : listOf(properties).map((property) => `${nameOf(property)}: ${describeProperty(property, depth)}`);
  return `${name === 'Object' ? '' : `${name} `}{${[...parts, ...more].join(', ')}}`;
}

/** As DevTools does: `(2) [1, 2]`, `[]`, `Uint8Array(2) [1, 2]`. */
function nameOfArray(name: string): string {
  const short = name.replace(/^Array(?=\()/, '').replace(/^\(0\)$/, '');
  return short === '' ? '' : `${short} `;
}

function nameOf(property: unknown): string {
  return textOfPrimitive(asRecord(property)['name']);
}

function isElement(property: unknown): boolean {
  return /^\d+$/.test(nameOf(property));
}

function describeElement(property: unknown, depth: number): string {
  const text = describeProperty(property, depth);
  return isElement(property) ? text : `${nameOf(property)}: ${text}`;
}

/** @param property a `Runtime.PropertyPreview`. */
function describeProperty(property: unknown, depth: number): string {
  const { type, value, valuePreview } = asRecord(property);
  if (valuePreview !== undefined) return describePreview(valuePreview, depth + 1);
  if (type === 'string') return quoted(asText(value) ?? '');
  if (type === 'function') return 'ƒ';
  if (type === 'accessor') return '(...)';
  return value === 'Object' ? '{…}' : textOfPrimitive(value ?? type);
}

/** An entry of a map or a set. */
function describeEntry(entry: unknown, depth: number): string {
  const { key, value } = asRecord(entry);
  const text = describePreview(value, depth + 1);
  return key === undefined ? text : `${describePreview(key, depth + 1)} => ${text}`;
}

function promiseState(properties: unknown, depth: number): string {
  const of = (wanted: string): unknown => listOf(properties).find((each) => asRecord(each)['name'] === wanted);
  const state = asText(asRecord(of('[[PromiseState]]'))['value']) ?? 'pending';
  const result = of('[[PromiseResult]]');
  return state === 'pending' || result === undefined ? `<${state}>` : `<${state}>: ${describeProperty(result, depth)}`;
}

function listOf(values: unknown): unknown[] {
  return Array.isArray(values) ? values.slice(0, MAX_PROPERTIES) : [];
}

function quoted(text: string): string {
  return `'${text}'`;
}
