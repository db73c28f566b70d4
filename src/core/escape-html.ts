/** `&` is the first that is escaped, and the last that is read, because it is in all others. */
const ENTITIES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
] as const;

/** A text as the content or the quoted attribute of an HTML element. */
export function escapeHtml(text: string): string {
  return ENTITIES.reduce((escaped, [sign, entity]) => escaped.replaceAll(sign, entity), text);
}

/** What `escapeHtml` was given. */
export function unescapeHtml(text: string): string {
  return ENTITIES.toReversed().reduce((read, [sign, entity]) => read.replaceAll(entity, sign), text);
}
