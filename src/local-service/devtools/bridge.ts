import type { WebSocket } from 'ws';
import { MEGABYTE } from '../../core/format';
import type { Client } from './client';

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
export function bridge(socket: WebSocket, client: Client, signal: AbortSignal): Promise<void> {
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
