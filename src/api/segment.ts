import { UserError } from '../core/errors';
import { message } from '../core/message';

/** An id as one segment of a path. `encodeURIComponent('..')` stays `..` and would reach another operation. */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new UserError(message('“{0}” is not an ID or a name.', id));
  return encodeURIComponent(id);
}
