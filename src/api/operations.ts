import type { RecoveryAction } from '../core/errors';
import { message, type Message } from '../core/message';
import type { Operation } from '../core/service-error';

/** Each operation in the words that its errors use. */
export const operations = {
  upload: (id: string): Operation =>
    onSession(id, { what: message('upload to session {0}', id), nonIdempotent: true, verifyWith: 'refresh' }),
  click: (id: string): Operation =>
    onSession(id, { what: message('click in session {0}', id), nonIdempotent: true, verifyWith: 'takeScreenshot' }),
  screenshot: (id: string): Operation =>
    onSession(id, { what: message('picture of session {0}', id), nonIdempotent: false, verifyWith: 'showLog' }),
  getSession: (id: string): Operation =>
    onSession(id, { what: message('look-up of session {0}', id), nonIdempotent: false, verifyWith: 'showLog' }),
  release: (id: string, pool: string): Operation => ({
    what: message('release of session {0} to pool {1}', id, pool),
    notFound: message(
      'Session {0} is not out of pool {1}: it was released already, has ended, or belongs to another pool.',
      id,
      pool,
    ),
    notFoundAction: 'chooseSession',
    nonIdempotent: true,
    verifyWith: 'refresh',
  }),
  deleteExtension: (idOrName: string): Operation => ({
    what: message('deletion of {0}', idOrName),
    notFound: message(
      'The catalogue has no extension {0}: it was deleted already, or belongs to another account.',
      idOrName,
    ),
    notFoundAction: 'showLog',
    nonIdempotent: false,
    verifyWith: 'refresh',
  }),
  createSession: (): Operation => ({
    what: message('start of a session'),
    notFound: message('This service does not start sessions on request.'),
    notFoundAction: 'showLog',
    nonIdempotent: true,
    verifyWith: 'refresh',
  }),
  acquire: (pool: string): Operation => ({
    what: message('request for a browser of pool {0}', pool),
    notFound: message('There is no pool {0}.', pool),
    notFoundAction: 'showLog',
    nonIdempotent: true,
    verifyWith: 'refresh',
  }),
  checkToken: (): Operation => ({
    what: message('check of the token'),
    notFound: message('This service does not check tokens.'),
    notFoundAction: 'showLog',
    nonIdempotent: false,
    verifyWith: 'showLog',
  }),
  list: (path: ListPath): Operation => ({
    what: LISTS[path],
    notFound: message('This service has no {0}.', LISTS[path]),
    notFoundAction: 'showLog',
    nonIdempotent: false,
    verifyWith: 'showLog',
  }),
};

export type ListPath = 'browsers' | 'browser_pools' | 'extensions';

const LISTS: Record<ListPath, Message> = {
  browsers: message('list of sessions'),
  browser_pools: message('list of pools'),
  extensions: message('list of extensions'),
};

function onSession(
  id: string,
  rest: { readonly what: Message; readonly nonIdempotent: boolean; readonly verifyWith: RecoveryAction },
): Operation {
  return {
    ...rest,
    notFound: message('Session {0} is not there: it has ended, or belongs to another account.', id),
    notFoundAction: 'chooseSession',
    session: id,
  };
}
