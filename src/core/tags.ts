import { isId } from './json';
import { message, type Message } from './message';

/** What a session is marked with at the service, such as `team` = `web`. */
export type Tags = Readonly<Record<string, string>>;

/** Pairs of one session. Source: docs/service.md, "Optional operations". */
export const MAX_TAGS = 50;
/** Characters of a key or a value. No service promises more, and more could not be read in a row. */
const MAX_TAG_LENGTH = 255;

/**
 * Reads tags that another program wrote.
 * @param isSecret whether a text must not be shown.
 * @returns the pairs that are valid; undefined if there are none.
 */
export function asTags(value: unknown, isSecret: (text: string) => boolean = () => false): Tags | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const pairs = Object.entries(value).filter(
    (pair): pair is [string, string] => pair.every(isTagPart) && !pair.some((part) => isSecret(part)),
  );
  return pairs.length > 0 ? Object.fromEntries(pairs.slice(0, MAX_TAGS)) : undefined;
}

function isTagPart(part: unknown): part is string {
  return typeof part === 'string' && part !== '' && part.length <= MAX_TAG_LENGTH && !/[\p{C}]/u.test(part);
}

/** Whether a session has all of these tags. */
export function hasTags(own: Tags | undefined, wanted: Tags = {}): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => own !== undefined && Object.hasOwn(own, key) && own[key] === value,
  );
}

/** `team=web, env=test`; an empty text for none. */
export function formatTags(tags: Tags | undefined): string {
  return Object.entries(tags ?? {})
    .map((pair) => pair.join('='))
    .join(', ');
}

/** Reads what a person types: `team=web, env=test`. Call `tagsProblem` first. */
export function parseTags(text: string): Tags {
  return Object.fromEntries(pairsIn(text));
}

/**
 * Why a text is not a list of tags, or undefined. Nothing is no tags.
 * @param fixed the tags that a session gets in any case.
 */
export function tagsProblem(text: string, fixed: Tags = {}): Message | undefined {
  const pairs = pairsIn(text);
  const incomplete = pairs.find(([key, value]) => key === '' || value === '');
  if (incomplete) return message('Write tags as key=value, separated by commas: team=web, env=test.');
  const wrong = pairs.flat().find((part) => !isTagPart(part) || !isId(part));
  if (wrong !== undefined) return message('A key or a value can have at most {0} visible characters.', MAX_TAG_LENGTH);
  const keys = pairs.map(([key]) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) return message('“{0}” is there twice. Give each key one value.', twice);
  const other = pairs.find(([key, value]) => Object.hasOwn(fixed, key) && fixed[key] !== value);
  if (other) return message('“{0}” is “{1}” for all sessions of this connection.', other[0], fixed[other[0]] ?? '');
  const { length } = Object.keys({ ...fixed, ...Object.fromEntries(pairs) });
  return length > MAX_TAGS ? message('Use at most {0} tags ({1} now).', MAX_TAGS, length) : undefined;
}

function pairsIn(text: string): [key: string, value: string][] {
  return text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair, ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    });
}

/** What a person seeks: a part of a name, and tags. */
export interface SessionSearch {
  readonly text: string;
  readonly tags: Tags;
}

/** A word such as `team=web`; a value with blanks is in quotation marks. */
const TAG = /(?<=^|[\s,])([^\s,="]+)=(?:"([^"]*)"|([^\s,"]*))(?=$|[\s,])/g;

/** Reads what is typed to find sessions: `checkout team=web`. A tag without its value yet is left out. */
export function parseSearch(typed: string): SessionSearch {
  const tags: Record<string, string> = {};
  const text = typed.replaceAll(TAG, (_word, key: string, quoted: string | undefined, plain: string | undefined) => {
    const value = quoted ?? plain ?? '';
    if (value !== '') tags[key] = value;
    return '';
  });
  const isTagged = text !== typed;
  return { text: isTagged ? text.replaceAll(/[\s,]+/g, ' ').trim() : typed, tags };
}
