import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';

const HOST = '127.0.0.1';
/** This machine in the header `Host`. The built-in debugger always sends `localhost`. */
const LOOPBACK = /^(127\.0\.0\.1|localhost)(:\d+)?$/i;
/** Bytes. A debugger sends expressions and breakpoints. */
const MAX_MESSAGE = 4 * 1024 * 1024;

export type { WebSocket };

/**
 * Serves WebSockets on the loopback interface, each at an address that cannot be guessed and for one client only. Web
 * pages, which send `Origin`, are refused.
 */
export class DebugServer {
  private readonly webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE });
  private readonly offers = new Map<string, (socket: WebSocket) => void>();

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {
    server.on('upgrade', (request, stream: Duplex, head: Buffer) => this.upgrade(request, stream, head));
  }

  /** @throws the error of Node if there is no free port. */
  static async start(): Promise<DebugServer> {
    const server = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, HOST, resolve);
    });
    const address = server.address();
    return new DebugServer(server, typeof address === 'object' && address ? address.port : 0);
  }

  /**
   * @param serve is called once, with the socket of the first client.
   * @returns the address, for one client.
   */
  offer(serve: (socket: WebSocket) => void): string {
    const secret = `/${randomBytes(32).toString('base64url')}`;
    this.offers.set(secret, serve);
    return `ws://${HOST}:${this.port}${secret}`;
  }

  close(): void {
    this.offers.clear();
    for (const socket of this.webSockets.clients) socket.terminate();
    this.server.close();
    this.server.closeAllConnections();
  }

  private upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    const { url = '', headers } = request;
    const serve = this.offers.get(url);
    if (!serve || headers.origin !== undefined || !LOOPBACK.test(headers.host ?? '')) {
      stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.offers.delete(url);
    this.webSockets.handleUpgrade(request, stream, head, serve);
  }
}
