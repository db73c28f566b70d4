import { message, type Message } from '../core/message';
import type { Operation } from '../core/service-error';

/** Each operation in the words that its errors use. */
export const operations = {
  upload: (id: string): Operation => onSession(message('upload to session {0}', id), id),
  click: (id: string): Operation => onSession(message('click in session {0}', id), id),
  release: (id: string, pool: string): Operation => ({
    what: message('release of session {0} to pool {1}', id, pool),
    missing: message('Session {0} is not out of pool {1}: it was released already, has ended, or belongs to another pool.', id, pool),
    missingHelp: 'chooseSession',
    once: true,
  }),
  deleteExtension: (idOrName: string): Operation => ({
    what: message('deletion of {0}', idOrName),
    missing: message('The catalogue has no extension {0}: it was deleted already, or belongs to another account.', idOrName),
    missingHelp: 'showLog',
    once: false,
  }),
  createSession: (): Operation => read(message('start of a session'), message('This service does not start sessions on request.'), true),
  acquire: (pool: string): Operation => read(message('acquiring from pool {0}', pool), message('There is no pool {0}.', pool), true),
  screenshot: (id: string): Operation => ({ ...onSession(message('picture of session {0}', id), id), once: false }),
  getSession: (id: string): Operation => ({ ...onSession(message('look-up of session {0}', id), id), once: false }),
  list: (path: ListPath): Operation => read(LISTS[path], message('This service has no {0}.', LISTS[path]), false),
};

export type ListPath = 'browsers' | 'browser_pools' | 'extensions';

const LISTS: Record<ListPath, Message> = {
  browsers: message('list of sessions'),
  browser_pools: message('list of pools'),
  extensions: message('list of extensions'),
};

function onSession(what: Operation['what'], id: string): Operation {
  return { what, missing: message('Session {0} is not there: it has ended, or belongs to another account.', id), missingHelp: 'chooseSession', once: true };
}

function read(what: Operation['what'], missing: Operation['missing'], once: boolean): Operation {
  return { what, missing, missingHelp: 'showLog', once };
}
