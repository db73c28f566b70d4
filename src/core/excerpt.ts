/** UTF-16 units. More arguments of one call could be more than the stack holds. */
const CHUNK = 4096;

/**
 * The beginning of a text from outside that is to be kept, as a text of its own: a slice holds the text that it was cut
 * from, which may have megabytes, and a short text may be a slice too.
 * @param maxLength in UTF-16 units.
 */
export function excerpt(text: string, maxLength: number): string {
  const length = Math.min(text.length, maxLength);
  let copy = '';
  for (let start = 0; start < length; start += CHUNK) {
    const units = Array.from({ length: Math.min(CHUNK, length - start) }, (_, at) => text.charCodeAt(start + at));
    copy += String.fromCharCode(...units);
  }
  return copy;
}
