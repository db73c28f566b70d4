/** The largest number that a part of a version may be: 32 bits. */
const MAX_PART = 4_294_967_295;

/**
 * As Chromium reads a version: whole numbers with dots between them, of which only the first must have no zero before
 * it.
 */
export function isVersionNumber(text: string): boolean {
  return /^(0|[1-9]\d*)(\.\d+)*$/.test(text) && text.split('.').every((part) => Number(part) <= MAX_PART);
}
