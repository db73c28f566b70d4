/** Milliseconds. Longer waits are cut to this: nobody waits so long, and no sentence mentions more. */
const MAX_RETRY_AFTER = 30 * 86_400_000;

/**
 * Reads `Retry-After`: a number of seconds, or a date (RFC 9110, 10.2.3). Some services send fractions of a second.
 * @param now milliseconds since 1970.
 * @returns milliseconds from now, at least 0 and bounded; undefined if the header is missing or is neither.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1000), MAX_RETRY_AFTER);
  // Date.parse accepts many texts that are not dates: "1", "-5", "2 apples".
  const date = /^[A-Z][a-z]+,? .*\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), MAX_RETRY_AFTER);
}
