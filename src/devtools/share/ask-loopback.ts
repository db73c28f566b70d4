import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Cancelled, codeOf } from '../../core/errors';

/** Why a server of this machine gave no answer that can be handed over. */
export class LoopbackFailure extends Error {
  override readonly name = 'LoopbackFailure';

  constructor(
    /**
     * `down`: nothing listens. `broken`: it ended without an answer, or speaks no HTTP. `tooLarge`: the body.
     * `endless`: it streams.
     */
    readonly kind: 'down' | 'broken' | 'tooLarge' | 'endless',
    options?: ErrorOptions,
  ) {
    super(kind, options);
  }
}

interface LoopbackRequest {
  readonly method: string;
  /** At a shared port. */
  readonly url: URL;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

interface LoopbackAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Headers that are about one connection, or about how a body is sent over it. */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Those of a request that are made here. */
const OURS = new Set(['host', 'accept-encoding']);
/** Types of bodies that go on until the page ends them. */
const ENDLESS = /^(text\/event-stream|multipart\/x-mixed-replace)\b/i;
/** Milliseconds in which a body of unknown length ends; one of a known length may be as slow as it is. */
const MAX_BODY_TIME = 60_000;
/** Codes of what is not there, in the order of a system's protocols. */
const NOT_THERE = new Set<unknown>(['ECONNREFUSED', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENETUNREACH', 'EHOSTUNREACH']);

const agent = new Agent({ keepAlive: false });

/** The addresses of this machine by a name in a URL, in the order in which Chromium tries them. None is looked up. */
export function loopbackOf(hostname: string): readonly string[] {
  if (hostname === '[::1]') return ['::1'];
  return hostname === 'localhost' ? ['::1', '127.0.0.1'] : ['127.0.0.1'];
}

/** Whether an error says that nothing listens at an address. */
export function isNotThere(error: unknown): boolean {
  return NOT_THERE.has(codeOf(error));
}

/**
 * Sends a request to a server of this machine. No redirect is followed, and no name is looked up.
 * @param maxBody bytes of the answer, unpacked.
 * @throws LoopbackFailure, or Cancelled.
 */
export async function askLoopback(
  asked: LoopbackRequest,
  port: number,
  maxBody: number,
  signal: AbortSignal,
): Promise<LoopbackAnswer> {
  let failure: unknown;
  for (const host of loopbackOf(asked.url.hostname))
    try {
      const response = await send(asked, host, port, signal);
      return await answerOf(response, asked.method, maxBody, signal);
    } catch (error) {
      if (signal.aborted) throw new Cancelled();
      failure = error;
      if (!isNotThere(error)) break;
    }
  if (failure instanceof LoopbackFailure) throw failure;
  throw new LoopbackFailure(isNotThere(failure) ? 'down' : 'broken', { cause: failure });
}

function send(
  { method, url, headers, body }: LoopbackRequest,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const passed = headers.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()) && !OURS.has(name.toLowerCase()));
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        agent,
        host,
        port,
        method,
        path: url.pathname + url.search,
        setHost: false,
        // What is packed would have to be unpacked here: Chromium takes the body of an answer as it is.
        headers: { ...Object.fromEntries(passed), host: url.host, 'accept-encoding': 'identity' },
        signal,
      },
      resolve,
    );
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new LoopbackFailure('broken'));
    });
    // It stays, because a connection may break twice.
    request.on('error', reject);
    request.end(body);
  });
}

async function answerOf(
  response: IncomingMessage,
  method: string,
  maxBody: number,
  signal: AbortSignal,
): Promise<LoopbackAnswer> {
  const { statusCode: status = 0, headers, rawHeaders } = response;
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  try {
    if (hasBody && ENDLESS.test(headers['content-type'] ?? '')) throw new LoopbackFailure('endless');
    const unpack = unpacking(headers['content-encoding']);
    const body = await readBody(response, unpack, hasBody ? maxBody : Infinity, signal);
    const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
    const isDropped = (name: string): boolean =>
      OF_CONNECTION.has(name) || (unpack !== undefined && name === 'content-encoding');
    return { status, headers: pairs.filter(([name]) => !isDropped(name.toLowerCase())), body };
  } finally {
    response.destroy();
  }
}

/** Some servers pack what nobody wanted packed. */
function unpacking(encoding = ''): (Readable & NodeJS.WritableStream) | undefined {
  if (/^(x-)?gzip$/i.test(encoding)) return createGunzip();
  if (/^deflate$/i.test(encoding)) return createInflate();
  return /^br$/i.test(encoding) ? createBrotliDecompress() : undefined;
}

/** @throws LoopbackFailure, the error of the stream, or Cancelled. */
function readBody(
  response: IncomingMessage,
  unpack: (Readable & NodeJS.WritableStream) | undefined,
  maxBody: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const length = Number(response.headers['content-length'] ?? NaN);
  if (length > maxBody) return Promise.reject(new LoopbackFailure('tooLarge'));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stream: Readable = unpack ? (response.pipe(unpack), unpack) : response;
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      end();
    };
    const fail = (error: unknown): void => settle(() => reject(error));
    const cancel = (): void => fail(new Cancelled());
    const timer = Number.isNaN(length)
      ? setTimeout(() => fail(new LoopbackFailure('endless')), MAX_BODY_TIME).unref()
      : undefined;
    signal.addEventListener('abort', cancel, { once: true });
    response.once('error', fail);
    response.once('close', () => {
      if (!response.complete) fail(new LoopbackFailure('broken'));
    });
    if (unpack) stream.once('error', fail);
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBody) fail(new LoopbackFailure('tooLarge'));
    });
    stream.once('end', () => settle(() => resolve(Buffer.concat(chunks))));
  });
}
