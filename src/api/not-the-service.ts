import { UserError } from '../core/errors';
import { message, sentences } from '../core/message';
import type { Operation } from '../core/service-error';

/** The error for an answer that cannot come from the service. */
export function notTheService({ failed }: Operation): UserError {
  return new UserError(
    sentences(
      failed,
      message('Unexpected response. A network sign-in page may be in the way, or the address is wrong.'),
    ),
    'openInBrowser',
  );
}
