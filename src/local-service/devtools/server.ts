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
