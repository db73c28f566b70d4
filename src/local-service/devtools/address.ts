import { Problem } from '../problem';
import { isSameSecret } from '../secret';
import type { Lease } from '../sessions/lease';
import type { Sessions } from '../sessions/sessions';

const PLACE = '/devtools/browser/';

/**
 * The address of a session's DevTools. It needs no token, so it is a secret, and it ends with its lease.
 * @param service `http://127.0.0.1:PORT`.
 */
export function devToolsAddress(service: string, { devToolsSecret }: Lease): string {
  return `${service.replace(/^http/, 'ws')}${PLACE}${devToolsSecret}`;
}

/**
 * Finds the lease of an address.
 * @throws a 404 that does not repeat the path, because it may be nearly a secret.
 */
export function leaseAt(path: string, sessions: Sessions): Lease {
  const secret = path.startsWith(PLACE) ? path.slice(PLACE.length) : undefined;
  const lease = secret === undefined ? undefined : sessions.list().find((each) => isOf(each, secret));
  if (!lease) throw new Problem(404, 'not_found', 'no session has this DevTools address, or it has none any more');
  return lease;
}

function isOf({ devToolsSecret }: Lease, secret: string): boolean {
  return isSameSecret(secret, devToolsSecret);
}
