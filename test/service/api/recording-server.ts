import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen } from '../../support/network/listen';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A real server that answers as a test specifies, and records every request. */
export async function startServer(
  answer: (response: ServerResponse, request: Arrived) => void,
): Promise<{ url: string; arrived: Arrived[]; server: Server }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const one = {
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks),
        };
        arrived.push(one);
        answer(response, one);
      });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, arrived, server };
}
