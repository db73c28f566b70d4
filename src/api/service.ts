import { isLoopback } from '../core/address';
import { Cancelled, raceWithAbort, UserError } from '../core/errors';
import { isId } from '../core/json';
import { message, type MessageArgument } from '../core/message';
import {
  asNotOffered,
  ConnectionError,
  isNotFound,
  isNotOffered,
  ServiceError,
  type Operation,
} from '../core/service-error';
import type { SessionDefaults } from '../core/new-session';
import type { Tags } from '../core/tags';
import {
  decompress,
  decompressBeginning,
  listOf,
  noneIfNotOffered,
  notTheService,
  readErrorBody,
  readRetryAfter,
  type HttpResponse,
} from './answers';
import { exchange, type ServiceAddress, type ServiceRequest } from './exchange';
import { takeList, type Listed, type ListRange } from './list';
import { Network, NetworkFailure, type NetworkSettings } from './network';
import { attempt, waitSilently, type Wait } from './retry';
import { WithoutToken } from './without-token';

/** What the operations on each subject are made of. */
export interface Service {
  readonly address: URL;
  /**
   * Sends a request, and sends it again only if `attempt` allows it.
   * @throws NotOffered if the service does not have an optional operation (405, 501), ServiceError for any other status but
   * 2xx, ConnectionError if no answer came, Cancelled if the signal is aborted,
   * and the reason of `ended` once that is aborted.
   */
  readonly send: (request: ServiceRequest) => Promise<Pick<HttpResponse, 'status' | 'body'>>;
  /**
   * Reads a part of a list; by default its beginning.
   * @param query further parameters, each with `&` before it.
   * @returns undefined if the service has no such list.
   */
  readonly list: <Item extends { readonly id: string }>(
    wanted: {
      readonly path: ListPath;
      readonly query?: string;
      readonly read: (item: unknown) => Item | undefined;
      readonly range?: ListRange | undefined;
    },
    signal: AbortSignal,
  ) => Promise<Listed<Item> | undefined>;
  /** Encodes an ID or a name as a segment of a path. @throws UserError */
  readonly segment: (id: string) => string;
  /** Returns a valid ID unchanged. @throws UserError */
  readonly requireId: (id: string) => string;
  /** Whether a text contains the token: it is no name or ID then, and not shown. */
  readonly isSecret: (text: string) => boolean;
  /** The text with an ellipsis in place of each part of the token. */
  readonly redact: (text: string) => string;
  /** What all sessions of this client are marked with. */
  readonly tags: Tags | undefined;
  /** What new sessions of this client get where nothing else is chosen. */
  readonly defaults: SessionDefaults | undefined;
  /** How `send` reaches a host, for what is not a request to the service: DevTools addresses. */
  readonly network: Pick<Network, 'requestFactoryFor' | 'trustExtra'>;
  /** Closes the connections that are kept for the next request. */
  readonly close: () => void;
}

export interface ServiceOptions extends ServiceAddress {
  /** Receives one line for each request and one for each answer, without token or body. */
  readonly log?: (line: string) => void;
  /** Waits before a request is sent again; silently by default. */
  readonly wait?: Wait;
  readonly network?: NetworkSettings;
  /** Only sessions with these tags are listed, and new ones get them. */
  readonly tags?: Tags | undefined;
  /** What new sessions get where nothing else is chosen. */
  readonly defaults?: SessionDefaults | undefined;
  /** The name of this machine if it is not the one that the person sits at. */
  readonly remoteMachine?: string | undefined;
  /** Aborted, with an error as its reason, when the token must not be used any more: also by what is under way. */
  readonly ended?: AbortSignal;
}

export type ListPath = 'browsers' | 'browser_pools' | 'extensions' | 'profiles' | 'proxies';

const IN_LOG = { notFoundAction: 'showLog', verifyWith: 'showLog' } as const;
export const listOperations: Readonly<Record<ListPath, Operation>> = {
  browsers: {
    ...IN_LOG,
    failed: message('Couldn’t list sessions.'),
    notFound: message('This service doesn’t list sessions.'),
  },
  browser_pools: {
    ...IN_LOG,
    failed: message('Couldn’t list pools.'),
    notFound: message('This service doesn’t list pools.'),
  },
  extensions: {
    ...IN_LOG,
    failed: message('Couldn’t list the catalog.'),
    notFound: message('This service doesn’t list its catalog.'),
  },
  profiles: {
    ...IN_LOG,
    failed: message('Couldn’t list profiles.'),
    notFound: message('This service doesn’t list profiles.'),
  },
  proxies: {
    ...IN_LOG,
    failed: message('Couldn’t list proxies.'),
    notFound: message('This service doesn’t list proxies.'),
  },
};

export function openService(options: ServiceOptions): Service {
  const network = new Network(options.network);
  const token = new WithoutToken(options.token);
  const send = (request: ServiceRequest): Promise<Pick<HttpResponse, 'status' | 'body'>> =>
    untilEnded(options.ended, request.signal, (signal) =>
      attempt(
        request.operation,
        (mayHaveSucceeded) =>
          sendOnce(network, options, { ...request, signal }).catch(doneIfGone(request, mayHaveSucceeded)),
        options.wait ?? waitSilently,
        // The wait is shown by what was begun with this signal.
        request.signal,
      ).catch((error: unknown) => {
        throw isNotOffered(error) ? asNotOffered(error) : error;
      }),
    );
  return {
    address: new URL(options.baseUrl),
    send,
    list: ({ path, query = '', read, range }, signal) => {
      const operation = listOperations[path];
      const readPage = async (limit: number, offset: number): Promise<unknown[] | undefined> => {
        const page = `/${path}?limit=${limit}&offset=${offset}${query}`;
        const answer = await send({ operation, method: 'GET', path: page, wantsBody: true, signal }).catch(
          noneIfNotOffered,
        );
        return answer && listOf(answer.body, operation);
      };
      return takeList(readPage, read, range);
    },
    segment: (id) => segment(id, options.token),
    requireId: (id) => requireId(id, options.token),
    isSecret: (text) => token.isIn(text),
    redact: (text) => token.redact(text),
    tags: options.tags,
    defaults: options.defaults,
    network,
    close: () => network.close(),
  };
}

/**
 * A service that has none of the operations: what is left of one where only a browser is reached, by its DevTools.
 * @param secrets what must not be shown, nor sent as an ID or a name.
 */
export function noService(address: string, secrets: readonly string[], settings?: NetworkSettings): Service {
  const network = new Network(settings);
  const hidden = secrets.map((secret) => new WithoutToken(secret));
  return {
    address: new URL(address),
    send: async ({ operation }) => {
      throw asNotOffered(
        new ServiceError(operation, NOT_IMPLEMENTED, { message: ONLY_A_BROWSER, details: [] }, address),
      );
    },
    list: async () => undefined,
    segment: (id) => segment(id),
    requireId: (id) => requireId(id),
    isSecret: (text) => hidden.some((each) => each.isIn(text)),
    redact: (text) => hidden.reduce((left, each) => each.redact(left), text),
    tags: undefined,
    defaults: undefined,
    network,
    close: () => network.close(),
  };
}

const NOT_IMPLEMENTED = 501;
const ONLY_A_BROWSER = 'this is a browser by its DevTools address, and no service';

/**
 * Does work with a signal that either of two aborts. `AbortSignal.any` would leave something behind at `ended` for each
 * request.
 */
async function untilEnded<T>(
  ended: AbortSignal | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!ended) return work(signal);
  const either = new AbortController();
  const abort = (): void => either.abort();
  for (const each of [ended, signal]) {
    if (each.aborted) abort();
    each.addEventListener('abort', abort, { once: true });
  }
  try {
    return await raceWithAbort(work(either.signal), ended);
  } catch (error) {
    if (error instanceof Cancelled && !signal.aborted) ended.throwIfAborted();
    throw error;
  } finally {
    for (const each of [ended, signal]) each.removeEventListener('abort', abort);
  }
}

async function sendOnce(
  network: Network,
  options: ServiceOptions,
  request: ServiceRequest,
): Promise<Pick<HttpResponse, 'status' | 'body'>> {
  const started = Date.now();
  const log = (sign: string, text: string | number): void =>
    options.log?.(`${sign} ${request.method} ${request.path} ${text}`.trimEnd());
  log('→', request.multipart ? `${request.multipart.length} bytes` : '');
  try {
    const send = (): Promise<HttpResponse> => exchange(network, options, request);
    const answer = await send().catch(async (error: unknown) => {
      if (error instanceof NetworkFailure && error.untrusted && !error.sent && (await network.trustExtra()))
        return send();
      throw error;
    });
    if (answer.status < 200 || answer.status >= 300) throw await refusal(answer, options, request);
    if (isPage(answer)) throw notTheService(request.operation);
    log('←', `${answer.status} in ${Date.now() - started} ms`);
    return { status: answer.status, body: decompress(answer) };
  } catch (error) {
    const failure =
      error instanceof NetworkFailure
        ? new ConnectionError(request.operation, serviceName(options), error.why, error)
        : error;
    log('✗', `${logTextOf(failure)} in ${Date.now() - started} ms`);
    throw failure;
  }
}

/** A loopback address in a remote window leads to the remote machine, which not everybody expects. */
function serviceName({ baseUrl, remoteMachine }: ServiceOptions): MessageArgument {
  return remoteMachine !== undefined && isLoopback(new URL(baseUrl).hostname)
    ? message('“{0}” on the machine “{1}”', baseUrl, remoteMachine)
    : message('“{0}”', baseUrl);
}

/** For the log, because a notification does not contain everything that the service reported. */
function logTextOf(failure: unknown): string {
  if (failure instanceof ServiceError)
    return [failure.status, failure.body.code, failure.body.message].filter((part) => part !== undefined).join(' ');
  return failure instanceof Error ? failure.name : 'failed';
}

/** If an earlier attempt may have deleted the item, a 404 means that it succeeded. */
function doneIfGone(
  { method }: ServiceRequest,
  mayHaveSucceeded: boolean,
): (error: unknown) => Pick<HttpResponse, 'status' | 'body'> {
  return (error) => {
    if (mayHaveSucceeded && method === 'DELETE' && isNotFound(error)) return { status: 404, body: Buffer.alloc(0) };
    throw error;
  };
}

/** The service never answers with HTML. A network's login page answers 200 to any request. */
function isPage({ headers }: HttpResponse): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '');
}

async function refusal(
  answer: HttpResponse,
  { baseUrl, token }: ServiceOptions,
  { operation }: ServiceRequest,
): Promise<ServiceError> {
  // If the service quotes the request, the token must not get into a message or a log.
  const without = new WithoutToken(token);
  const body = readErrorBody((await decompressBeginning(answer)).toString(), (text) => without.redact(text));
  return new ServiceError(
    operation,
    answer.status,
    body,
    baseUrl,
    readRetryAfter(answer.headers['retry-after'], Date.now()),
  );
}

/** The number of characters shown of an invalid ID. */
const SHOWN = 60;

/**
 * Encodes an ID or a name as one segment of a path.
 * @throws UserError as `requireId` does.
 */
export function segment(id: string, token?: string): string {
  return encodeURIComponent(requireId(id, token));
}

/**
 * Returns the ID or name unchanged if it is valid.
 * @param token the connection's token. If it was pasted into the wrong box, it must not be sent or logged.
 * @throws UserError if the text is not an ID or name.
 */
function requireId(id: string, token?: string): string {
  if (id === token) {
    throw new UserError(message('This is the connection’s token, not an ID or name. Nothing was sent.'));
  }
  const shown = id.length > SHOWN ? `${id.slice(0, SHOWN)}…` : id;
  if (!isId(id)) throw new UserError(message('“{0}” isn’t a valid ID or name.', shown));
  return id;
}
