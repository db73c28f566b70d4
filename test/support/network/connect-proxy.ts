import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen, portOf } from './listen';

/** A proxy as companies use it: forwards https with CONNECT, optionally after a login, and logs everything it sees. */
export interface ConnectProxy {
  readonly url: string;
  readonly port: number;
  /** The requests that it received, with every header and every byte that it could read. */
  readonly log: string[];
  /** The required `user:password`; undefined: none. */
  login: string | undefined;
  /** The status with which it rejects every request; undefined: it rejects none. */
  refuses: number | undefined;
  stop(): Promise<void>;
}

/** @param hosts names that only the proxy can resolve: `service.test:443` to a port of this machine. */
export async function startConnectProxy(hosts: Readonly<Record<string, number>>): Promise<ConnectProxy> {
  const log: string[] = [];
  const server: Server = createServer((request, response) => {
    // Plain http arrives here completely, so everything in it can be read.
    log.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(502).end();
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  await listen(server);
  const proxy: ConnectProxy = {
    url: `http://127.0.0.1:${portOf(server)}`,
    port: portOf(server),
    log,
    login: undefined,
    refuses: undefined,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('connect', (request, client, head) => {
    log.push(`CONNECT ${request.url} ${JSON.stringify(request.headers)}`);
    client.on('error', () => {});
    const end = (line: string): void => void client.end(`HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`);
    if (proxy.refuses !== undefined) return end(`${proxy.refuses} Refused`);
    const wanted = proxy.login && `Basic ${Buffer.from(proxy.login).toString('base64')}`;
    if (wanted && request.headers['proxy-authorization'] !== wanted)
      return end('407 Login\r\nproxy-authenticate: Basic realm="company"');
    const port = hosts[request.url ?? ''] ?? Number(/^127\.0\.0\.\d+:(\d+)$/.exec(request.url ?? '')?.[1]);
    if (!port) return end('502 Unknown Host');
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('data', (data: Buffer) => log.push(data.toString('latin1'))).on('close', () => upstream.destroy());
  });
  return proxy;
}
