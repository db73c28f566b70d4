import { TemporaryError } from '../../core/errors';
import { ConnectionError, isTurnedAway, ServiceError } from '../../core/service-error';
import { isPassing } from '../../devtools';

/**
 * Whether an upload that failed may be tried again in a moment, with nothing changed: the service, the network or the
 * browser was out of order, and nothing happened that must not happen twice.
 */
export function maySucceedLater(error: unknown): boolean {
  if (error instanceof ServiceError) return isTurnedAway(error) || (isPassing(error) && !error.operation.uncertain);
  if (error instanceof ConnectionError) return !(error.sent && error.operation.uncertain);
  return error instanceof TemporaryError;
}
