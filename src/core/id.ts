/** Characters. No service accepts a path that is much longer. */
export const MAX_ID_LENGTH = 1000;

/**
 * Whether a text can be an ID or a name at the service: one segment of a path. `.` and `..` would lead to another
 * operation, and half a surrogate pair cannot be sent.
 */
export function isId(text: string): boolean {
  return text.length <= MAX_ID_LENGTH && !/^\.{0,2}$/.test(text) && !/\p{Surrogate}/u.test(text);
}
