import { jsonOf, noneIfNotFound, sessionOf, understood } from './answers';
import type { Listed, ListRange } from './list';
import { operations } from './operations';
import type { ServiceSession } from './records';
import { readDevToolsAddress, readLiveViewAddress } from './secret-addresses';
import type { Wire } from './wire';
import { newSessionBody, type NewSession } from './wire-bodies';

export interface SessionRequests {
  /**
   * @param range by default the beginning of the list.
   * @param query only sessions with this in their name, ID or pool; a service may ignore it.
   * @returns undefined if the service has no such list.
   * @throws UserError if the query can be no part of a name or an ID.
   */
  listSessions(signal: AbortSignal, range?: ListRange, query?: string): Promise<Listed<ServiceSession> | undefined>;
  /** @returns undefined if the service has no such session. */
  getSession(sessionId: string, signal: AbortSignal): Promise<ServiceSession | undefined>;
  /** @param options what is not given is not sent, and the service decides. */
  createSession(options: NewSession, signal: AbortSignal): Promise<ServiceSession>;
  /**
   * Ends a session and its browser.
   * @returns false if the service answers that it does not have the operation (405, 501).
   * @throws ServiceError (404) if the service has no such session, or not the operation.
   */
  endSession(sessionId: string, signal: AbortSignal): Promise<boolean>;
  /**
   * The address of the session's DevTools: a secret, like the token. Get it when it is needed, and keep it in memory
   * only.
   * @returns undefined if the service returns no address, or none that is safe to open.
   */
  devToolsAddress(sessionId: string, signal: AbortSignal): Promise<URL | undefined>;
  /**
   * The address at which a person can watch the session in a web browser: a secret, like the token. Get it when it is
   * needed, and keep it in memory only.
   * @returns undefined if the service returns no address, or none that is safe to open.
   */
  liveViewAddress(sessionId: string, signal: AbortSignal): Promise<URL | undefined>;
}

export function sessionRequests({ transport, service, part, read, ask, tellIfOffered, list }: Wire): SessionRequests {
  const getRecord = async (id: string, signal: AbortSignal): Promise<unknown> => {
    const operation = operations.getSession(id);
    const path = `/browsers/${part(id)}`;
    const { body } = await transport.send({ operation, method: 'GET', path, wantsBody: true, signal });
    // What is no JSON is no session either.
    return jsonOf(body) ?? null;
  };
  const address =
    (readAddress: (record: unknown, service: URL) => URL | undefined) =>
    async (id: string, signal: AbortSignal): Promise<URL | undefined> => {
      const record = await getRecord(id, signal);
      understood(read.session(record), operations.getSession(id));
      return readAddress(record, service);
    };

  return {
    listSessions: async (signal, range, query) => {
      const wanted = query === undefined ? '' : `&query=${part(query)}`;
      return list('browsers', `&status=active${wanted}`, read.session, signal, range);
    },
    getSession: async (id, signal) => {
      const record = await getRecord(id, signal).catch(noneIfNotFound);
      return record === undefined ? undefined : understood(read.session(record), operations.getSession(id));
    },
    createSession: async (options, signal) => {
      const hasExtensions = (options.extensions?.length ?? 0) > 0;
      const answer = await ask(operations.createSession(hasExtensions), '/browsers', newSessionBody(options), signal);
      return sessionOf(answer, read.session);
    },
    endSession: async (id, signal) =>
      tellIfOffered(operations.endSession(id), { method: 'DELETE', path: `/browsers/${part(id)}` }, signal),
    devToolsAddress: address(readDevToolsAddress),
    liveViewAddress: address(readLiveViewAddress),
  };
}
