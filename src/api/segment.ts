import { UserError } from '../core/errors';
import { isId } from '../core/id';
import { message } from '../core/message';

/** So many characters are shown of what is none. */
const SHOWN = 60;

/**
 * An ID or a name as one segment of a path.
 * @throws UserError as `valid` does.
 */
export function segment(id: string, token?: string): string {
  return encodeURIComponent(valid(id, token));
}

/**
 * The ID or name as it came.
 * @param token pasted into the wrong box, it must not come into a log.
 * @throws UserError where it is none.
 */
export function valid(id: string, token?: string): string {
  if (id === token) {
    throw new UserError(message('This is the connection’s token, not an ID or name. Nothing was sent.'));
  }
  const shown = id.length > SHOWN ? `${id.slice(0, SHOWN)}…` : id;
  if (!isId(id)) throw new UserError(message('“{0}” isn’t a valid ID or name.', shown));
  return id;
}
