import { excerpt } from './format';

declare const plain: unique symbol;

/** A text that is safe to show: our own, or text from outside that `plainText` has made harmless. */
export type PlainText = string & { readonly [plain]: true };

/** Marks a text as plain. Only for a text that is composed of plain texts and our own words. */
export function asPlain(text: string): PlainText {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mark that only this file and `localize` give
  return text as PlainText;
}

/**
 * How much of a text from outside is read, as a multiple of the length that is shown. The rest of a 100 MB text costs
 * nothing.
 */
const READ_FACTOR = 4;
/** Maximum combining marks on one letter; more would cover the lines above and below. */
const MAX_MARKS = 8;

/** A text that matches has no invisible characters, and each of its characters is a single code unit. */
const PRINTABLE_ASCII = /^[\x20-\x7E]*$/;
/** A text that matches stays as it is: letters that are visible, and signs that the editor makes nothing of. */
const HARMLESS = /^\w[\w .,:/@+×-]*$/;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const TOO_MANY_MARKS = new RegExp(String.raw`(\p{M}{${MAX_MARKS}})\p{M}+`, 'gu');

/** Scripts in which U+200C and U+200D control how neighboring letters join. */
const SCRIPTS = [
  'Arab',
  'Syrc',
  'Nkoo',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Mymr',
  'Khmr',
] as const;
const JOINING = `[${SCRIPTS.map((script) => String.raw`\p{scx=${script}}`).join('')}]`;
/**
 * Invisible characters that are needed where they are: between letters that join, inside an emoji, and after an emoji.
 */
const NEEDED_INVISIBLE = [
  String.raw`(?<=${JOINING})[\u200C\u200D](?=${JOINING})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
].join('|');
let invisible: RegExp | undefined;

/**
 * Matches invisible characters, including bidirectional controls. Compiled on first use: that takes milliseconds, and
 * most texts are ASCII.
 */
function invisiblePattern(): RegExp {
  return (invisible ??= new RegExp(
    String.raw`(?!${NEEDED_INVISIBLE})[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`,
    'gu',
  ));
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

const WORD_JOINER = '\u2060';
/**
 * Where the editor would see `[label](command:…)` or `$(icon)`, also if only one half is at the end or the start of the
 * text.
 */
const IN_MARKUP = /(?<=[\]$])(?=\(|$)|^(?=\()/g;

/**
 * Makes a text from outside safe to show anywhere in the editor: one line, without links, icons or invisible
 * characters, and with its text direction isolated. Applying it twice gives the same result as once. Use the result
 * only for display; send, copy, write and compare the original text.
 * @param maxLength UTF-16 code units; a longer text ends with `…`.
 */
export function plainText(text: string, maxLength: number): PlainText {
  if (text.length <= maxLength && HARMLESS.test(text)) return asPlain(text);
  const isWhole = text.length <= maxLength * READ_FACTOR;
  const begin = isWhole ? text : excerpt(text, maxLength * READ_FACTOR);
  const visible = visibleOf(isWhole ? begin : begin.replace(/[\uD800-\uDBFF]$/, ''));
  const shown = text !== '' && visible.trim() === '' ? '\uFFFD' : cut(visible, maxLength, isWhole);
  const harmless = shown.replace(IN_MARKUP, WORD_JOINER);
  return asPlain(RIGHT_TO_LEFT.test(harmless) ? `${ISOLATE}${harmless}${END_OF_ISOLATE}` : harmless);
}

function visibleOf(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  const whole = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  return whole.replace(CONTROLS, ' ').replace(invisiblePattern(), '').replace(TOO_MANY_MARKS, '$1');
}

/** Shortens a text that is already plain, such as a whole sentence, without splitting a visible character. */
export function cutPlain(text: PlainText, maxLength: number): PlainText {
  if (text.length <= maxLength) return text;
  const part = cut(text.slice(0, maxLength + 1), maxLength, false);
  const open = part.split(ISOLATE).length - part.split(END_OF_ISOLATE).length;
  return asPlain(`${part}${END_OF_ISOLATE.repeat(Math.max(0, open))}`);
}

/** Splits a plain text after its first sentence, for a place that has a short line and a longer one. */
export function firstSentence(text: PlainText): readonly [first: PlainText, rest: PlainText | undefined] {
  const end = text.indexOf('. ');
  if (end < 0) return [text, undefined];
  return [asPlain(text.slice(0, end + 1)), asPlain(text.slice(end + 2))];
}

/**
 * The maximum length for each text, so that all of them together have at most `total`. A short text is not shortened
 * because others are long.
 * @param lengths of the texts, in the same unit as `total`.
 */
export function fairShare(lengths: readonly number[], total: number): number {
  let left = total;
  for (const [index, length] of lengths.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return total;
}

type Separator = ' ' | ', ' | ' · ' | '\n' | '\n\n';

/** Joins plain texts with one of our separators; undefined parts are skipped. */
export function joinPlain(separator: Separator, parts: readonly (PlainText | undefined)[]): PlainText {
  let joined: string | undefined;
  // Of thousands of rows, each joins several times: no array in between.
  for (const part of parts) if (part !== undefined) joined = joined === undefined ? part : joined + separator + part;
  return asPlain(joined ?? '');
}

function cut(text: string, maxLength: number, isWhole: boolean): string {
  if (text.length <= maxLength && isWhole) return text;
  const isAscii = PRINTABLE_ASCII.test(text.slice(0, maxLength));
  const end = isAscii ? maxLength - 1 : new Intl.Segmenter('en').segment(text).containing(maxLength - 1)?.index;
  return `${text.slice(0, end).trimEnd()}…`;
}
