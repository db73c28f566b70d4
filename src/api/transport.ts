import { ConnectionError, isNotFound, ServiceError, type Operation } from '../core/service-error';
import { readServiceWords } from './error-body';
import { attempt, waitSilently, type Wait } from './retry';
import { NetworkFailure } from './connection-failure';
import { plain } from './content-encoding';
import { exchange, type Incoming, type Outgoing } from './exchange';
import type { MultipartBody } from './multipart';
import { Network, type NetworkSettings, type RequestFactory } from './network';
import { notTheService } from './not-the-service';
import { readRetryAfter } from './retry-after';
import { WithoutToken } from './without-token';

export interface WireRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Starts with a slash; every id in it has gone through `segment`. */
  readonly path: string;
  readonly json?: object;
  readonly multipart?: MultipartBody;
  /** Whether a good answer has a body that is of use. */
  readonly wantsBody?: boolean;
  readonly signal: AbortSignal;
  /** Whether it is normal that the answer takes minutes. */
  readonly slow?: boolean;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export interface Transport {
  /**
   * Sends a request; again only where `attempt` allows it.
   * @throws ServiceError on any answer but 2xx, ConnectionError when none came, Cancelled when told to stop.
   */
  send(request: WireRequest): Promise<WireAnswer>;
  /** The way by which `send` reaches a host, for what is no request of the service: its DevTools addresses. */
  requestFactoryFor(url: URL): Promise<RequestFactory>;
  /** Closes the connections that are kept for a next request. */
  close(): void;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** Told one line a request and one an answer: no token, no body. */
  readonly log?: (line: string) => void;
  /** Waits before a request is sent again; silently where it is not given. */
  readonly wait?: Wait;
  readonly timeouts?: Partial<ServiceTimeouts>;
  readonly network?: NetworkSettings;
}

/** Milliseconds. */
export interface ServiceTimeouts {
  /** Until a connection stands. */
  readonly connect: number;
  /** From the last byte of a request to the answer, and between any two bytes. */
  readonly answer: number;
  /**
   * The same from the last byte of an upload, which restarts a browser, or of a request that may have to wait for a
   * free one.
   */
  readonly slowAnswer: number;
}

/** The service may wait 90 s for DevTools, and minutes to stop and roll back. Source: docs/service.md, "Upload". */
const TIMEOUTS: ServiceTimeouts = { connect: 15_000, answer: 60_000, slowAnswer: 240_000 };

export function createTransport(options: TransportOptions): Transport {
  const network = new Network(options.network);
  return {
    send: (request) =>
      attempt(
        request.operation,
        (mayHaveSucceeded) => sendOnce(network, options, request).catch(doneIfGone(request, mayHaveSucceeded)),
        options.wait ?? waitSilently,
        request.signal,
      ),
    requestFactoryFor: (url) => network.requestFactoryFor(url),
    close: () => network.close(),
  };
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
    if (answer.status < 200 || answer.status >= 300) throw refusal(answer, options, request);
    if (isPage(answer)) throw notTheService(request.operation);
    log('←', `${answer.status} in ${Date.now() - started} ms`);
    return { status: answer.status, body: plain(answer) };
  } catch (error) {
    const failure =
      error instanceof NetworkFailure
        ? new ConnectionError(request.operation, options.baseUrl, error.why, error)
        : error;
    log('✗', `${failureWords(failure)} in ${Date.now() - started} ms`);
    throw failure;
  }
}

/** For the log: a notification has not all words of the service. */
function failureWords(failure: unknown): string {
  if (failure instanceof ServiceError)
    return [failure.status, failure.words.code, failure.words.message].filter((part) => part !== undefined).join(' ');
  return failure instanceof Error ? failure.name : 'failed';
}

/** What an earlier attempt may have deleted is not there any more: then it is done. */
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

/** The service has no pages: a login page of some network in between answers 200 to whatever it is asked. */
function isPage({ headers }: Incoming): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '');
}

function refusal(answer: Incoming, { baseUrl, token }: TransportOptions, { operation }: WireRequest): ServiceError {
  // A service that quotes the request must not bring the token into a message or a log.
  const without = new WithoutToken(token);
  const words = readServiceWords(plain(answer).toString(), (text) => without.redact(text));
  return new ServiceError(
    operation,
    answer.status,
    words,
    baseUrl,
    readRetryAfter(answer.headers['retry-after'], Date.now()),
  );
}
