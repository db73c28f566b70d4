/** One line without control characters, without those that turn the direction of a text, and without what is not seen. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu, ' ').trimEnd();
}

/** A text from outside within a line of data: in quotation marks, on one line, at most so long. */
export function quoted(text: string, max = 100): string {
  return JSON.stringify(cut(oneLine(text).trim(), max));
}

/** The beginning of a text that is too long, with `…`. */
export function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).replace(/\p{Cs}$/u, '')}…` : text;
}
