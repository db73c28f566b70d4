const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
const UNIT = 1024;

/** Bytes in a megabyte, as the editor itself counts. */
export const MEGABYTE = UNIT * UNIT;

/** Formats a size for the user in the editor's units of 1024 bytes: `820 B`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= UNIT - 0.5 && unit < UNITS.length - 1) {
    value /= UNIT;
    unit++;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** Formats a limit with the exact number that its setting has: `50 MB`, `1.25 MB`. */
export function inMegabytes(bytes: number): string {
  return `${Number((bytes / MEGABYTE).toFixed(DECIMALS))} MB`;
}

/** Like `formatBytes`, for a size above a limit in megabytes: with enough decimals to read as more than the limit. */
export function formatOver(bytes: number, limit: number): string {
  if (bytes < MEGABYTE) return formatBytes(bytes);
  const megabytes = bytes / MEGABYTE;
  const least = Number((limit / MEGABYTE).toFixed(DECIMALS));
  const texts = [megabytes < 99.95 ? 1 : 0, 1, 2, 3, 4, 5, DECIMALS].map((decimals) => megabytes.toFixed(decimals));
  const shown = texts.find((text) => Number(text) > least);
  return shown === undefined ? `${bytes} B` : `${shown} MB`;
}

/** One byte of a megabyte shows in the sixth decimal. */
const DECIMALS = 6;

/** Formats a duration for the user: `340 ms`, `3.4 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Formats a waiting time for the user, rounded up: `12 s`, `5 min`, `3 h`. */
export function formatWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds <= 90) return `${seconds} s`;
  return seconds <= 90 * 60 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}

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
