import { Cancelled } from '../core/errors';
import { ConnectionError, ServiceError, type Operation } from '../core/service-error';
import { readServiceWords } from './answer';
import { diagnose } from './connection-failure';
import type { MultipartBody } from './multipart';
import { loadUndici, type Undici } from './undici';

export interface WireRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Starts with a slash; every id in it has gone through `segment`. */
  readonly path: string;
  readonly json?: object;
  readonly multipart?: MultipartBody;
  readonly signal: AbortSignal;
  /** Milliseconds from the last byte of the request to the first of the answer. */
  readonly timeout?: number;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export interface Transport {
  /** Sends a request, once. Throws ServiceError on any answer but 2xx, ConnectionError when none came, Cancelled when told to stop. */
  send(request: WireRequest): Promise<WireAnswer>;
  /** Lets what is under way come to its end, and takes nothing new. */
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** Told one line a request and one an answer: no token, no body. */
  readonly log?: (line: string) => void;
}

/** Milliseconds. Enough for every operation but an upload, which brings its own. */
const ANSWER_WITHIN = 60_000;
const CONNECT_WITHIN = 15_000;
/** Bytes. An error object is small, and of a body that never ends nothing more is read; pictures and lists may be large. */
const LONGEST_ERROR = 64 * 1024;
const LONGEST_ANSWER = 64 * 1024 * 1024;

export function createTransport(options: TransportOptions): Transport {
  let connected: Promise<Connection> | undefined;
  const connect = (): Promise<Connection> => (connected ??= openConnection());
  return {
    send: async (request) => exchange(await connect(), options, request),
    close: async () => (await connected)?.agent.close(),
  };
}

interface Connection {
  readonly request: Undici['request'];
  readonly agent: InstanceType<Undici['Agent']>;
}

async function openConnection(): Promise<Connection> {
  const { Agent, request } = await loadUndici();
  return { request, agent: new Agent({ connect: { timeout: CONNECT_WITHIN } }) };
}

async function exchange(connection: Connection, options: TransportOptions, request: WireRequest): Promise<WireAnswer> {
  const started = Date.now();
  const log = (sign: string, told: string | number): void => options.log?.(`${sign} ${request.method} ${request.path} ${told}`.trimEnd());
  log('→', request.multipart ? `${request.multipart.length} bytes` : '');
  try {
    const answer = await sendOnce(connection, options, request);
    log('←', `${answer.status} in ${Date.now() - started} ms`);
    return answer;
  } catch (error) {
    const failure = asFailure(error, options, request);
    log('✗', `${failure instanceof ServiceError ? failure.status : failure.name} in ${Date.now() - started} ms`);
    throw failure;
  }
}

async function sendOnce({ request, agent }: Connection, { baseUrl, token }: TransportOptions, wire: WireRequest): Promise<WireAnswer> {
  wire.signal.throwIfAborted();
  const { statusCode, headers, body } = await request(baseUrl + wire.path, {
    method: wire.method,
    dispatcher: agent,
    signal: wire.signal,
    headers: { authorization: `Bearer ${token}`, ...contentHeaders(wire) },
    body: wire.multipart?.stream ?? (wire.json ? JSON.stringify(wire.json) : null),
    headersTimeout: wire.timeout ?? ANSWER_WITHIN,
    bodyTimeout: ANSWER_WITHIN,
  });
  const ok = statusCode >= 200 && statusCode < 300;
  const read = await readUpTo(body, ok ? LONGEST_ANSWER : LONGEST_ERROR);
  if (ok) return { status: statusCode, body: read };
  const retryAfter = headers['retry-after'];
  // A service that quotes the request must not bring the token into a message or a log.
  const words = readServiceWords(read.toString().replaceAll(token, '…'));
  throw new ServiceError(wire.operation, statusCode, words, baseUrl, typeof retryAfter === 'string' ? retryAfter : undefined);
}

function contentHeaders({ json, multipart }: WireRequest): Record<string, string> {
  if (multipart) return { ...multipart.headers, 'content-length': String(multipart.length) };
  return json ? { 'content-type': 'application/json' } : {};
}

async function readUpTo(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

function asFailure(error: unknown, { baseUrl }: TransportOptions, { operation, signal }: WireRequest): Error {
  if (error instanceof ServiceError) return error;
  // First of all the signal: undici may report the connection's end although it was we who ended it.
  if (signal.aborted) return new Cancelled();
  const { cause, sent } = diagnose(error);
  return new ConnectionError(operation, baseUrl, cause, sent);
}
