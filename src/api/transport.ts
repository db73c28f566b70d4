import { isLoopback } from '../core/address';
import { Cancelled, raceWithAbort } from '../core/errors';
import { message, type MessageArgument } from '../core/message';
import { ConnectionError, isNotFound, ServiceError, type Operation } from '../core/service-error';
import { readServiceWords } from './error-body';
import { attempt, waitSilently, type Wait } from './retry';
import { NetworkFailure } from './connection-failure';
import { plain, plainBeginning } from './content-encoding';
import { exchange, type Incoming, type Outgoing } from './exchange';
import type { MultipartBody } from './multipart';
import { Network, type NetworkSettings } from './network';
import { notTheService } from './not-the-service';
import { readRetryAfter } from './retry-after';
import { WithoutToken } from './without-token';

export interface WireRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Starts with a slash; every ID in it has been encoded by `segment`. */
  readonly path: string;
  readonly json?: object;
  readonly multipart?: MultipartBody;
  /** Whether the body of a successful answer is needed. */
  readonly wantsBody?: boolean;
  readonly signal: AbortSignal;
  /** Whether an answer may normally take minutes. */
  readonly slow?: boolean;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export interface Transport {
  /**
   * Sends a request, and sends it again only if `attempt` allows it.
   * @throws ServiceError for any status but 2xx, ConnectionError if no answer came, Cancelled if the signal is aborted,
   * and the reason of `ended` once that is aborted.
   */
  send(request: WireRequest): Promise<WireAnswer>;
  /** How `send` reaches a host, for what is not a request to the service: DevTools addresses. */
  readonly network: Pick<Network, 'requestFactoryFor' | 'trustExtra'>;
  /** Closes the connections that are kept for the next request. */
  close(): void;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** Receives one line for each request and one for each answer, without token or body. */
  readonly log?: (line: string) => void;
  /** Waits before a request is sent again; silently by default. */
  readonly wait?: Wait;
  readonly timeouts?: Partial<ServiceTimeouts>;
  readonly network?: NetworkSettings;
  /** The name of this machine if it is not the one that the person sits at. */
  readonly remoteMachine?: string | undefined;
  /** Aborted, with an error as its reason, when the token must not be used any more: also by what is under way. */
  readonly ended?: AbortSignal;
}

/** Milliseconds. */
export interface ServiceTimeouts {
  /** Until a connection is established. */
  readonly connect: number;
  /** From the last byte of a request to the answer, and between any two bytes. */
  readonly answer: number;
  /**
   * Like `answer`, but from the last byte of an upload, which restarts a browser, or of a request that may have to wait
   * for a free browser.
   */
  readonly slowAnswer: number;
}

/**
 * The service may wait 90 s for DevTools, and needs minutes to stop and roll back. Source: docs/service.md, "Upload".
 */
const TIMEOUTS: ServiceTimeouts = { connect: 15_000, answer: 60_000, slowAnswer: 240_000 };

export function createTransport(options: TransportOptions): Transport {
  const network = new Network(options.network);
  return {
    send: (request) =>
      untilEnded(options.ended, request.signal, (signal) =>
        attempt(
          request.operation,
          (mayHaveSucceeded) =>
            sendOnce(network, options, { ...request, signal }).catch(doneIfGone(request, mayHaveSucceeded)),
          options.wait ?? waitSilently,
          // The wait is shown by what was begun with this signal.
          request.signal,
        ),
      ),
    network,
    close: () => network.close(),
  };
}

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

async function sendOnce(network: Network, options: TransportOptions, request: WireRequest): Promise<WireAnswer> {
  const started = Date.now();
  const log = (sign: string, text: string | number): void =>
    options.log?.(`${sign} ${request.method} ${request.path} ${text}`.trimEnd());
  log('→', request.multipart ? `${request.multipart.length} bytes` : '');
  try {
    const send = (): Promise<Incoming> =>
      exchange(network, outgoing(options, request), request.signal, request.multipart?.onSent);
    const answer = await send().catch(async (error: unknown) => {
      if (error instanceof NetworkFailure && error.untrusted && !error.sent && (await network.trustExtra()))
        return send();
      throw error;
    });
    if (answer.status < 200 || answer.status >= 300) throw await refusal(answer, options, request);
    if (isPage(answer)) throw notTheService(request.operation);
    log('←', `${answer.status} in ${Date.now() - started} ms`);
    return { status: answer.status, body: plain(answer) };
  } catch (error) {
    const failure =
      error instanceof NetworkFailure
        ? new ConnectionError(request.operation, placeOf(options), error.why, error)
        : error;
    log('✗', `${failureWords(failure)} in ${Date.now() - started} ms`);
    throw failure;
  }
}

/** A loopback address in a remote window leads to the remote machine, which not everybody expects. */
function placeOf({ baseUrl, remoteMachine }: TransportOptions): MessageArgument {
  return remoteMachine !== undefined && isLoopback(new URL(baseUrl).hostname)
    ? message('“{0}” on the machine “{1}”', baseUrl, remoteMachine)
    : message('“{0}”', baseUrl);
}

/** For the log, because a notification does not contain everything that the service reported. */
function failureWords(failure: unknown): string {
  if (failure instanceof ServiceError)
    return [failure.status, failure.words.code, failure.words.message].filter((part) => part !== undefined).join(' ');
  return failure instanceof Error ? failure.name : 'failed';
}

/** If an earlier attempt may have deleted the item, a 404 means that it succeeded. */
function doneIfGone({ method }: WireRequest, mayHaveSucceeded: boolean): (error: unknown) => WireAnswer {
  return (error) => {
    if (mayHaveSucceeded && method === 'DELETE' && isNotFound(error)) return { status: 404, body: Buffer.alloc(0) };
    throw error;
  };
}

function outgoing({ baseUrl, token, timeouts }: TransportOptions, wire: WireRequest): Outgoing {
  const { connect, answer, slowAnswer } = { ...TIMEOUTS, ...timeouts };
  const { multipart } = wire;
  const json = wire.json && Buffer.from(JSON.stringify(wire.json));
  const content =
    multipart ?? (json && { headers: { 'content-type': 'application/json' }, length: json.length, body: () => json });
  return {
    url: new URL(baseUrl + wire.path),
    method: wire.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(content && { ...content.headers, 'content-length': String(content.length) }),
    },
    ...(content && { body: content.body() }),
    wantsBody: wire.wantsBody ?? false,
    timeouts: { connect, idle: answer, answer: wire.slow ? slowAnswer : answer },
  };
}

/** The service never answers with HTML. A network's login page answers 200 to any request. */
function isPage({ headers }: Incoming): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '');
}

async function refusal(
  answer: Incoming,
  { baseUrl, token }: TransportOptions,
  { operation }: WireRequest,
): Promise<ServiceError> {
  // If the service quotes the request, the token must not get into a message or a log.
  const without = new WithoutToken(token);
  const words = readServiceWords((await plainBeginning(answer)).toString(), (text) => without.redact(text));
  return new ServiceError(
    operation,
    answer.status,
    words,
    baseUrl,
    readRetryAfter(answer.headers['retry-after'], Date.now()),
  );
}
