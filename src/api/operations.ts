import { message, type Message } from '../core/message';
import type { Operation } from '../core/service-error';

/** The operations of the service, each with the sentences of its errors. */
export const operations = {
  upload: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t upload to “{0}”.', id),
    verifyWith: 'checkSession',
    uncertain: {
      noAnswer: message('The upload to “{0}” got no answer.', id),
      serviceFailed: message('The service failed during the upload to “{0}”.', id),
      check: message('The extension may be loaded. Check the session before you upload again.'),
    },
  }),
  click: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t click in “{0}”.', id),
    verifyWith: 'takeScreenshot',
    uncertain: {
      noAnswer: message('The click in “{0}” got no answer.', id),
      serviceFailed: message('The service failed during the click in “{0}”.', id),
      check: message('The click may have gone through. Check the screen before you retry.'),
    },
  }),
  screenshot: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t take a screenshot of “{0}”.', id),
    verifyWith: 'showLog',
  }),
  writeFiles: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t update the files in “{0}”.', id),
    verifyWith: 'showLog',
  }),
  deleteFile: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t remove files from “{0}”.', id),
    verifyWith: 'showLog',
  }),
  listFiles: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t list the files in “{0}”.', id),
    verifyWith: 'showLog',
  }),
  getSession: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t look up “{0}”.', id),
    verifyWith: 'showLog',
  }),
  release: (id: string, pool: string): Operation => ({
    failed: message('Couldn’t release “{0}” to “{1}”.', id, pool),
    notFound: message(
      '“{0}” isn’t acquired from pool “{1}”. It was already released, has ended, or belongs to another pool.',
      id,
      pool,
    ),
    notFoundAction: 'chooseSession',
    verifyWith: 'refresh',
    uncertain: {
      noAnswer: message('The release of “{0}” got no answer.', id),
      serviceFailed: message('The service failed during the release of “{0}”.', id),
      check: message('The session may be released. Refresh the list before you retry.'),
    },
  }),
  deleteExtension: (idOrName: string): Operation => ({
    failed: message('Couldn’t delete “{0}”.', idOrName),
    notFound: message('“{0}” is no longer in the catalog or belongs to another account.', idOrName),
    notFoundAction: 'showLog',
    verifyWith: 'refresh',
  }),
  addToCatalog: (name: string): Operation => ({
    failed: message('Couldn’t upload “{0}” to the catalog.', name),
    notFound: message('This service doesn’t take uploads to its catalog.'),
    notFoundAction: 'showLog',
    verifyWith: 'refresh',
    uncertain: {
      noAnswer: message('Uploading “{0}” to the catalog got no answer.', name),
      serviceFailed: message('The service failed while “{0}” was uploaded to the catalog.', name),
      check: message('It may be in the catalog. Refresh the list before you retry.'),
    },
  }),
  downloadExtension: (idOrName: string): Operation => ({
    failed: message('Couldn’t download “{0}”.', idOrName),
    notFound: message('“{0}” is no longer in the catalog or belongs to another account.', idOrName),
    notFoundAction: 'showLog',
    verifyWith: 'showLog',
  }),
  createSession: (hasExtensions: boolean): Operation => ({
    failed: message('Couldn’t start a session.'),
    notFound: hasExtensions
      ? message('A chosen extension is no longer in the catalog, or this service doesn’t start sessions on request.')
      : message('This service doesn’t start sessions on request.'),
    notFoundAction: 'showLog',
    verifyWith: 'refresh',
    uncertain: {
      noAnswer: message('Starting a session got no answer.'),
      serviceFailed: message('The service failed while starting a session.'),
      check: message('A session may have started. Refresh the list before you retry.'),
    },
  }),
  endSession: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t end “{0}”.', id),
    verifyWith: 'refresh',
  }),
  flushPool: (pool: string): Operation => ({
    failed: message('Couldn’t flush pool “{0}”.', pool),
    notFound: message('Pool “{0}” no longer exists or belongs to another account.', pool),
    notFoundAction: 'showLog',
    verifyWith: 'refresh',
    uncertain: {
      noAnswer: message('Flushing pool “{0}” got no answer.', pool),
      serviceFailed: message('The service failed while flushing pool “{0}”.', pool),
      check: message('The pool may be flushed. Refresh the list before you retry.'),
    },
  }),
  acquire: (pool: string): Operation => ({
    failed: message('Couldn’t acquire a session from “{0}”.', pool),
    notFound: message('Pool “{0}” no longer exists or belongs to another account.', pool),
    notFoundAction: 'showLog',
    verifyWith: 'refresh',
    uncertain: {
      noAnswer: message('Acquiring a session from “{0}” got no answer.', pool),
      serviceFailed: message('The service failed while acquiring a session from “{0}”.', pool),
      check: message('You may have a session from it. Refresh the list before you retry.'),
    },
  }),
  checkToken: (): Operation => ({
    failed: message('Couldn’t verify the token.'),
    notFound: message('This service doesn’t verify tokens.'),
    notFoundAction: 'showLog',
    verifyWith: 'showLog',
  }),
  list: (path: ListPath): Operation => ({ ...LISTS[path], notFoundAction: 'showLog', verifyWith: 'showLog' }),
};

export type ListPath = 'browsers' | 'browser_pools' | 'extensions';

const LISTS: Record<ListPath, { readonly failed: Message; readonly notFound: Message }> = {
  browsers: {
    failed: message('Couldn’t list sessions.'),
    notFound: message('This service doesn’t list sessions.'),
  },
  browser_pools: {
    failed: message('Couldn’t list pools.'),
    notFound: message('This service doesn’t list pools.'),
  },
  extensions: {
    failed: message('Couldn’t list extensions.'),
    notFound: message('This service doesn’t list extensions.'),
  },
};

export function onSession(id: string): Pick<Operation, 'notFound' | 'notFoundAction' | 'session'> {
  return {
    notFound: message('“{0}” has ended or belongs to another account.', id),
    notFoundAction: 'chooseSession',
    session: id,
  };
}
