import { isObject, unknownKey, type JsonPath, type ValueProblem } from './click-fields';
import { asCount, asRecord, asText } from './json';
import { message } from './message';
import { MAX_TEXT, readMilliseconds, readText } from './step-values';

/** An answer that requests get instead of that of the real server, until the sequence ends. */
export interface Mock {
  /** Which addresses; `*` stands for any characters. */
  readonly url: string;
  /** Only requests of this method, such as `POST`; undefined: all. */
  readonly method: string | undefined;
  /** Whether the request fails, as if the network were gone. */
  readonly abort: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds before it is answered. */
  readonly delay: number;
  /** How many requests are answered; undefined: all. */
  readonly times: number | undefined;
}

const KEYS = ['url', 'method', 'status', 'headers', 'json', 'body', 'delay', 'times', 'abort'];
const MAX_DELAY = 60_000;
/** UTF-16 units. */
const MAX_BODY = 500_000;
const METHOD = /^[A-Z]{1,20}$/;
/** Names and values of headers that HTTP allows. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Reads `{ "url": "https://api.example.com/prices*", "status": 503, "json": { … } }`.
 * @returns the mock, or the first thing that is wrong with it.
 */
export function readMock(value: unknown, path: JsonPath): Mock | ValueProblem {
  const fields = isObject(value) ? asRecord(value) : {};
  const at = (key: string): JsonPath => [...path, key];
  const unknown = unknownKey(fields, KEYS, path);
  if (unknown) return unknown;
  const url = readText(fields['url'], at('url'));
  if ('path' in url) return url;
  const { method, status = 200, headers = {}, json, body = '', delay: wait = 0, times, abort } = fields;
  if (method !== undefined && !METHOD.test(asText(method) ?? ''))
    return { path: at('method'), text: message('“{0}” must be a method such as {1}.', 'method', 'POST') };
  const code = asCount(status);
  if (code === undefined || code < 200 || code > 599)
    return { path: at('status'), text: message('“{0}” must be an integer from {1} to {2}.', 'status', 200, 599) };
  const delay = readMilliseconds(wait, at('delay'), MAX_DELAY);
  if ('path' in delay) return delay;
  const count = asCount(times);
  if (times !== undefined && (count === undefined || count === 0))
    return { path: at('times'), text: message('“{0}” must be a positive integer.', 'times') };
  if (abort !== undefined && abort !== true)
    return { path: at('abort'), text: message('“{0}” can only be true.', 'abort') };
  if ('json' in fields && 'body' in fields)
    return { path: at('body'), text: message('Use only one of “{0}” and “{1}”.', 'json', 'body') };
  const text = json === undefined ? body : JSON.stringify(json);
  if (typeof text !== 'string' || text.length > MAX_BODY)
    return { path: at('body'), text: message('“{0}” must be a text.', 'body') };
  const read = readHeaders(headers, at('headers'));
  if ('path' in read) return read;
  const isTyped = Object.keys(read.headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    url: url.text,
    method: asText(method),
    abort: abort === true,
    status: code,
    headers: { ...(json !== undefined && !isTyped && { 'content-type': 'application/json' }), ...read.headers },
    body: text,
    delay: delay.milliseconds,
    times: count,
  };
}

function readHeaders(
  value: unknown,
  path: JsonPath,
): { readonly headers: Readonly<Record<string, string>> } | ValueProblem {
  const wrong = { path, text: message('Headers must be an object of texts by name.') };
  if (!isObject(value)) return wrong;
  const headers = new Map<string, string>();
  for (const [name, each] of Object.entries(asRecord(value))) {
    if (!HEADER_NAME.test(name) || typeof each !== 'string' || each.length > MAX_TEXT || !HEADER_VALUE.test(each))
      return { ...wrong, path: [...path, name] };
    headers.set(name, each);
  }
  return { headers: Object.fromEntries(headers) };
}

/** The mock as a file has it. */
export function mockFields({ url, method, abort, status, headers, body, delay, times }: Mock): Record<string, unknown> {
  return {
    url,
    ...(method !== undefined && { method }),
    ...(abort ? { abort } : { status }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== '' && { body }),
    ...(delay > 0 && { delay }),
    ...(times !== undefined && { times }),
  };
}
