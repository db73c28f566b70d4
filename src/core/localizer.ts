import { fill, message, textsOf, type Message, type MessageArgument } from './message';
import { asPlain, fairShare, plainText, type PlainText } from './plain-text';

/** Maximum characters (UTF-16 code units) of one text from outside, depending on where it is shown. */
export const MAX_NAME = 100;
export const MAX_NAME_IN_NOTICE = 60;
export const MAX_TITLE = 40;
export const MAX_STATUS = 40;
export const MAX_WORDS = 300;

/** Maximum characters of all texts from outside in one sentence, and the minimum for each. */
const MAX_TOGETHER = 400;
const MIN_ARGUMENT = 20;

/** Maximum characters of a whole text. The editor shows no more of a notification. */
export const MAX_NOTIFICATION = 1000;
export const MAX_DETAIL = 2000;
export const MAX_PROBLEM = 1000;

/** The sentence of a literal template. */
export type Translate = (template: string, ...args: MessageArgument[]) => PlainText;

/** Fills our templates in one language. */
export class Localizer {
  /** Thousands of rows share a few templates, and all of these are ours: each is translated once. */
  private readonly sentences = new Map<string, Sentence>();

  /** @param translation of a template. */
  constructor(private readonly translation: (template: string) => string) {}

  /** A sentence. Its arguments come from outside: each is made plain and shortened, a name perhaps more. */
  readonly localize = (text: Message, maxArgument = MAX_WORDS, maxName = maxArgument): PlainText => {
    const length = Math.max(MIN_ARGUMENT, Math.min(maxArgument, shareOf(text)));
    const plain = (arg: string, isName: boolean): PlainText =>
      plainText(arg, isName ? Math.min(length, maxName) : length);
    return asPlain(fill(text, this.translate, plain));
  };

  /** The same for a row, a label or a choice: a literal template, with arguments that are mostly names. */
  readonly t: Translate = (template, ...args) => this.localize(message(template, ...args), MAX_NAME);

  /** A label: a name from outside, or a sentence of ours with one. */
  readonly plainLabel = (label: string | Message): PlainText =>
    typeof label === 'string' ? plainText(label, MAX_NAME) : this.localize(label, MAX_NAME);

  private readonly translate = (template: string, ...args: (string | number)[]): string => {
    const { start, rest } = this.sentences.get(template) ?? this.translated(template);
    let filled = start;
    for (const { arg, text } of rest) filled += `${args[arg] ?? `{${arg}}`}${text}`;
    return filled;
  };

  private translated(template: string): Sentence {
    const [start = '', ...parts] = this.translation(template).split(/\{(\d+)\}/);
    const rest = parts.flatMap((part, index) =>
      index % 2 === 0 ? [{ arg: Number(part), text: parts[index + 1] ?? '' }] : [],
    );
    const sentence = { start, rest };
    this.sentences.set(template, sentence);
    return sentence;
  }
}

/** Of thousands of rows, each has several texts, and nearly all of them are short. */
function shareOf(text: Message): number {
  if (lengthOf(text) <= MAX_TOGETHER) return MAX_TOGETHER;
  return fairShare(
    textsOf(text).map(({ length }) => length),
    MAX_TOGETHER,
  );
}

function lengthOf({ args }: Message): number {
  let length = 0;
  for (const arg of args)
    if (typeof arg === 'string') length += arg.length;
    else if (typeof arg === 'object') length += lengthOf(arg);
  return length;
}

/** A translated template: its text up to the first argument, then each argument's number with the text after it. */
interface Sentence {
  readonly start: string;
  readonly rest: readonly { readonly arg: number; readonly text: string }[];
}

/**
 * One of the editor's icons, with the text after it.
 * @param icon the icon's name.
 */
export function withIcon(icon: string, text?: PlainText): PlainText {
  return asPlain(text === undefined ? `$(${icon})` : `$(${icon}) ${text}`);
}
