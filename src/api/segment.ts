import { UserError } from '../core/errors';
import { isId } from '../core/id';
import { message } from '../core/message';

/** The number of characters shown of an invalid ID. */
const SHOWN = 60;

/**
 * Encodes an ID or a name as one segment of a path.
 * @throws UserError as `valid` does.
 */
export function segment(id: string, token?: string): string {
  return encodeURIComponent(valid(id, token));
}

/**
 * Returns the ID or name unchanged if it is valid.
 * @param token the connection's token. If it was pasted into the wrong box, it must not be sent or logged.
 * @throws UserError if the text is not an ID or name.
 */
export function valid(id: string, token?: string): string {
  if (id === token) {
    throw new UserError(message('This is the connection’s token, not an ID or name. Nothing was sent.'));
  }
  const shown = id.length > SHOWN ? `${id.slice(0, SHOWN)}…` : id;
  if (!isId(id)) throw new UserError(message('“{0}” isn’t a valid ID or name.', shown));
  return id;
}
