/**
 * Reads `Retry-After`: a number of seconds, or a date (RFC 9110, 10.2.3).
 * @param now milliseconds since 1970.
 * @returns milliseconds from now, at least 0; undefined where the header is missing or is neither.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse takes much for a date that is none: "1", "-5", "2 apples".
  const date = /^[A-Z][a-z]+,? .*\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
