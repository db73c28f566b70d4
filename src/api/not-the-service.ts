import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { Operation } from '../core/service-error';

/** For an answer that the service cannot have given. */
export function notTheService({ what }: Operation): UserError {
  return new UserError(
    message(
      'The answer to the {0} did not come from the service, but perhaps from a login page of the network. Sign in there, or correct the address.',
      what,
    ),
    'changeAddress',
  );
}
