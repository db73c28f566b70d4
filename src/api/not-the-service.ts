import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { Operation } from '../core/service-error';

/** The error for an answer that cannot come from the service. */
export function notTheService({ failed }: Operation): UserError {
  return new UserError(
    message('{0}: unexpected response. A network sign-in page may be in the way, or the address is wrong.', failed),
    'changeAddress',
  );
}
