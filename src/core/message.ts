/**
 * A sentence for the person that can still be translated: an English template with {0}, {1}, … and what stands there.
 * The template is ours, a literal; texts from outside are arguments only. Only `ui` knows the editor's language, so
 * everything below hands its sentences up in this form.
 */
export interface Message {
  readonly template: string;
  readonly args: readonly MessageArgument[];
}

export type MessageArgument = string | number | Message;

export function message(template: string, ...args: MessageArgument[]): Message {
  return { template, args };
}

/**
 * Fills a template by `translate`, innermost first. The editor's own `l10n.t` has the shape of `translate`.
 * @param plain what becomes of an argument that is a text, in a sentence that is shown.
 */
export function fill(
  { template, args }: Message,
  translate: (template: string, ...args: (string | number)[]) => string,
  plain: (text: string) => string = (text) => text,
): string {
  const filled = args.map((arg) => {
    if (typeof arg === 'object') return fill(arg, translate, plain);
    return typeof arg === 'string' ? plain(arg) : arg;
  });
  return translate(template, ...filled);
}

/** All its arguments that are texts, those of the sentences in it too. */
export function textsOf({ args }: Message): string[] {
  return args.flatMap((arg) => (typeof arg === 'object' ? textsOf(arg) : typeof arg === 'string' ? [arg] : []));
}

/** The same sentence with other texts in it. */
export function withTexts({ template, args }: Message, change: (text: string) => string): Message {
  return {
    template,
    args: args.map((arg) =>
      typeof arg === 'object' ? withTexts(arg, change) : typeof arg === 'string' ? change(arg) : arg,
    ),
  };
}

/** The sentence in English, with its arguments as they came: for `Error.message`. */
export function english(text: Message): string {
  return fill(text, (template, ...args) =>
    template.replace(/\{(\d+)\}/g, (hole, index) => String(args[Number(index)] ?? hole)),
  );
}

/** Sentences one after the other; what is undefined falls out. */
export function sentences(...parts: (Message | undefined)[]): Message {
  return inTurn(
    parts.filter((part) => part !== undefined),
    ' ',
  );
}

/**
 * Names in a list: each is an argument of its own, so that a cut and a direction of reading end with it. Of many, the
 * first ten.
 */
export function listOf(parts: readonly MessageArgument[]): Message {
  return inTurn(parts.length <= MAX_LISTED ? parts : [...parts.slice(0, MAX_LISTED), message('…')], ', ');
}

/** Names in a list, each in quotation marks. */
export function quotedListOf(names: readonly string[]): Message {
  return listOf(names.map((name) => message('“{0}”', name)));
}

const MAX_LISTED = 10;

function inTurn(parts: readonly MessageArgument[], separator: string): Message {
  return message(parts.map((_, index) => `{${index}}`).join(separator), ...parts);
}
