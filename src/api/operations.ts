import type { Help } from '../core/errors';
import { message, type Message } from '../core/message';
import type { Operation } from '../core/service-error';

/** Each operation in the words that its errors use. */
export const operations = {
  upload: (id: string): Operation =>
    onSession(id, { what: message('upload to session {0}', id), once: true, lookUp: 'refresh' }),
  click: (id: string): Operation =>
    onSession(id, { what: message('click in session {0}', id), once: true, lookUp: 'takeScreenshot' }),
  screenshot: (id: string): Operation =>
    onSession(id, { what: message('picture of session {0}', id), once: false, lookUp: 'showLog' }),
  getSession: (id: string): Operation =>
    onSession(id, { what: message('look-up of session {0}', id), once: false, lookUp: 'showLog' }),
  release: (id: string, pool: string): Operation => ({
    what: message('release of session {0} to pool {1}', id, pool),
    missing: message(
      'Session {0} is not out of pool {1}: it was released already, has ended, or belongs to another pool.',
      id,
      pool,
    ),
    missingHelp: 'chooseSession',
    once: true,
    lookUp: 'refresh',
  }),
  deleteExtension: (idOrName: string): Operation => ({
    what: message('deletion of {0}', idOrName),
    missing: message(
      'The catalogue has no extension {0}: it was deleted already, or belongs to another account.',
      idOrName,
    ),
    missingHelp: 'showLog',
    once: false,
    lookUp: 'refresh',
  }),
  createSession: (): Operation => ({
    what: message('start of a session'),
    missing: message('This service does not start sessions on request.'),
    missingHelp: 'showLog',
    once: true,
    lookUp: 'refresh',
  }),
  acquire: (pool: string): Operation => ({
    what: message('request for a browser of pool {0}', pool),
    missing: message('There is no pool {0}.', pool),
    missingHelp: 'showLog',
    once: true,
    lookUp: 'refresh',
  }),
  checkToken: (): Operation => ({
    what: message('check of the token'),
    missing: message('This service does not check tokens.'),
    missingHelp: 'showLog',
    once: false,
    lookUp: 'showLog',
  }),
  list: (path: ListPath): Operation => ({
    what: LISTS[path],
    missing: message('This service has no {0}.', LISTS[path]),
    missingHelp: 'showLog',
    once: false,
    lookUp: 'showLog',
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
  rest: { readonly what: Message; readonly once: boolean; readonly lookUp: Help },
): Operation {
  return {
    ...rest,
    missing: message('Session {0} is not there: it has ended, or belongs to another account.', id),
    missingHelp: 'chooseSession',
    session: id,
  };
}
