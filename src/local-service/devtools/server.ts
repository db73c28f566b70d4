import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MEGABYTE } from '../../core/format';
import { forbidden } from '../problem';
import type { Sessions } from '../sessions/sessions';
import { leaseAt } from './address';
import { bridge } from './bridge';
import { Client } from './client';
import { refuse } from './refuse';

/** Bytes. Chromium ends when 100 MB come as one message; what clients send is a page or a file of some megabytes. */
const MAX_MESSAGE_BYTES = 64 * MEGABYTE;

/** Names of this machine for itself, as they stand in the header `Host`. */
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** The WebSockets of the sessions' DevTools: any number for a session, each for itself. */
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
   * Serves a request to change to WebSocket until its connection ends, or answers why not. It waits for a browser that
   * restarts, and starts one that has ended. The session counts as used all the while.
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

  /** Serves the WebSocket, or answers why it cannot become one; `ws` does that on its own. */
  private open(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    serve: (socket: WebSocket) => Promise<void>,
  ): Promise<void> {
    return new Promise((resolve) => {
      if (stream.destroyed) return resolve();
      stream.once('close', resolve);
      // At once: what a client says right away must not be missed.
      this.webSockets.handleUpgrade(request, stream, head, (socket) => resolve(serve(socket)));
    });
  }
}

/** Web pages may connect to any address, and say where they come from. No other client does, and none is elsewhere. */
function assertOwnMachine({ headers }: IncomingMessage): void {
  if (headers.origin !== undefined) throw forbidden('DevTools are not for web pages: a request has the header Origin');
  if (!LOOPBACK.test(headers.host ?? '')) throw forbidden('DevTools are for this machine: Host is another name');
}
