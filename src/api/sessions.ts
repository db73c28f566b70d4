import { isLoopback, leadsToThisMachine } from '../core/address';
import { asCount, asFlag, asPageAddress, asRecord, asSize, asText, asWrittenTime } from '../core/json';
import { message } from '../core/message';
import type { Operation } from '../core/service-error';
import type { Size } from '../core/screen/geometry';
import { jsonOf, noneIfNotFound, notOfferedIfNotFound, recordWithId, requireReadable, sessionOf } from './answers';
import type { Listed, ListRange } from './list';
import type { Service } from './service';

export interface ServiceSession {
  readonly id: string;
  readonly name?: string;
  /** Name of the pool that it was acquired from, or its ID if the pool has no name. */
  readonly pool?: string;
  /** The size of its display. */
  readonly viewport?: Size;
  /** Seconds without use after which the session ends; 0 if it does not. */
  readonly timeoutSeconds?: number;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  readonly headless?: boolean;
  /** The page that it started with. */
  readonly startUrl?: string;
  /** Whether a person can watch it; the address is a secret, and asked for when it is needed. */
  readonly hasLiveView?: boolean;
}

/** What the user chose for a new session. */
export interface NewSession {
  readonly name?: string;
  readonly headless?: boolean;
  /** Pixels. */
  readonly viewport?: Size;
  /** The first page: an address with http or https, or `about:blank`. */
  readonly startUrl?: string;
  /** Seconds without use after which the session ends. */
  readonly timeoutSeconds?: number;
  /** Extensions of the catalog. */
  readonly extensions?: readonly { readonly name: string }[];
}

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
  /**
   * @param options what is not given is not sent, and the service decides.
   * @throws NotOffered; ServiceError (404) if an extension is missing, or the operation.
   */
  createSession(options: NewSession, signal: AbortSignal): Promise<ServiceSession>;
  /**
   * Ends a session and its browser.
   * @throws NotOffered; ServiceError (404) if the service has no such session, or not the operation.
   */
  endSession(sessionId: string, signal: AbortSignal): Promise<void>;
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

export const sessionOperations = {
  getSession: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t look up “{0}”.', id),
    verifyWith: 'showLog',
  }),
  createSession: (hasExtensions: boolean): Operation => ({
    notOffered: {
      ability: 'createSession',
      text: message('This service doesn’t start sessions on request.'),
    },
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
    notOffered: { ability: 'endSession', text: message('This service doesn’t end sessions on request.') },
    failed: message('Couldn’t end “{0}”.', id),
    verifyWith: 'refresh',
  }),
};

export function onSession(id: string): Pick<Operation, 'notFound' | 'notFoundAction' | 'session'> {
  return {
    notFound: message('“{0}” has ended or belongs to another account.', id),
    notFoundAction: 'chooseSession',
    session: id,
  };
}

export function sessionRequests(service: Service): SessionRequests {
  const getRecord = async (id: string, signal: AbortSignal): Promise<unknown> => {
    const operation = sessionOperations.getSession(id);
    const path = `/browsers/${service.segment(id)}`;
    const { body } = await service.send({ operation, method: 'GET', path, wantsBody: true, signal });
    // What is no JSON is no session either.
    return jsonOf(body) ?? null;
  };
  const read = (record: unknown): ServiceSession | undefined => readSession(record, service);
  const address =
    (readFrom: (record: unknown, service: URL) => URL | undefined) =>
    async (id: string, signal: AbortSignal): Promise<URL | undefined> => {
      const record = await getRecord(id, signal);
      requireReadable(read(record), sessionOperations.getSession(id));
      return readFrom(record, service.address);
    };

  return {
    listSessions: async (signal, range, text) => {
      const query = `&status=active${text === undefined ? '' : `&query=${service.segment(text)}`}`;
      return service.list({ path: 'browsers', query, read, range }, signal);
    },
    getSession: async (id, signal) => {
      const record = await getRecord(id, signal).catch(noneIfNotFound);
      return record === undefined ? undefined : requireReadable(read(record), sessionOperations.getSession(id));
    },
    createSession: async (options, signal) => {
      const hasExtensions = (options.extensions?.length ?? 0) > 0;
      const operation = sessionOperations.createSession(hasExtensions);
      const json = newSessionBody(options);
      const sent = service.send({ operation, method: 'POST', path: '/browsers', json, wantsBody: true, signal });
      // With extensions, a 404 may also be about one of them.
      const { body } = await (hasExtensions ? sent : sent.catch(notOfferedIfNotFound));
      return sessionOf(body, read);
    },
    endSession: async (id, signal) => {
      const path = `/browsers/${service.segment(id)}`;
      const operation = sessionOperations.endSession(id);
      await service.send({ operation, method: 'DELETE', path, signal });
    },
    devToolsAddress: address(readDevToolsAddress),
    liveViewAddress: address(readLiveViewAddress),
  };
}

/** Only the fields that are used are read: the URLs in a record contain tokens of their own. */
export function readSession(
  value: unknown,
  { address, isSecret }: Pick<Service, 'address' | 'isSecret'>,
): ServiceSession | undefined {
  const fields = asRecord(value);
  const { id: poolId, name: poolName } = asRecord(fields['pool']);
  const startUrl = asPageAddress(fields['start_url']);
  return recordWithId(fields['session_id'], isSecret, (readId) => ({
    name: readId(fields['name']),
    pool: readId(poolName) ?? readId(poolId),
    viewport: asSize(fields['viewport']),
    timeoutSeconds: asCount(fields['timeout_seconds']),
    createdAt: asWrittenTime(fields['created_at']),
    headless: asFlag(fields['headless']),
    hasLiveView: readLiveViewAddress(fields, address) ? true : undefined,
    startUrl: startUrl !== undefined && isSecret(startUrl) ? undefined : startUrl,
  }));
}

function newSessionBody({ name, headless, viewport, startUrl, timeoutSeconds, extensions = [] }: NewSession): object {
  return {
    ...(name !== undefined && { name }),
    ...(headless !== undefined && { headless }),
    ...(viewport && { viewport: { width: viewport.width, height: viewport.height } }),
    ...(startUrl !== undefined && { start_url: startUrl }),
    ...(timeoutSeconds !== undefined && { timeout_seconds: timeoutSeconds }),
    ...(extensions.length > 0 && { extensions: extensions.map(({ name: extension }) => ({ name: extension })) }),
  };
}

/**
 * The address of a session's DevTools in its record. Source: docs/service.md, `cdp_ws_url`.
 * @param service the address of the service.
 * @returns undefined if there is none, if its secret would be sent without TLS, or if it leads to this machine and the
 * service is elsewhere: a service must not choose what is asked here.
 */
export function readDevToolsAddress(record: unknown, service: URL): URL | undefined {
  return readAddress(asRecord(record)['cdp_ws_url'], service, 'wss:', 'ws:');
}

/**
 * The address at which a person can watch a session. Source: docs/service.md, `browser_live_view_url`.
 * @param service the address of the service.
 * @returns undefined if there is none, if its secret would be sent without TLS, or if it leads to this machine and the
 * service is elsewhere: a service must not choose what is asked here.
 */
export function readLiveViewAddress(record: unknown, service: URL): URL | undefined {
  return readAddress(asRecord(record)['browser_live_view_url'], service, 'https:', 'http:');
}

function readAddress(value: unknown, service: URL, secure: string, insecure: string): URL | undefined {
  const text = asText(value);
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password) return undefined;
  if (leadsToThisMachine(url.hostname) && !isLoopback(service.hostname)) return undefined;
  return url.protocol === secure || (url.protocol === insecure && isLoopback(url.hostname)) ? url : undefined;
}
