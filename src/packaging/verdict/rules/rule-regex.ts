import { message, type Message } from '../../../core/message';

/**
 * What JavaScript's regular expressions have and Chromium's (RE2) do not: lookaround, backreferences, \u, \c and \k.
 */
const NOT_IN_RE2 = /\(\?<?[=!]|\\[1-9ucky]|\{\d{5,}/;
const MAX_REPEAT = 1000;
/** What RE2 has and JavaScript does not, with a replacement that both accept. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\\Q[^]*?(?:\\E|$)/g, 'a'],
  [/\(\?P</g, '(?<'],
  [/\(\?[imsU-]+\)/g, ''],
  [/\(\?[imsU-]+:/g, '(?:'],
  [/\[\[:\^?\w+:\]\]/g, '[a]'],
  [/\[:\^?\w+:\]/g, 'a'],
  [/\\[AzC]/g, 'a'],
];

/** Why Chromium would reject the regular expression of a rule; undefined if it would accept it. */
export function regexProblem(pattern: string): Message | undefined {
  if (/[^\0-\x7f]/.test(pattern))
    return message('A regular expression can contain only ASCII characters. Write others as \\x{…}.');
  if (NOT_IN_RE2.test(pattern.replace(/\\\\/g, '')))
    return message('Lookaround such as (?=…) or (?<…), backreferences such as \\1, and \\u… aren’t supported here.');
  if (
    [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].some(
      ([, least, most]) => Math.max(Number(least), Number(most ?? 0)) > MAX_REPEAT,
    )
  )
    return message('A part can be repeated no more than {0} times.', MAX_REPEAT);
  return isPattern(ALIKE.reduce((text, [from, to]) => text.replace(from, to), pattern))
    ? undefined
    : message('Invalid regular expression. A bracket may be unclosed.');
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
