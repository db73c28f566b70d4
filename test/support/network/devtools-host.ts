import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { listen } from './listen';

/** How a host in front of a browser differs from the browser. */
export interface HostManners {
  /** What a request has to have; others get 401. */
  readonly accepts?: (incoming: IncomingMessage) => boolean;
  /** The header `Host` that the browser gets: by it, it tells its address. */
  readonly host?: string;
  /** Answers a request for `/json/version` in place of the browser. */
  readonly version?: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** What becomes of a message to the browser. */
  readonly toBrowser?: (text: string) => string;
}

/** A host in front of a browser with remote debugging, as a container and other vendors have one. */
export class DevToolsHost {
  /** Paths with queries, of all that was asked for. */
  readonly asked: string[] = [];
  private readonly server: Server;
  private readonly sockets = new WebSocketServer({ noServer: true });
  private port = 0;

  /** @param browser the address of its WebSocket. */
  constructor(
    private readonly browser: () => URL,
    private readonly manners: HostManners = {},
  ) {
    this.server = createServer((incoming, outgoing) => this.answer(incoming, outgoing));
    this.server.on('upgrade', (incoming, stream, head) => this.connect(incoming, stream, head));
  }

  /** `127.0.0.1:PORT` */
  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port = await listen(this.server);
  }

  async stop(): Promise<void> {
    for (const each of this.sockets.clients) each.terminate();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private accepts(incoming: IncomingMessage): boolean {
    this.asked.push(incoming.url ?? '');
    return this.manners.accepts?.(incoming) ?? true;
  }

  private answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (!this.accepts(incoming)) return void outgoing.writeHead(401).end('who are you?');
    if (this.manners.version) return this.manners.version(incoming, outgoing);
    const { hostname, port } = this.browser();
    const headers = { host: this.manners.host ?? incoming.headers.host };
    const path = new URL(incoming.url ?? '', 'http://here').pathname;
    request({ hostname, port, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    })
      .on('error', () => outgoing.destroy())
      .end();
  }

  private connect(incoming: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    if (!this.accepts(incoming)) return void stream.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
    this.sockets.handleUpgrade(incoming, stream, head, (socket) => this.bridge(socket));
  }

  private bridge(socket: WebSocket): void {
    const browser = new WebSocket(this.browser());
    const { toBrowser = (text: string) => text } = this.manners;
    const waiting: string[] = [];
    socket.on('message', (data: Buffer) => {
      const text = toBrowser(data.toString());
      if (browser.readyState === WebSocket.OPEN) browser.send(text);
      else waiting.push(text);
    });
    browser.on('open', () => waiting.forEach((text) => browser.send(text)));
    browser.on('message', (data: Buffer) => socket.send(data.toString()));
    for (const [one, other] of [
      [socket, browser],
      [browser, socket],
    ] as const)
      one.on('close', () => other.close()).on('error', () => other.terminate());
  }
}
