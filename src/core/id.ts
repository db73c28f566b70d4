/** Characters. A path that is much longer no service takes. */
export const MAX_ID_LENGTH = 1000;

/**
 * Whether a text can be an ID or a name of the service: one segment of a path. `.` and `..` would reach another
 * operation, and half a surrogate pair cannot be sent at all.
 */
export function isId(text: string): boolean {
  return text.length <= MAX_ID_LENGTH && !/^\.{0,2}$/.test(text) && !/\p{Surrogate}/u.test(text);
}
