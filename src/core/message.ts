/**
 * A sentence for the person that can still be translated: an English template with {0}, {1}, … and what stands there.
 * Only `ui` knows the editor's language, so everything below hands its sentences up in this form.
 */
export interface Message {
  readonly template: string;
  readonly args: readonly MessageArgument[];
}

export type MessageArgument = string | number | Message;

export function message(template: string, ...args: MessageArgument[]): Message {
  return { template, args };
}

/** Fills a template by `translate`, innermost first. The editor's own `l10n.t` has the shape of `translate`. */
export function fill({ template, args }: Message, translate: (template: string, ...args: (string | number)[]) => string): string {
  return translate(template, ...args.map((arg) => (typeof arg === 'object' ? fill(arg, translate) : arg)));
}

/** The sentence in English: for logs, and for `Error.message`. */
export function english(text: Message): string {
  return fill(text, (template, ...args) => template.replace(/\{(\d+)\}/g, (hole, index) => String(args[Number(index)] ?? hole)));
}

/** Sentences one after the other; what is undefined falls out. */
export function sentences(...parts: (Message | undefined)[]): Message {
  const said = parts.filter((part) => part !== undefined);
  return message(said.map((_, index) => `{${index}}`).join(' '), ...said);
}
