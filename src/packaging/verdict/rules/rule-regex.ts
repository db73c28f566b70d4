import { message, type Message } from '../../../core/message';

/**
 * What Chromium's regular expressions (RE2) do not have, of what JavaScript's have: looking around, going back, \u, \c
 * and \k.
 */
const NOT_IN_RE2 = /\(\?<?[=!]|\\[1-9ucky]|\{\d{5,}/;
const MAX_REPEAT = 1000;
/** What RE2 has and JavaScript does not, as something that both have. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\\Q[^]*?(?:\\E|$)/g, 'a'],
  [/\(\?P</g, '(?<'],
  [/\(\?[imsU-]+\)/g, ''],
  [/\(\?[imsU-]+:/g, '(?:'],
  [/\[\[:\^?\w+:\]\]/g, '[a]'],
  [/\[:\^?\w+:\]/g, 'a'],
  [/\\[AzC]/g, 'a'],
];

/** Why Chromium would not take the regular expression of a rule; undefined where it would. */
export function regexProblem(pattern: string): Message | undefined {
  if (/[^\0-\x7f]/.test(pattern))
    return message('A regular expression may hold only ASCII letters. Write others as \\x{…}.');
  if (NOT_IN_RE2.test(pattern.replace(/\\\\/g, '')))
    return message('Looking around with (?=…) or (?<…), going back with \\1, and \\u… are not known here.');
  if (
    [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].some(
      ([, least, most]) => Math.max(Number(least), Number(most ?? 0)) > MAX_REPEAT,
    )
  )
    return message('A part can be repeated no more than {0} times.', MAX_REPEAT);
  return isPattern(ALIKE.reduce((text, [from, to]) => text.replace(from, to), pattern))
    ? undefined
    : message('This is not a regular expression: perhaps a bracket is not closed.');
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
