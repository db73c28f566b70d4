import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Cancelled, raceWithAbort, throwIfCancelled } from '../core/errors';
import { formatWait } from '../core/format';
import { message, type Message } from '../core/message';
import type { Operation } from '../core/service-error';
import { MAX_ERROR_BYTES, type HttpResponse } from './answers';
import type { MultipartBody } from './multipart';
import { BROKE, diagnose, NetworkFailure, SWITCHED, type Network } from './network';

/** A request to the service. */
export interface ServiceRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Starts with a slash; every ID in it has been encoded by `segment`. */
  readonly path: string;
  readonly json?: object;
  readonly multipart?: MultipartBody;
  /** Whether the body of a successful answer is needed. The body of an error answer is always read. */
  readonly wantsBody?: boolean;
  /** Takes the body of a 200 as it arrives, in place of `wantsBody`: it may be too large for the memory. */
  readonly sink?: BodySink;
  readonly signal: AbortSignal;
  /** Whether an answer may normally take minutes. */
  readonly slow?: boolean;
}

/** Where the body of an answer goes. What its functions throw ends the request, and is thrown unchanged. */
export interface BodySink {
  /**
   * A body begins; what an earlier attempt has written counts no more.
   * @param length bytes, if the service announces it.
   */
  readonly begin: (length: number | undefined) => Promise<void>;
  readonly write: (chunk: Buffer) => Promise<void>;
}

/** The service that requests go to. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly token: string;
  /** ID of the project that all requests are about; the token's own by default. Source: docs/service.md, "Projects". */
  readonly project?: string | undefined;
  readonly timeouts?: Partial<ServiceTimeouts>;
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

/** Milliseconds to wait for the body of an error answer. Longer is not worth it: the status is already known. */
const EXPLAIN_WITHIN = 5000;
/** Bytes in a millisecond. A body that comes more slowly as a whole, after the time-out `answer`, might never end. */
const MIN_PACE = 1;
/** Bytes. A body that never ends must not be read forever; screenshots may be large. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * Sends a request once and reads its answer.
 * @throws NetworkFailure if no answer came. Cancelled as soon as the signal is aborted, in every phase; the connection
 * is then closed.
 */
export async function exchange(
  network: Network,
  service: ServiceAddress,
  request: ServiceRequest,
): Promise<HttpResponse> {
  const { method, path, json, multipart, signal } = request;
  throwIfCancelled(signal);
  const url = new URL(service.baseUrl + path);
  const createRequest = await raceWithAbort(network.requestFactoryFor(url), signal);
  throwIfCancelled(signal);
  const text = json && Buffer.from(JSON.stringify(json));
  const content = multipart ?? (text && { headers: { 'content-type': 'application/json' }, length: text.length });
  const headers = {
    authorization: `Bearer ${service.token}`,
    ...(service.project !== undefined && { 'x-kernel-project-id': service.project }),
    ...(content && { ...content.headers, 'content-length': String(content.length) }),
  };
  const outgoing = {
    url,
    request,
    body: multipart?.body() ?? (text ? [text] : []),
    timeouts: { ...TIMEOUTS, ...service.timeouts },
  };
  return new HttpExchange(
    begin(() => createRequest({ method, headers })),
    outgoing,
  ).run();
}

function begin(create: () => ClientRequest): ClientRequest {
  try {
    return create();
  } catch (error) {
    throw diagnose(error, false);
  }
}

/** One request and its answer. It waits for one thing at a time, so one timer is enough. */
class HttpExchange {
  private sent = false;
  private allSent = false;
  private isOver = false;
  private clock: NodeJS.Timeout | undefined;
  private late: Message | undefined;
  /** What the sink has thrown. */
  private refused: { readonly reason: Error } | undefined;
  private readonly closed: Promise<void>;
  private unanswered: (error: Error) => void = () => {};

  constructor(
    private readonly request: ClientRequest,
    private readonly outgoing: {
      readonly url: URL;
      readonly request: ServiceRequest;
      readonly body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
      readonly timeouts: ServiceTimeouts;
    },
  ) {
    this.closed = new Promise((resolve) => request.once('close', resolve));
    request.once('socket', (socket) => this.watchSocket(socket));
  }

  async run(): Promise<HttpResponse> {
    const { signal } = this.outgoing.request;
    const stop = (): void => this.end(new Cancelled());
    signal.addEventListener('abort', stop, { once: true });
    try {
      const response = this.response();
      this.wait(this.outgoing.timeouts.connect, message('The connection timed out.'));
      // An error while sending also breaks the answer, and is reported there.
      const sending = this.send().catch(() => {});
      return await this.read(await response, sending);
    } catch (error) {
      throw this.failure(error);
    } finally {
      this.isOver = true;
      clearTimeout(this.clock);
      signal.removeEventListener('abort', stop);
    }
  }

  private failure(error: unknown): Error {
    // The signal comes first: Node reports the closed connection as an error even if we closed it ourselves.
    if (this.outgoing.request.signal.aborted) return new Cancelled();
    if (this.refused) return this.refused.reason;
    if (error instanceof NetworkFailure) return error;
    if (this.late) return new NetworkFailure(this.late, { sent: this.sent });
    return diagnose(error, this.sent);
  }

  /**
   * A byte may be sent as soon as the connection is established. A new connection must be opened first, and for https
   * the TLS handshake must be complete.
   */
  private watchSocket(socket: Socket): void {
    const ready = (): void => {
      this.sent = true;
      if (!this.allSent) this.wait(this.outgoing.timeouts.answer, message('The host stopped receiving the request.'));
    };
    if (this.request.reusedSocket || this.answersInstead(socket)) ready();
    else if (socket instanceof TLSSocket) socket.once('secureConnect', ready);
    else if (socket.connecting) socket.once('connect', ready);
    else ready();
  }

  /** A proxy that rejects the request answers in place of the host, on a connection without TLS. */
  private answersInstead(socket: Socket): boolean {
    return this.outgoing.url.protocol === 'https:' && !(socket instanceof TLSSocket);
  }

  /** Always settles: Node reports some endings only by 'close', and none at all until there is a socket. */
  private response(): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      this.unanswered = reject;
      this.request.once('response', resolve);
      this.request.once('upgrade', (_response, socket) => {
        reject(new NetworkFailure(SWITCHED, { sent: true, fault: 'address' }));
        socket.destroy();
      });
      // This listener stays until the end: an 'error' event without a listener would end the process.
      this.request.on('error', reject).once('close', () => reject(new NetworkFailure(BROKE, { sent: this.sent })));
    });
  }

  private end(error: Error): void {
    this.request.destroy(error);
    this.unanswered(error);
  }

  private async send(): Promise<void> {
    const { body, request, timeouts } = this.outgoing;
    let bytes = 0;
    for await (const piece of body) {
      const flushed = new Promise<void>((resolve) => void this.request.write(piece, () => resolve()));
      await Promise.race([flushed, this.closed]);
      if (this.request.destroyed) return;
      bytes += piece.length;
      request.multipart?.onSent(bytes);
      if (this.sent) this.wait(timeouts.answer, message('The host stopped receiving the request.'));
    }
    const flushed = new Promise<void>((resolve) => void this.request.end(resolve));
    await Promise.race([flushed, this.closed]);
    if (this.request.destroyed) return;
    this.allSent = true;
    const patience = request.slow ? timeouts.slowAnswer : timeouts.answer;
    this.wait(patience, message('No response within {0}.', formatWait(patience)));
  }

  private async read(response: IncomingMessage, sending: Promise<void>): Promise<HttpResponse> {
    const { statusCode: status = 0, headers } = response;
    if (this.answersInstead(response.socket)) {
      this.request.destroy();
      throw new NetworkFailure(
        status === 407
          ? message('The proxy requires a login.')
          : message('The proxy refused the connection ({0}).', status),
        { sent: false, fault: 'proxy' },
      );
    }
    // Without the header that names the other protocol, Node treats a 101 as an ordinary answer.
    if (status < 200) throw this.noAnswer();
    if (status < 200 || status >= 300) return { status, headers, body: await this.readBeginning(response) };
    // An answer may come before the whole request is sent. It is valid only if the request was sent completely.
    await sending;
    if (!this.allSent)
      throw new NetworkFailure(message('The host responded and closed the connection too early.'), { sent: true });
    const { sink, wantsBody } = this.outgoing.request;
    if (sink && status === 200) {
      await this.readInto(sink, response);
      return { status, headers, body: Buffer.alloc(0) };
    }
    if (wantsBody) return { status, headers, body: await this.readAll(response) };
    // The status is enough. The body is discarded, so that the connection can be reused.
    this.drain(response);
    return { status, headers, body: Buffer.alloc(0) };
  }

  private noAnswer(): NetworkFailure {
    this.request.destroy();
    return new NetworkFailure(SWITCHED, { sent: true, fault: 'address' });
  }

  private async readAll(response: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.paced(response)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_RESPONSE_BYTES) throw new NetworkFailure(message('The response is too large.'), { sent: true });
    }
    return Buffer.concat(chunks);
  }

  private async readInto(sink: BodySink, response: IncomingMessage): Promise<void> {
    const refuse = (error: unknown): never => {
      this.refused = { reason: error instanceof Error ? error : new Error(String(error)) };
      throw error;
    };
    const announced = Number(response.headers['content-length'] ?? Number.NaN);
    try {
      await sink.begin(Number.isSafeInteger(announced) ? announced : undefined).catch(refuse);
      for await (const chunk of this.paced(response)) await sink.write(chunk).catch(refuse);
    } finally {
      if (this.refused) this.request.destroy();
    }
  }

  /** The chunks of a body, as long as it comes fast enough. */
  private async *paced(response: IncomingMessage): AsyncGenerator<Buffer, void> {
    const { answer: idle } = this.outgoing.timeouts;
    const started = performance.now();
    let length = 0;
    for await (const chunk of bytesOf(response)) {
      length += chunk.length;
      const left = idle + length / MIN_PACE - (performance.now() - started);
      this.wait(Math.min(idle, Math.max(0, left)), message('The response was cut off.'));
      yield chunk;
    }
  }

  /** Reads the beginning of an error answer, limited in time and length. */
  private async readBeginning(response: IncomingMessage): Promise<Buffer> {
    this.wait(EXPLAIN_WITHIN, message('The response was cut off.'));
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of bytesOf(response)) {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= MAX_ERROR_BYTES) break;
      }
    } catch {
      // The status is known; the part of the body that has arrived is used.
      if (this.outgoing.request.signal.aborted) throw new Cancelled();
    }
    // The rest of the request is no longer needed.
    if (!this.allSent) this.request.destroy();
    return Buffer.concat(chunks).subarray(0, MAX_ERROR_BYTES);
  }

  private drain(response: IncomingMessage): void {
    let length = 0;
    const timer = setTimeout(() => response.destroy(), EXPLAIN_WITHIN).unref();
    response
      .on('error', () => {})
      .on('close', () => clearTimeout(timer))
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_ERROR_BYTES) response.destroy();
      });
  }

  private wait(milliseconds: number, late: Message): void {
    // What is still being sent when the answer came, or when the connection broke, is not waited for.
    if (this.isOver) return;
    clearTimeout(this.clock);
    this.clock = setTimeout(() => {
      this.late = late;
      this.end(new Error('late'));
    }, milliseconds);
  }
}

function bytesOf(response: IncomingMessage): AsyncIterable<Buffer> {
  return response;
}
