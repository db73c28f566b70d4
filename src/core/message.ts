/**
 * A sentence for the user that can still be translated: an English template with {0}, {1}, … and the arguments for
 * them. The template is a literal in our code; text from outside may only be an argument. Only `ui` knows the editor's
 * language, so all other code passes its sentences on in this form.
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
 * Fills a template with `translate`, the innermost message first. `translate` has the shape of the editor's `l10n.t`.
 * @param plain applied to each text argument, to make it safe to show; `isName` if the template has it as a name.
 */
export function fill(
  { template, args }: Message,
  translate: (template: string, ...args: (string | number)[]) => string,
  plain: (text: string, isName: boolean) => string = (text) => text,
): string {
  const filled = args.map((arg, index) => {
    if (typeof arg === 'object') return fill(arg, translate, plain);
    return typeof arg === 'string' ? plain(arg, isName(template, index)) : arg;
  });
  return translate(template, ...filled);
}

/** Names are in quotation marks; so are the words of somebody else, which follow a colon. */
function isName(template: string, index: number): boolean {
  return template.includes(`“{${index}}”`) && !template.includes(`: “{${index}}”`);
}

/** All arguments that are texts, including those of nested messages. */
export function textsOf({ args }: Message): string[] {
  return args.flatMap((arg) => (typeof arg === 'object' ? textsOf(arg) : typeof arg === 'string' ? [arg] : []));
}

/** The same sentence with each text argument replaced by another one, or by a sentence. */
export function withTexts({ template, args }: Message, change: (text: string) => string | Message): Message {
  return {
    template,
    args: args.map((arg) =>
      typeof arg === 'object' ? withTexts(arg, change) : typeof arg === 'string' ? change(arg) : arg,
    ),
  };
}

/** The sentence in English, with its arguments unchanged: for `Error.message`. */
export function english(text: Message): string {
  return fill(text, (template, ...args) =>
    template.replace(/\{(\d+)\}/g, (hole, index) => String(args[Number(index)] ?? hole)),
  );
}

/** Joins sentences with a space; undefined parts are skipped. */
export function sentences(...parts: (Message | undefined)[]): Message {
  return joinMessages(
    parts.filter((part) => part !== undefined),
    ' ',
  );
}

/**
 * Joins names into a list. Each name is its own argument, so that it is shortened by itself and its text direction does
 * not affect the others. At most the first ten are listed, with the number of those that are not.
 */
export function listOf(parts: readonly MessageArgument[]): Message {
  const more = parts.length - MAX_LISTED;
  return joinMessages(more <= 0 ? parts : [...parts.slice(0, MAX_LISTED), message('and {0} more', more)], ', ');
}

/** Joins names into a list, each in quotation marks. */
export function quotedListOf(names: readonly string[]): Message {
  return listOf(names.map((name) => message('“{0}”', name)));
}

export const MAX_LISTED = 10;

function joinMessages(parts: readonly MessageArgument[], separator: string): Message {
  return message(parts.map((_, index) => `{${index}}`).join(separator), ...parts);
}
