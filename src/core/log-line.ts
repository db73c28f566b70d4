import { escaped } from './json';
import { plainText } from './plain-text';

/** Maximum characters in a line, and maximum lines of a stack. */
const MAX_LINE = 2000;
const MAX_STACK = 30;

/** The Output panel turns every URL into a link. With this character in it, a URL stays text. */
const WORD_JOINER = '\u2060';

/**
 * Makes one line of the log from text that may come from outside. Control characters, including those that would start
 * a new line or color it, are shown as escapes.
 */
export function logLine(text: string): string {
  const isWhole = text.length <= MAX_LINE;
  const begin = isWhole ? text : `${text.slice(0, MAX_LINE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  return withoutLinks(plainText(begin.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escape), MAX_LINE));
}

/** The same text with no URL that the editor would turn into a link. */
export function withoutLinks(text: string): string {
  return text.replace(/:(?=\/\/)/g, `:${WORD_JOINER}`);
}

/** The stack of an error. Every line but the first is indented, so that none looks like a line of the log. */
export function logStack({ message, stack = message }: Error): string {
  // Skip the lines of the message itself; they are not part of the stack.
  const end = Math.max(stack.indexOf(message) + message.length, `${stack}\n`.indexOf('\n'));
  const frames = stack
    .slice(end, end + MAX_STACK * MAX_LINE)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [logLine(stack.slice(0, end)), ...frames.slice(0, MAX_STACK).map((line) => `    ${logLine(line)}`)].join('\n');
}

function escape(control: string): string {
  const short = JSON.stringify(control).slice(1, -1);
  return short === control ? escaped(control) : short;
}

/**
 * Finds the place in a line of a log: after the level, or in a line of a stack. It takes time in proportion to the
 * line, because the rest of the line comes from outside.
 * @param line as it stands in the document of a log.
 */
export function placeInLine(line: string): string | undefined {
  const [head] = /^\S+ \S+ \[\w+\] /.exec(line) ?? [];
  if (head !== undefined) return PLACE.exec(line.slice(head.length))?.[1];
  const [, call] = /^ {4}at (.*)$/.exec(line) ?? [];
  const place = call?.endsWith(')') ? call.slice(call.lastIndexOf(' (') + 2, -1) : call;
  return place !== undefined && PLACE.exec(place)?.[1] === place ? place : undefined;
}

const PLACE = /^(\S.*?:\d+:\d+)(?= |$)/;
