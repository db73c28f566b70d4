import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MEGABYTE } from '../../core/format';
import { errorBody, toProblem } from '../http/error-response';
import { forbidden } from '../problem';
import type { Sessions } from '../sessions/sessions';
import { leaseAt } from './address';
import { Client } from './client';

/** Bytes. Chromium exits at a message of 100 MB; clients send pages or files of some megabytes. */
const MAX_MESSAGE_BYTES = 64 * MEGABYTE;

/** This machine in the header `Host`. */
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** The WebSockets of the sessions' DevTools: any number for each session, independent of each other. */
export class DevToolsServer {
  private readonly sessions: Sessions;
  private readonly webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });

  constructor(sessions: Sessions) {
    this.sessions = sessions;
  }

  /**
   * Serves an upgrade to WebSocket until its connection ends, or rejects it. Waits for a browser that is restarting,
   * and starts one that has ended. The session counts as used until then.
   */
  async serve(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    stream.on('error', () => stream.destroy());
    try {
      assertOwnMachine(request);
      const lease = leaseAt(request.url ?? '', this.sessions);
      await lease.use(async (session, signal) => {
        const client = new Client(await session.operate((browser) => browser.attach(), signal));
        await this.open(request, stream, head, (socket) => bridge(socket, client, signal));
        client.leave();
      });
    } catch (error) {
      refuse(stream, error);
    }
  }

  /** Serves the WebSocket. If the request is not a valid upgrade, `ws` rejects it. */
  private open(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    serve: (socket: WebSocket) => Promise<void>,
  ): Promise<void> {
    return new Promise((resolve) => {
      if (stream.destroyed) return resolve();
      stream.once('close', resolve);
      // Immediately, so that the client's first message is not missed.
      this.webSockets.handleUpgrade(request, stream, head, (socket) => resolve(serve(socket)));
    });
  }
}

/** Rejects web pages, which may connect to any address and send `Origin`, and requests for another host. */
function assertOwnMachine({ headers }: IncomingMessage): void {
  if (headers.origin !== undefined) throw forbidden('DevTools are not for web pages: a request has the header Origin');
  if (!LOOPBACK.test(headers.host ?? '')) throw forbidden('DevTools are for this machine: Host is another name');
}

/** Rejects an upgrade request with the interface's error object. */
function refuse(stream: Duplex, error: unknown): void {
  const problem = toProblem(error);
  const body = JSON.stringify(errorBody(problem));
  stream.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

/** Bytes that may be unread by a client, without the newest message, which may be long. */
const MAX_UNREAD_BYTES = 64 * MEGABYTE;
/** Milliseconds for a client to read what was sent, and to close its side. */
const CLOSING_TIME = 10_000;

/** Codes of RFC 6455 with which a connection is closed. */
const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;
const TRY_AGAIN_LATER = 1013;

/**
 * Passes messages between a WebSocket and its client of the browser until either ends, or `signal` is aborted. Settles
 * when no message of the client can reach the browser any more; never rejects.
 */
function bridge(socket: WebSocket, client: Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = (code: number, reason: string): void => {
      if (over.signal.aborted) return;
      over.abort();
      client.leave();
      close(socket, code, reason);
      resolve();
    };
    let newest = 0;
    client.tellTo((text) => {
      if (socket.bufferedAmount - newest > MAX_UNREAD_BYTES) return end(TRY_AGAIN_LATER, 'the client reads too slowly');
      newest = text.length;
      socket.send(text);
    });
    socket.on('message', (data, isBinary) => {
      // `ws` gives one buffer, unless it is told otherwise.
      if (isBinary || !Buffer.isBuffer(data)) end(UNSUPPORTED_DATA, 'messages are texts');
      else client.take(data.toString());
    });
    for (const event of ['error', 'close']) socket.on(event, () => end(GOING_AWAY, ''));
    const endAfter = (other: AbortSignal, reason: string): void =>
      whenAborted(other, over.signal, () => end(GOING_AWAY, reason));
    endAfter(client.ended, 'the browser has ended');
    endAfter(signal, 'the session has ended or was released');
  });
}

/** Calls `listener` when `signal` is aborted, or at once where it is, unless `over` is aborted before. */
function whenAborted(signal: AbortSignal, over: AbortSignal, listener: () => void): void {
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener, { once: true, signal: over });
}

function close(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), CLOSING_TIME);
  socket.once('close', () => clearTimeout(timer));
}
