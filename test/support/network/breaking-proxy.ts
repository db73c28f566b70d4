import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { listen, portOf } from './listen';

/** What happens to one call: an HTTP request, or a message to DevTools. */
export type Fault =
  /** The connection is closed before the call reaches the service. */
  | 'cut before'
  /** The call reaches the service, which does it; the connection is closed in place of the answer. */
  | 'cut after'
  /** An error is answered, and the service does not get the call: this HTTP status, or a protocol error. */
  | number
  /** A DevTools call that is answered with messages without end, none of which is an answer. */
  | 'flood'
  /** The call is passed on after this. */
  | (() => void);

export interface Call {
  /** As `PUT fs/delete_file` or `Extensions.loadUnpacked`. */
  readonly name: string;
  /** Counts the calls of this name, from 1. */
  readonly nth: number;
}

/** @returns undefined: nothing happens to the call. */
export type Decide = (call: Call) => Fault | undefined;

/** Passes all on to a service, DevTools included, and breaks the calls that a test chooses. */
export class BreakingProxy {
  /** The calls since `breakAt`, in their order. */
  calls: Call[] = [];
  /** Whether sessions seem to have no DevTools. */
  hidesDevTools = false;
  /** Milliseconds that each request, answer and DevTools message takes longer. */
  delay = 0;
  /** The host that DevTools addresses name, if it is not this one but something that stands before it. */
  gate: string | undefined;
  private readonly connections: Socket[] = [];
  private decide: Decide = () => undefined;
  private readonly server = createServer((incoming, outgoing) => void this.pass(incoming, outgoing));
  private readonly sockets = new WebSocketServer({ noServer: true, maxPayload: 0 });
  /** The DevTools addresses of the service, by their paths. */
  private readonly devtools = new Map<string, string>();

  private constructor(private readonly service: string) {
    this.server.on('upgrade', (incoming, stream, head) => this.upgrade(incoming, stream, head));
    this.server.on('connection', (socket) => this.connections.push(socket));
  }

  static async start(service: string): Promise<BreakingProxy> {
    const proxy = new BreakingProxy(service);
    await listen(proxy.server);
    return proxy;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** Bytes of all connections so far, in both directions: headers and WebSocket frames included. */
  get bytes(): number {
    return this.connections.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
  }

  /** From now on, calls are counted anew, and these are broken. */
  breakAt(decide: Decide): void {
    this.calls = [];
    this.decide = decide;
  }

  /** Closes all connections to DevTools. */
  cut(): void {
    for (const socket of this.sockets.clients) socket.terminate();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private get host(): string {
    return `127.0.0.1:${portOf(this.server)}`;
  }

  /** Counts a call. @returns its fault, if it is not to be passed on as it is. */
  private arrived(name: string): Exclude<Fault, () => void> | undefined {
    const call = { name, nth: this.calls.filter((each) => each.name === name).length + 1 };
    this.calls.push(call);
    const fault = this.decide(call);
    if (typeof fault !== 'function') return fault;
    fault();
    return undefined;
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const fault = this.arrived(nameOf(incoming));
    const stop = (): void => void incoming.socket.destroy();
    if (fault === 'cut before') return stop();
    if (typeof fault === 'number') {
      incoming.resume().once('end', () => outgoing.writeHead(fault, JSON_TYPE).end(REFUSAL));
      return;
    }
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? '', this.service), { method, headers }, (answer) => {
      void this.answer(answer, outgoing, fault === 'cut after' ? stop : undefined);
    });
    passed.on('error', stop);
    incoming.on('error', () => passed.destroy());
    await this.later();
    incoming.pipe(passed);
  }

  private async answer(answer: IncomingMessage, outgoing: ServerResponse, cut?: () => void): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    if (cut) return cut();
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
    const body = this.throughHere(Buffer.concat(chunks));
    await this.later();
    outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': body.length }).end(body);
  }

  /** A DevTools address in an answer leads through this proxy too. */
  private throughHere(body: Buffer): Buffer {
    const [, address] = /"cdp_ws_url":"([^"]+)"/.exec(body.toString('latin1')) ?? [];
    if (address === undefined) return body;
    if (this.hidesDevTools) return Buffer.from(body.toString().replace(address, ''));
    const { host, pathname } = new URL(address);
    this.devtools.set(pathname, address);
    return Buffer.from(body.toString().replaceAll(host, this.gate ?? this.host));
  }

  private upgrade(incoming: IncomingMessage, stream: Duplex, head: Buffer): void {
    const fault = this.arrived('DevTools');
    stream.on('error', () => stream.destroy());
    if (fault === 'cut before') return void stream.destroy();
    if (typeof fault === 'number')
      return void stream.end(`HTTP/1.1 ${fault} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    const address = this.devtools.get(incoming.url ?? '');
    if (address === undefined) return void stream.destroy();
    this.sockets.handleUpgrade(incoming, stream, head, (client) => {
      if (fault === 'cut after') client.terminate();
      else this.bridge(client, new WebSocket(address, { maxPayload: 0, perMessageDeflate: false }));
    });
  }

  private bridge(client: WebSocket, browser: WebSocket): void {
    const opened = once(browser, 'open');
    /** Ids of calls whose answers are swallowed. */
    const swallowed = new Set<number>();
    const end = (): void => {
      client.terminate();
      browser.terminate();
    };
    for (const socket of [client, browser]) socket.on('error', end).on('close', end);
    opened.catch(end);
    client.on('message', (data: Buffer) => {
      const { id, method }: { id: number; method: string } = JSON.parse(data.toString());
      const fault = this.arrived(method);
      if (fault === 'cut before') return end();
      if (typeof fault === 'number')
        return client.send(JSON.stringify({ id, error: { code: -32000, message: 'Not allowed' } }));
      if (fault === 'flood') return flood(client);
      if (fault === 'cut after') swallowed.add(id);
      void Promise.all([opened, this.later()]).then(
        () => browser.send(data.toString()),
        () => {},
      );
    });
    browser.on('message', (data: Buffer) => {
      const text = data.toString();
      const { id }: { id?: number } = JSON.parse(text);
      if (id !== undefined && swallowed.has(id)) end();
      else void this.later().then(() => client.send(text));
    });
  }

  private async later(): Promise<void> {
    if (this.delay > 0) await wait(this.delay);
  }
}

/** As fast as the client reads. */
function flood(client: WebSocket): void {
  const event = JSON.stringify({ method: 'Target.targetInfoChanged', params: { text: 'x'.repeat(100_000) } });
  const next = (error?: Error): void => {
    if (!error && client.readyState === client.OPEN) setImmediate(() => client.send(event, next));
  };
  next();
}

const JSON_TYPE = { 'content-type': 'application/json' };
const REFUSAL = JSON.stringify({ code: 'refused', message: 'this is refused' });

/** Without the session and the query. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  const path = new URL(url, 'http://here').pathname;
  return `${method} ${/^\/browsers\/[^/]+\/(.+)$/.exec(path)?.[1] ?? path.replace(/^\/browsers\/[^/]+$/, 'session')}`;
}
