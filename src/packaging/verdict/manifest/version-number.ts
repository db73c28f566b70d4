/** The largest value of a part of a version: 32 bits. */
const MAX_PART = 4_294_967_295;

/**
 * Whether Chromium accepts the text as a version: integers separated by dots, of which only the first must not have
 * leading zeros.
 */
export function isVersionNumber(text: string): boolean {
  return /^(0|[1-9]\d*)(\.\d+)*$/.test(text) && text.split('.').every((part) => Number(part) <= MAX_PART);
}
