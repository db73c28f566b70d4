import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { listen } from '../network/listen';

/** The part of a request that has arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body so far. */
  bodyBytes: number;
}

/** A request whose head has just arrived completely; the misbehavior begins here. */
export interface Exchange {
  readonly socket: Socket;
  readonly request: Arrived;
  /** How many requests the server has received, in total and on this connection, including this one. */
  readonly count: number;
  readonly onConnection: number;
  /** Resolves when that many bytes of the body have arrived, or all of it; rejects if the connection ends before. */
  readonly body: (bytes?: number) => Promise<void>;
  /** Stops reading from the connection. */
  readonly stall: () => void;
  /** Writes bytes without any processing. */
  readonly write: (text: string | Buffer) => void;
}

export type Misbehaviour = (exchange: Exchange) => void | Promise<void>;

/** In PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A server on a bare socket, so that it can do what no HTTP server does. */
export class FaultServer {
  readonly arrived: Arrived[] = [];
  private readonly sockets = new Set<Socket>();
  private misbehave: Misbehaviour = () => {};
  private onConnection: ((socket: Socket) => void) | undefined;

  private constructor(
    private readonly server: Server,
    /** Of its address. */
    private readonly host: string,
    readonly port: number,
    private readonly tls: Certificate | undefined,
  ) {}

  /** @param host an address of this machine. */
  static async start(tls?: Certificate, host = '127.0.0.1'): Promise<FaultServer> {
    const server = createServer({ noDelay: true });
    const port = await listen(server, host);
    const made = new FaultServer(server, host, port, tls);
    server.on('connection', (socket) => made.take(socket));
    return made;
  }

  get url(): string {
    return `${this.tls ? 'https' : 'http'}://${this.host}:${this.port}`;
  }

  /** How many connections are open. */
  get open(): number {
    return this.sockets.size;
  }

  /** Continues reading after a stall; without reading, the server cannot see that a connection has ended. */
  readOn(): void {
    for (const socket of this.sockets) socket.resume();
  }

  /**
   * Sets the behavior from now on.
   * @param onConnection receives each connection before a byte of it is read.
   */
  will(misbehave: Misbehaviour, onConnection?: (socket: Socket) => void): void {
    this.misbehave = misbehave;
    this.onConnection = onConnection;
    this.arrived.length = 0;
  }

  /** Resolves when no connection is open. */
  async empty(): Promise<void> {
    await Promise.all([...this.sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => {});
    if (this.onConnection) return this.onConnection(socket);
    const plain = this.tls ? new TLSSocket(socket, { isServer: true, ...this.tls }).on('error', () => {}) : socket;
    new Conversation(plain, (exchange) => this.begin(exchange)).listen();
  }

  private begin(exchange: Omit<Exchange, 'count'>): void {
    this.arrived.push(exchange.request);
    void (async () => this.misbehave({ ...exchange, count: this.arrived.length }))().catch(() =>
      exchange.socket.destroy(),
    );
  }
}

/** Reads the requests of one connection, one after another. */
class Conversation {
  private buffered = Buffer.alloc(0);
  private request: Arrived | undefined;
  private length = 0;
  private requests = 0;
  private waiting: { bytes: number; resolve: () => void; reject: (error: Error) => void }[] = [];

  constructor(
    private readonly socket: Socket,
    private readonly begin: (exchange: Omit<Exchange, 'count'>) => void,
  ) {}

  listen(): void {
    this.socket.on('data', (data: Buffer) => this.read(data));
    this.socket.on('close', () => this.waiting.forEach(({ reject }) => reject(new Error('closed'))));
  }

  private read(data: Buffer): void {
    if (this.request && this.request.bodyBytes < this.length) return this.count(data);
    this.buffered = Buffer.concat([this.buffered, data]);
    const end = this.buffered.indexOf('\r\n\r\n');
    if (end < 0) return;
    const rest = this.buffered.subarray(end + 4);
    const request = readHead(this.buffered.subarray(0, end).toString('latin1'));
    this.buffered = Buffer.alloc(0);
    this.length = Number(request.headers['content-length'] ?? 0);
    this.request = request;
    this.begin({
      onConnection: ++this.requests,
      socket: this.socket,
      request,
      body: (bytes = this.length) =>
        new Promise((resolve, reject) => {
          this.waiting.push({ bytes, resolve, reject });
          this.wake();
        }),
      stall: () => void this.socket.pause(),
      write: (text) => void (this.socket.destroyed || this.socket.write(text)),
    });
    if (rest.length > 0) this.count(rest);
  }

  private count(data: Buffer): void {
    if (this.request) this.request.bodyBytes += data.length;
    this.wake();
  }

  private wake(): void {
    const come = this.request?.bodyBytes ?? 0;
    for (const { resolve } of this.waiting.filter(({ bytes }) => bytes <= come)) resolve();
    this.waiting = this.waiting.filter(({ bytes }) => bytes > come);
  }
}

function readHead(head: string): Arrived {
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { method, path, headers, bodyBytes: 0 };
}
