import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A request of an upload, once all of it has come. */
export interface Received {
  readonly path: string;
  readonly authorization: string | undefined;
  /** The form, each byte a character. */
  readonly body: string;
}

/** A service on this machine that takes uploads, and tells what came. */
export class UploadService {
  readonly received: Received[] = [];
  /** What becomes of the next request. */
  answer: (response: ServerResponse, request: IncomingMessage) => void = loaded;
  private readonly server: Server = createServer((request, response) => void this.take(request, response));

  private constructor() {}

  static async start(): Promise<UploadService> {
    const service = new UploadService();
    await once(service.server.listen(0, '127.0.0.1'), 'listening');
    return service;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** From now on nothing has come, and what comes is loaded. */
  reset(): void {
    this.received.length = 0;
    this.answer = loaded;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part)).on('error', () => {});
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('latin1');
      this.received.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
      this.answer(response, request);
    });
  }
}

function loaded(response: ServerResponse): void {
  response.writeHead(201).end();
}

/** Says no in the words of the service. */
export function refuse(message: string): UploadService['answer'] {
  return (response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 'bad', message }));
}
