import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { Operation } from '../core/service-error';

/** For an answer that the service cannot have given. */
export function notTheService({ what }: Operation): UserError {
  return new UserError(message('What answered to the {0} is not the service. Is the address right, and is no login page of the network in between?', what), 'changeAddress');
}
