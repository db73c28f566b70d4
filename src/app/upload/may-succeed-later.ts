import { Cancelled, UserError } from '../../core/errors';
import { isTurnedAway, ServiceError } from '../../core/service-error';
import { isPassing } from '../../devtools';
import { FolderError } from './folder-error';

/**
 * Whether an upload that failed may succeed in a moment, with nothing changed: the service, the network or the browser
 * was out of order.
 */
export function maySucceedLater(error: unknown): boolean {
  if (error instanceof Cancelled || error instanceof FolderError) return false;
  if (error instanceof ServiceError) return isPassing(error) || isTurnedAway(error);
  return error instanceof UserError;
}
