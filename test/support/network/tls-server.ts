import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { listen } from './listen';

/** A service behind TLS that answers every click with success, and counts the requests. */
export interface TlsServer {
  readonly port: number;
  requests: number;
  stop(): Promise<void>;
}

/** @param owner whose certificate it has: the company's CA is trusted here, the stranger's is not. */
export async function startTlsServer(
  certificates: string,
  owner: 'company' | 'stranger',
  host = '127.0.0.1',
): Promise<TlsServer> {
  const read = (file: string): Buffer => readFileSync(path.join(certificates, `${owner}-${file}`));
  const service: TlsServer = {
    port: 0,
    requests: 0,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer({ key: read('key.pem'), cert: read('cert.pem') }, (request, response) => {
    service.requests++;
    request.resume().on('end', () => response.writeHead(200).end());
  });
  const port = await listen(server, host);
  return Object.assign(service, { port });
}
