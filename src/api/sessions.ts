import { isLoopback, leadsToThisMachine } from '../core/address';
import { UserError } from '../core/errors';
import { asCount, asFlag, asPageAddress, asRecord, asSize, asText, asWrittenTime } from '../core/json';
import { message } from '../core/message';
import type { SessionDefaults } from '../core/new-session';
import type { Operation } from '../core/service-error';
import type { Size } from '../core/screen/geometry';
import { asTags, hasTags, type SessionSearch, type Tags } from '../core/tags';
import {
  jsonOf,
  noneIfNotAllowed,
  noneIfNotFound,
  notOfferedIfNotFound,
  recordWithId,
  requireReadable,
  providedSession,
} from './answers';
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
  readonly tags?: Tags;
  /** Name of the profile that it started from, or its ID if it has no name. */
  readonly profile?: string;
  /** Whether its changes are saved there when it ends, if the service tells. */
  readonly savesChanges?: boolean;
}

/** A session that has ended. */
export interface EndedSession extends Pick<ServiceSession, 'id' | 'name' | 'tags'> {
  /** Milliseconds since 1970. */
  readonly endedAt: number;
}

/** A proxy of the service that a session’s pages can be loaded through. */
export interface ServiceProxy {
  readonly id: string;
  readonly name?: string;
}

/** What the user chose for a new session. */
export interface NewSession extends Omit<SessionDefaults, 'profile'> {
  readonly name?: string;
  readonly headless?: boolean;
  /** Pixels. */
  readonly viewport?: Size;
  /** The first page: an address with http or https, or `about:blank`. */
  readonly startUrl?: string;
  /** Extensions of the catalog. */
  readonly extensions?: readonly { readonly name: string }[];
  /** A profile of the service. Null: none, whatever the connection has as default. */
  readonly profile?: ({ readonly id: string } | { readonly name: string }) | null;
  /** Whether the profile is replaced by what it is when the session ends. */
  readonly savesChanges?: boolean;
  readonly tags?: Tags;
}

export interface SessionRequests {
  /**
   * @param range by default the beginning of the list.
   * @param search only sessions with this text in their name, ID or pool, which a service may ignore, and these tags.
   * @returns undefined if the service has no such list.
   * @throws UserError if the text can be no part of a name or an ID.
   */
  listSessions(
    signal: AbortSignal,
    range?: ListRange,
    search?: Partial<SessionSearch>,
  ): Promise<Listed<ServiceSession> | undefined>;
  /**
   * Sessions that have ended.
   * @returns undefined if the service keeps no such list, or the token may not see it.
   */
  listEnded(signal: AbortSignal, range?: ListRange): Promise<Listed<EndedSession> | undefined>;
  /** @returns undefined if the service has no proxies, or the token may not list them. */
  listProxies(signal: AbortSignal): Promise<Listed<ServiceProxy> | undefined>;
  /** @returns undefined if the service has no such session. */
  getSession(sessionId: string, signal: AbortSignal): Promise<ServiceSession | undefined>;
  /**
   * @param options what is not given is not sent, and the service decides.
   * @throws NotOffered; ServiceError (404) if an extension or the profile is missing, or the operation; UserError if no
   * proxy, or several, have the name.
   */
  createSession(options: NewSession, signal: AbortSignal): Promise<ServiceSession>;
  /**
   * Changes the name of a session.
   * @param name empty to clear it.
   * @throws NotOffered; ServiceError (404) if the service has no such session, or not the operation; ServiceError (409)
   * if another session has the name.
   */
  updateSession(sessionId: string, change: { readonly name: string }, signal: AbortSignal): Promise<void>;
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
  createSession: (has: { readonly extensions: boolean; readonly profile: boolean }): Operation => ({
    notOffered: {
      ability: 'createSession',
      text: message('This service doesn’t start sessions on request.'),
    },
    failed: message('Couldn’t start a session.'),
    notFound: has.profile
      ? message('The chosen profile or extension no longer exists, or this service doesn’t start sessions on request.')
      : has.extensions
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
  updateSession: (id: string): Operation => ({
    ...onSession(id),
    notOffered: { ability: 'renameSession', text: message('This service doesn’t rename sessions.') },
    failed: message('Couldn’t rename “{0}”.', id),
    verifyWith: 'refresh',
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

  /** A token that was pasted into the wrong box is not sent. */
  const sendable = (tags: Tags): Tags => {
    for (const part of Object.entries(tags).flat())
      if (service.isSecret(service.requireId(part)))
        throw new UserError(message('A tag contains the connection’s token. Nothing was sent.'));
    return tags;
  };
  const readEnded = (record: unknown): EndedSession | undefined => {
    const session = read(record);
    const endedAt = asWrittenTime(asRecord(record)['deleted_at']);
    if (!session || endedAt === undefined) return undefined;
    const { id, name, tags } = session;
    return { id, endedAt, ...(name !== undefined && { name }), ...(tags && { tags }) };
  };

  const listProxies: SessionRequests['listProxies'] = async (signal) => {
    const readProxy = (value: unknown): ServiceProxy | undefined => {
      const { id, name } = asRecord(value);
      return recordWithId(id, service.isSecret, (readId) => ({ name: readId(name) }));
    };
    return service.list({ path: 'proxies', read: readProxy }, signal).catch(noneIfNotAllowed);
  };
  /** The service takes IDs only; two proxies may have the same name. */
  const proxyIdOf = async (idOrName: string, signal: AbortSignal): Promise<string> => {
    const all = (await listProxies(signal))?.items ?? [];
    const found = all.filter(({ id, name }) => id === idOrName || name === idOrName);
    const [first] = found;
    if (!first) throw new UserError(message('This service has no proxy “{0}”. No session was started.', idOrName));
    if (found.length > 1)
      throw new UserError(
        message('{0} proxies are named “{1}”. Use the ID of one. No session was started.', found.length, idOrName),
      );
    return first.id;
  };

  return {
    listSessions: async (signal, range, { text = '', tags } = {}) => {
      const wanted = sendable({ ...tags, ...service.tags });
      const query = `&status=active${text === '' ? '' : `&query=${service.segment(text)}`}${tagsQuery(wanted)}`;
      const listed = await service.list({ path: 'browsers', query, read, range }, signal);
      // A service may ignore the tags.
      return listed && { ...listed, items: listed.items.filter((session) => hasTags(session.tags, wanted)) };
    },
    listEnded: async (signal, range) => {
      const query = `&status=deleted${tagsQuery(sendable(service.tags ?? {}))}`;
      let isIgnored = false;
      const readOne = (record: unknown): EndedSession | undefined => {
        const ended = readEnded(record);
        isIgnored ||= ended === undefined && read(record) !== undefined;
        return ended;
      };
      const listed = await service
        .list({ path: 'browsers', query, read: readOne, range }, signal)
        .catch(noneIfNotAllowed);
      // A service that ignores `status` lists the sessions that run: they have no end.
      if (!listed || (isIgnored && listed.items.length === 0)) return undefined;
      return { ...listed, items: listed.items.filter((session) => hasTags(session.tags, service.tags)) };
    },
    listProxies,
    getSession: async (id, signal) => {
      const record = await getRecord(id, signal).catch(noneIfNotFound);
      return record === undefined ? undefined : requireReadable(read(record), sessionOperations.getSession(id));
    },
    createSession: async (chosen, signal) => {
      const options = withDefaults(chosen, service.defaults);
      const has = { extensions: (options.extensions?.length ?? 0) > 0, profile: Boolean(options.profile) };
      const operation = sessionOperations.createSession(has);
      const proxyId = options.proxy === undefined ? undefined : await proxyIdOf(options.proxy, signal);
      const json = newSessionBody({ ...options, tags: sendable({ ...options.tags, ...service.tags }) }, proxyId);
      const sent = service.send({ operation, method: 'POST', path: '/browsers', json, wantsBody: true, signal });
      // A 404 may also be about an extension or the profile.
      const { body } = await (has.extensions || has.profile ? sent : sent.catch(notOfferedIfNotFound));
      return providedSession(body, read);
    },
    updateSession: async (id, { name }, signal) => {
      const path = `/browsers/${service.segment(id)}`;
      const operation = sessionOperations.updateSession(id);
      const json = { name: name === '' ? '' : service.requireId(name) };
      await service.send({ operation, method: 'PATCH', path, json, signal });
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
  const { id: profileId, name: profileName } = asRecord(fields['profile']);
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
    tags: asTags(fields['tags'], isSecret),
    profile: readId(profileName) ?? readId(profileId),
    savesChanges: asFlag(fields['profile_save_changes']),
  }));
}

/** As the official SDK writes it; all pairs have to match. */
function tagsQuery(tags: Tags = {}): string {
  return Object.entries(tags)
    .map(([key, value]) => `&${encodeURIComponent(`tags[${key}]`)}=${encodeURIComponent(value)}`)
    .join('');
}

function withDefaults(chosen: NewSession, defaults: SessionDefaults = {}): NewSession {
  const { profile, ...others } = defaults;
  return { ...others, ...(profile !== undefined && { profile: { name: profile } }), ...chosen };
}

function newSessionBody(options: NewSession, proxyId: string | undefined): object {
  const { name, headless, viewport, startUrl, timeoutSeconds, extensions = [], profile, tags = {} } = options;
  const { stealth, region, chromePolicy, savesChanges } = options;
  return {
    ...(name !== undefined && { name }),
    ...(headless !== undefined && { headless }),
    ...(viewport && { viewport: { width: viewport.width, height: viewport.height } }),
    ...(startUrl !== undefined && { start_url: startUrl }),
    ...(timeoutSeconds !== undefined && { timeout_seconds: timeoutSeconds }),
    ...(extensions.length > 0 && { extensions: extensions.map(({ name: extension }) => ({ name: extension })) }),
    ...(profile && {
      profile: {
        ...('id' in profile ? { id: profile.id } : { name: profile.name }),
        ...(savesChanges === true && { save_changes: true }),
      },
    }),
    ...(stealth !== undefined && { stealth }),
    ...(region !== undefined && { region }),
    ...(proxyId !== undefined && { proxy_id: proxyId }),
    ...(chromePolicy && { chrome_policy: chromePolicy }),
    ...(Object.keys(tags).length > 0 && { tags }),
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
