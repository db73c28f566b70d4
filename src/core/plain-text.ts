declare const plain: unique symbol;

/** A text that can be shown: ours, or one from outside that `plainText` has made harmless. */
export type PlainText = string & { readonly [plain]: true };

/** For what is put together of plain texts and of our own words. */
export function asPlain(text: string): PlainText {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mark that only this file and `localize` give
  return text as PlainText;
}

/** Of a text from outside, this many times the length that is shown is looked at: of 100 MB the rest costs nothing. */
const LOOKED_AT = 4;
/** Marks on one letter; more would run over the lines above and below. */
const MAX_MARKS = 8;

/** Nothing in such a text is invisible, or more than one character to the eye. */
const PRINTABLE_ASCII = /^[\x20-\x7E]*$/;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const TOO_MANY_MARKS = new RegExp(String.raw`(\p{M}{${MAX_MARKS}})\p{M}+`, 'gu');

/** Scripts in which U+200C and U+200D say how the letters beside them join. */
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
/** Invisible characters that belong where they are: between letters that join, in an emoji, and behind one. */
const BELONGS = [
  String.raw`(?<=${JOINING})[\u200C\u200D](?=${JOINING})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
].join('|');
let invisible: RegExp | undefined;

/**
 * Those of bidirectional control among them. Made when it is first needed: that takes milliseconds, and most texts are
 * ASCII.
 */
function invisiblePattern(): RegExp {
  return (invisible ??= new RegExp(String.raw`(?!${BELONGS})[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`, 'gu'));
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

const WORD_JOINER = '\u2060';
/** Where the editor sees `[label](command:…)` and `$(icon)`: also where the one half ends a text, or begins it. */
const IN_MARKUP = /(?<=[\]$])(?=\(|$)|^(?=\()/g;

/**
 * Makes a text from outside one that can stand anywhere in the editor: in one line, with no link, no icon and no
 * invisible character, and with its direction of reading kept to itself. Done twice it is as if done once. What is
 * sent, copied, written or compared is the text itself, and never this.
 * @param maxLength UTF-16 code units; a longer text ends with `…`.
 */
export function plainText(text: string, maxLength: number): PlainText {
  const begin = text.slice(0, maxLength * LOOKED_AT);
  const isWhole = begin.length === text.length;
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

/** Cuts what is plain already, such as a whole sentence, between two characters that a person sees. */
export function cutPlain(text: PlainText, maxLength: number): PlainText {
  if (text.length <= maxLength) return text;
  const part = cut(text.slice(0, maxLength + 1), maxLength, false);
  const open = part.split(ISOLATE).length - part.split(END_OF_ISOLATE).length;
  return asPlain(`${part}${END_OF_ISOLATE.repeat(Math.max(0, open))}`);
}

/**
 * How long each text may be, so that all of them together have at most `total`: a short one is not cut because others
 * are long.
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

type Separator = ', ' | ' · ' | '\n' | '\n\n';

/** Plain texts one after the other, with a separator of ours; what is undefined falls out. */
export function joinPlain(separator: Separator, parts: readonly (PlainText | undefined)[]): PlainText {
  return asPlain(parts.filter((part) => part !== undefined).join(separator));
}

function cut(text: string, maxLength: number, isWhole: boolean): string {
  if (text.length <= maxLength && isWhole) return text;
  if (PRINTABLE_ASCII.test(text)) return `${text.slice(0, maxLength - 1).trimEnd()}…`;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('en').segment(text)) {
    if (index + segment.length >= maxLength) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
