import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';
import { listen } from './listen';

/** A host with TLS in front of a WebSocket server of this machine, as a cloud has it. */
export interface TlsProxy {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * @param owner whose certificate it has: the company's CA is trusted here, the stranger's is not.
 * @param port of the server on 127.0.0.1 that answers.
 */
export async function startTlsProxy(
  certificates: string,
  owner: 'company' | 'stranger',
  port: number,
): Promise<TlsProxy> {
  const read = (file: string): Buffer => readFileSync(path.join(certificates, `${owner}-${file}`));
  const server = createServer({ key: read('key.pem'), cert: read('cert.pem') });
  server.on('upgrade', (request, client) => {
    const headers = { ...request.headers, host: `127.0.0.1:${port}` };
    const upstream = plainRequest({ port, host: '127.0.0.1', path: request.url, headers });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    upstream.once('response', ({ statusCode }) => client.end(`HTTP/1.1 ${statusCode} No\r\nContent-Length: 0\r\n\r\n`));
    upstream.once('upgrade', ({ rawHeaders }, socket, head) => {
      const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      client.write(head);
      socket
        .on('error', () => client.destroy())
        .pipe(client)
        .pipe(socket);
      client.on('close', () => socket.destroy());
    });
    upstream.end();
  });
  return {
    port: await listen(server),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
