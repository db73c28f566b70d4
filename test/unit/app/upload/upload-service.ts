import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../../../support/network/loopback-server';

/** An upload request that has arrived completely. */
export interface Received {
  readonly path: string;
  readonly authorization: string | undefined;
  /** The form, with one character for each byte. */
  readonly body: string;
}

/** A service on this machine that accepts uploads, and records them. */
export class UploadService extends LoopbackServer {
  readonly received: Received[] = [];
  /** Answers the next request. */
  answer: (response: ServerResponse, request: IncomingMessage) => void = loaded;

  constructor() {
    super((request, response) => this.take(request, response));
  }

  /** Forgets the recorded requests, and accepts all further ones. */
  reset(): void {
    this.received.length = 0;
    this.answer = loaded;
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part)).on('error', () => {});
    request.on('end', () => {
      // What follows an upload, to find out what is loaded: this service does not tell.
      if (request.method === 'GET') return response.writeHead(404).end();
      const body = Buffer.concat(parts).toString('latin1');
      this.received.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
      return this.answer(response, request);
    });
  }
}

function loaded(response: ServerResponse): void {
  response.writeHead(201).end();
}

/** Rejects a request with a message of the service. */
export function refuse(message: string): UploadService['answer'] {
  return (response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 'bad', message }));
}
